// The Java class of many articles, written anew from its description in docs/RECIPES.md: words by StringTokenizer,
// CPython's old string hash in BigInteger over UTF-16 units, a sum of 0 gives 1. Prints 64 and 128 bits.
import java.io.*;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.*;

class Article {
    static BigInteger hash(String word, int bits) {
        if (word.isEmpty()) return BigInteger.ZERO;
        BigInteger mask = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
        BigInteger m = BigInteger.valueOf(1000003);
        BigInteger x = BigInteger.valueOf((long) word.charAt(0) << 7);
        for (char unit : word.toCharArray()) x = x.multiply(m).xor(BigInteger.valueOf(unit)).and(mask);
        return x.xor(BigInteger.valueOf(word.length()));
    }

    static String signature(String text, int bits, Map<String, BigInteger> hashes) {
        int[] sums = new int[bits];
        StringTokenizer words = new StringTokenizer(text);
        while (words.hasMoreTokens()) {
            BigInteger hash = hashes.computeIfAbsent(words.nextToken(), word -> hash(word, bits));
            for (int i = 0; i < bits; i++) sums[i] += hash.testBit(i) ? 1 : -1;
        }
        BigInteger signature = BigInteger.ZERO;
        for (int i = 0; i < bits; i++) if (sums[i] >= 0) signature = signature.setBit(i);
        return String.format("%0" + bits / 4 + "x", signature);
    }

    public static void main(String[] arguments) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
        PrintStream out = new PrintStream(new BufferedOutputStream(System.out), false, "US-ASCII");
        Map<String, BigInteger> short64 = new HashMap<>(), long128 = new HashMap<>();
        StringBuilder length = new StringBuilder();
        for (int c; (c = in.read()) >= 0;) {
            if (c != '\n') {
                length.append((char) c);
                continue;
            }
            byte[] bytes = new byte[Integer.parseInt(length.toString())];
            length.setLength(0);
            in.readFully(bytes);
            String text = new String(bytes, StandardCharsets.UTF_8);
            out.println(signature(text, 64, short64) + "\t" + signature(text, 128, long128));
        }
        out.flush();
    }
}

// The Java class of many articles, written anew from its description in docs/RECIPES.md: words by StringTokenizer,
// CPython's old string hash in BigInteger over UTF-16 units, a sum of 0 gives 1. Prints 64 and 128 bits.
import java.io.IOException;
import java.math.BigInteger;
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
        Map<String, BigInteger> short64 = new HashMap<>(), long128 = new HashMap<>();
        Texts.each(text -> signature(text, 64, short64) + "\t" + signature(text, 128, long128));
    }
}

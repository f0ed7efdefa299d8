// Calls cn.hutool.core.text.Simhash for the words of StrUtil.split(text, ' '), as in hutool's own test.
import cn.hutool.core.text.Simhash;
import cn.hutool.core.util.StrUtil;
import java.io.*;
import java.nio.charset.StandardCharsets;

class Hutool {
    public static void main(String[] arguments) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
        PrintStream out = new PrintStream(new BufferedOutputStream(System.out), false, "US-ASCII");
        Simhash simhash = new Simhash();
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
            out.println(String.format("%016x", simhash.hash(StrUtil.split(text, ' '))));
        }
        out.flush();
    }
}

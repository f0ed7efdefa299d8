import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** The texts of standard input; README.md says how they are framed. */
class Texts {
    /** Prints what {@code sign} returns for each text. */
    static void each(Function<String, String> sign) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
        PrintStream out = new PrintStream(new BufferedOutputStream(System.out), false, "US-ASCII");
        StringBuilder length = new StringBuilder();
        for (int c; (c = in.read()) >= 0;) {
            if (c != '\n') {
                length.append((char) c);
                continue;
            }
            byte[] bytes = new byte[Integer.parseInt(length.toString())];
            length.setLength(0);
            in.readFully(bytes);
            out.println(sign.apply(new String(bytes, StandardCharsets.UTF_8)));
        }
        out.flush();
    }
}

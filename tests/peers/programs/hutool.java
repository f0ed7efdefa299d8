// Calls cn.hutool.core.text.Simhash for the words of StrUtil.split(text, ' '), as in hutool's own test.
import cn.hutool.core.text.Simhash;
import cn.hutool.core.util.StrUtil;
import java.io.IOException;

class Hutool {
    public static void main(String[] arguments) throws IOException {
        Simhash simhash = new Simhash();
        Texts.each(text -> String.format("%016x", simhash.hash(StrUtil.split(text, ' '))));
    }
}

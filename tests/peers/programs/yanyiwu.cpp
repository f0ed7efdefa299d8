// Calls cppjieba for the keywords, and signs them as yanyiwu/simhash does: written anew from the description in
// docs/RECIPES.md, with lookup3 as Bob Jenkins published it. Prints the top 5 and the top n that the program chooses.
//
//   yanyiwu TABLES    a folder with jieba.dict.utf8, hmm_model.utf8, user.dict.utf8, idf.utf8 and stop_words.utf8
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "cppjieba/Jieba.hpp"

static uint32_t turned(uint32_t x, int by) { return x << by | x >> (32 - by); }

// hashlittle2 with both seeds 0: c in the high half, b in the low one.
static uint64_t lookup3(const std::string& key) {
    uint32_t s[3];
    s[0] = s[1] = s[2] = 0xdeadbeef + (uint32_t)key.size();
    size_t at = 0, left = key.size();
    for (; left > 12; left -= 12, at += 12) {
        static const int MIX[6] = {4, 6, 8, 16, 19, 4};
        for (size_t i = 0; i < 12; i++) s[i / 4] += (uint32_t)(unsigned char)key[at + i] << 8 * (i % 4);
        for (int i = 0; i < 6; i++) {
            uint32_t &x = s[i % 3], &y = s[(i + 1) % 3], &z = s[(i + 2) % 3];
            x -= z, x ^= turned(z, MIX[i]), z += y;
        }
    }
    for (size_t i = 0; i < left; i++) s[i / 4] += (uint32_t)(unsigned char)key[at + i] << 8 * (i % 4);
    if (left) {
        static const int FINAL[7] = {14, 11, 25, 16, 4, 14, 24};
        for (int i = 0; i < 7; i++) {
            uint32_t &x = s[(i + 2) % 3], &y = s[(i + 1) % 3];
            x ^= y, x -= turned(y, FINAL[i]);
        }
    }
    return (uint64_t)s[2] << 32 | s[1];
}

static uint64_t signature(const cppjieba::Jieba& jieba, const std::string& text, size_t top) {
    std::vector<std::pair<std::string, double> > keywords;
    jieba.extractor.Extract(text, keywords, top);
    double sums[64] = {0};
    for (size_t k = 0; k < keywords.size(); k++) {
        const uint64_t hash = lookup3(keywords[k].first);
        for (int i = 0; i < 64; i++) sums[i] += (hash >> i & 1) ? keywords[k].second : -keywords[k].second;
    }
    uint64_t bits = 0;
    for (int i = 0; i < 64; i++) bits |= (uint64_t)(sums[i] > 0) << i;
    return bits;
}

int main(int argc, char** argv) {
    if (argc != 2) return std::fputs("usage: yanyiwu TABLES\n", stderr), 2;
    const std::string tables = std::string(argv[1]) + "/";
    const cppjieba::Jieba jieba(tables + "jieba.dict.utf8", tables + "hmm_model.utf8", tables + "user.dict.utf8",
                                tables + "idf.utf8", tables + "stop_words.utf8");
    unsigned long length;
    while (std::scanf("%lu", &length) == 1 && std::getchar() == '\n') {
        std::string text(length, '\0');
        if (length && std::fread(&text[0], 1, length, stdin) != length) return 1;
        const size_t automatic = std::max<size_t>(5, std::min<size_t>(200, length / 120));
        std::printf("%016llx\t%016llx\n", (unsigned long long)signature(jieba, text, 5),
                    (unsigned long long)signature(jieba, text, automatic));
    }
}

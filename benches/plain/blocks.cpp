// All pairs within k of the signatures of a TSV file, in the plain way: map the file, parse it, sort (key, position) once for
// each of k + 1 blocks, compare within runs of equal blocks, sort the pairs, write them.
//     g++ -O3 -march=native -o blocks blocks.cpp && ./blocks FILE K OUTPUT
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

struct Pair { uint32_t a, b; int distance; };

int main(int, char **arguments) {
    int file = open(arguments[1], O_RDONLY), k = atoi(arguments[2]);
    struct stat status;
    fstat(file, &status);
    const char *text = (const char *)mmap(nullptr, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    const char *end = text + status.st_size, *at = (const char *)memchr(text, '\n', status.st_size) + 1;
    std::vector<const char *> ids;
    std::vector<uint64_t> signatures;
    while (at < end) {
        const char *tab = (const char *)memchr(at, '\t', end - at);
        ids.push_back(at);
        uint64_t signature = 0;
        for (at = tab + 1; at < end && *at != '\n'; at++)
            signature = signature << 4 | (*at <= '9' ? *at - '0' : *at - 'a' + 10);
        signatures.push_back(signature);
        at++;
    }
    size_t n = signatures.size();
    std::vector<std::pair<uint64_t, uint32_t>> keys(n);
    std::vector<Pair> pairs;
    std::vector<int> starts;
    for (int block = 0; block <= k + 1; block++) starts.push_back(64 * block / (k + 1));
    auto mask = [&](int block) {
        int width = starts[block + 1] - starts[block];
        return (width == 64 ? ~0ull : (1ull << width) - 1) << starts[block];
    };
    for (int block = 0; block <= k; block++) {
        for (size_t i = 0; i < n; i++) keys[i] = {(signatures[i] & mask(block)) >> starts[block], (uint32_t)i};
        std::sort(keys.begin(), keys.end());
        for (size_t start = 0, stop; start < n; start = stop) {
            for (stop = start + 1; stop < n && keys[stop].first == keys[start].first;) stop++;
            for (size_t i = start; i < stop; i++) {
                uint64_t one = signatures[keys[i].second];
                for (size_t j = i + 1; j < stop; j++) {
                    uint64_t difference = one ^ signatures[keys[j].second];
                    int distance = __builtin_popcountll(difference);
                    if (distance > k) continue;
                    bool is_first = true;
                    for (int before = 0; before < block; before++) is_first &= (difference & mask(before)) != 0;
                    if (is_first) pairs.push_back({keys[i].second, keys[j].second, distance});
                }
            }
        }
    }
    std::sort(pairs.begin(), pairs.end(), [](const Pair &one, const Pair &other) {
        return one.a != other.a ? one.a < other.a : one.b < other.b;
    });
    FILE *output = fopen(arguments[3], "w");
    fputs("id_a\tid_b\tdistance\n", output);
    auto id = [&](uint32_t document) { return (int)((const char *)memchr(ids[document], '\t', 1 << 20) - ids[document]); };
    for (const Pair &pair : pairs)
        fprintf(output, "%.*s\t%.*s\t%d\n", id(pair.a), ids[pair.a], id(pair.b), ids[pair.b], pair.distance);
    fclose(output);
    return 0;
}

// Calls `Simhash::compute` of simhash-cpp, which simhash-py 0.4.0 carries: for each line of hashes, its signature.
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>

#include "simhash.h"

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream numbers(line);
        std::vector<Simhash::hash_t> hashes;
        for (Simhash::hash_t hash; numbers >> hash;) hashes.push_back(hash);
        std::printf("%016llx\n", (unsigned long long)Simhash::compute(hashes));
    }
}

// SPDX-License-Identifier: MIT
//
// Reads frames with Debian's libZXing, for satchel-bench; Benchmarks/Reading/peers.py says how frames come in and answers go
// out. Each frame is read in a process of its own, because the library aborts on some ordinary photos; the answer is
// `died` then. One symbol is asked for: with more, version 1.4 aborts on one frame in twenty.

#define ZX_USE_UTF8 1
#include <ZXing/ReadBarcode.h>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace ZXing;

static const std::map<BarcodeFormat, const char *> names = {
    {BarcodeFormat::Aztec, "aztec"}, {BarcodeFormat::Codabar, "codabar"}, {BarcodeFormat::Code39, "code39"},
    {BarcodeFormat::Code93, "code93"}, {BarcodeFormat::Code128, "code128"}, {BarcodeFormat::DataMatrix, "dataMatrix"},
    {BarcodeFormat::EAN8, "ean8"}, {BarcodeFormat::EAN13, "ean13"}, {BarcodeFormat::ITF, "itf"},
    {BarcodeFormat::PDF417, "pdf417"}, {BarcodeFormat::QRCode, "qr"}, {BarcodeFormat::UPCA, "upcA"},
    {BarcodeFormat::UPCE, "upcE"},
};

static bool isAmongOthers(const std::string &symbology) {
    return symbology == "aztec" || symbology == "dataMatrix" || symbology == "pdf417";
}

static std::string answer(const std::vector<uint8_t> &grey, int width, int height, bool everything) {
    DecodeHints hints;
    BarcodeFormats formats;
    for (const auto &[format, name] : names)
        if (everything || !isAmongOthers(name)) formats |= format;
    hints.setFormats(formats);
    hints.setMaxNumberOfSymbols(1);
    const auto start = clock();
    const auto found = ReadBarcodes(ImageView(grey.data(), width, height, ImageFormat::Lum), hints);
    const auto time = clock() - start;
    std::ostringstream line;
    line << time * 1000000 / CLOCKS_PER_SEC;
    for (const auto &code : found) {
        const auto name = names.find(code.format());
        line << " " << (name == names.end() ? "other" : name->second) << ":";
        for (const uint8_t byte : code.bytes()) {
            char hex[3];
            snprintf(hex, sizeof hex, "%02x", byte);
            line << hex;
        }
    }
    return line.str();
}

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        int width = 0, height = 0, start = 0;
        if (sscanf(line.c_str(), "%d %d %n", &width, &height, &start) < 2 || width < 1 || height < 1) return 1;
        std::vector<std::string> words;
        std::istringstream name(line.substr(start));
        for (std::string word; std::getline(name, word, '|');) words.push_back(word);
        std::vector<uint8_t> grey((size_t)width * height);
        if (words.size() < 4 || !std::cin.read((char *)grey.data(), (std::streamsize)grey.size())) return 1;
        const pid_t child = fork();
        if (child < 0) return 1;
        if (child == 0) {
            prctl(PR_SET_DUMPABLE, 0);
            freopen("/dev/null", "w", stderr);
            const auto text = answer(grey, width, height, isAmongOthers(words[3])) + "\n";
            _exit(write(STDOUT_FILENO, text.data(), text.size()) == (ssize_t)text.size() ? 0 : 1);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (status != 0 && write(STDOUT_FILENO, "died\n", 5) != 5) return 1;
    }
    return 0;
}

// SPDX-License-Identifier: MIT
import Glibc

// The words: hub or files, its directory, the socket between the two, the port or 0, the step to die at or "-", and at which of
// its occurrences.
let words = CommandLine.arguments.dropFirst().map { $0 }
guard words.count == 6, let port = UInt16(words[3]), let occurrence = Int(words[5]) else {
    print("refused usage This program is run by the tests of FileService alone.")
    exit(2)
}
do {
    try Part(
        directory: words[1], socket: words[2], port: port, fatality: Fatality(words[4], occurrence)
    ).serve(isHub: words[0] == "hub")
    print("shown over")
} catch {
    print("refused other \(error)")
    exit(1)
}

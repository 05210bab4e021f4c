// SPDX-License-Identifier: MIT
import Glibc

// The words: hub or files, its directory, the socket between the two, the port or 0, the step to die at or "-", at which of
// its occurrences, "removing" for a file service that removes garbage all the time or "-", the address of the file service,
// and the milliseconds after which a client is too slow for it.
let words = CommandLine.arguments.dropFirst().map { $0 }
guard words.count == 9, let port = UInt16(words[3]), let occurrence = Int(words[5]), let slow = UInt64(words[8]) else {
    print("refused usage This program is run by the tests of FileService alone.")
    exit(2)
}
do {
    try Part(
        directory: words[1], socket: words[2], port: port, fatality: Fatality(words[4], occurrence),
        isRemoving: words[6] == "removing", address: words[7], slowMilliseconds: slow
    ).serve(isHub: words[0] == "hub")
    print("shown over")
} catch {
    print("refused other \(error)")
    exit(1)
}

// SPDX-License-Identifier: MIT
import Glibc

/// The programs that were built together with these tests.
enum Programs {
    static let wallet = "\(folder)/satchel"
    static let hub = "\(folder)/satchel-hub"
    static let reader = "\(folder)/satchel-reader"

    /// Where the file lies that this code was loaded from; the program that runs tests may lie elsewhere.
    /// proc_pid_maps(5)
    private static let folder: String = {
        let here = UInt(bitPattern: #dsohandle)
        guard let stream = fopen("/proc/self/maps", "r") else { preconditionFailure("There is no /proc.") }
        defer { fclose(stream) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, stream) > 0, let line {
            let words = String(cString: line).dropLast().split(
                separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard words.count == 6, bounds.count == 2, bounds[0]..<bounds[1] ~= here else { continue }
            let path = words[5].drop { $0 == " " }
            return String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
        }
        preconditionFailure("The file of the tests is not known.")
    }()
}

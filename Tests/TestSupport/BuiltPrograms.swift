// SPDX-License-Identifier: MIT
import Glibc

/// The programs that were built together with these tests.
package enum BuiltPrograms {
    package static func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Where the file lies that this code was loaded from; the program that runs tests may lie elsewhere.
    /// proc_pid_maps(5)
    private static let folder: String = {
        let here = UInt(bitPattern: #dsohandle)
        for line in mapLines {
            let words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard words.count == 6, bounds.count == 2, bounds[0]..<bounds[1] ~= here else { continue }
            let path = words[5].drop { $0 == " " }
            return String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
        }
        preconditionFailure("The file of the tests is not known.")
    }()

    /// Read line by line: the kernel says that this file has no size.
    private static var mapLines: [String] {
        guard let stream = fopen("/proc/self/maps", "r") else { return [] }
        defer { fclose(stream) }
        var lines: [String] = []
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, stream) > 0, let line {
            lines.append(String(String(cString: line).dropLast()))
        }
        return lines
    }
}

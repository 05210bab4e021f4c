// SPDX-License-Identifier: MIT
import Glibc

/// This process's ends of the two pipes to its parent.
enum Pipe {
    /// Reads this many bytes. Returns nil when the parent closes its end before.
    static func read(_ count: Int) -> [UInt8]? {
        var isWhole = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, initialized in
            while initialized < count, let start = room.baseAddress {
                let taken = Glibc.read(STDIN_FILENO, start + initialized, count - initialized)
                if taken < 0, errno == EINTR { continue }
                guard taken > 0 else { return }
                initialized += taken
            }
            isWhole = true
        }
        return isWhole ? bytes : nil
    }

    /// Writes all bytes. Exits when the parent has closed its end.
    static func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { exit(EXIT_FAILURE) }
            rest = rest.dropFirst(count)
        }
    }
}

extension ArraySlice<UInt8> {
    /// Removes a big-endian number from the front and returns it.
    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
        defer { self = dropFirst(Number.bitWidth / 8) }
        return prefix(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }
}

extension [UInt8] {
    /// Appends a number in big-endian order.
    mutating func append<Number: FixedWidthInteger>(number: Number) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}

// SPDX-License-Identifier: MIT

/// Writes comma-separated values. RFC 4180: lines end in CR LF, fields are quoted where they must be.
struct CSVWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ fields: [String]) {
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(field, isAlone: fields.count == 1)
        }
        endLine()
    }

    mutating func endLine() { bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n")] }

    /// An empty field that stands alone is quoted, or its line would be a blank one.
    private mutating func write(_ field: String, isAlone: Bool) {
        let special: Set<UInt8> = [
            UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"),
        ]
        guard (isAlone && field.isEmpty) || field.utf8.contains(where: special.contains) else {
            bytes += field.utf8
            return
        }
        bytes.append(UInt8(ascii: "\""))
        for byte in field.utf8 {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

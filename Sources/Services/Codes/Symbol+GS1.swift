// SPDX-License-Identifier: MIT
import Symbols

extension Symbol {
    /// The bytes as libzint wants them: GS1 data with each application identifier in brackets.
    ///
    /// The library itself writes a separator after every element whose identifier has no predefined length; elements
    /// are cut so that its separators fall where ours stand.
    ///
    /// - Throws: ``CodesError`` `.invalidInput` for data that cannot be cut so.
    func libraryInput() throws -> [UInt8] {
        switch symbology {
        // The library computes the check digit and refuses to be given it.
        case .dataBar: return bytes
        case .dataBarExpanded: break
        default: guard isGS1 else { return bytes }
        }
        guard
            bytes.allSatisfy({
                (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]") || $0 == 0x1D
            })
        else { throw CodesError.invalid(self, "GS1 takes only printable ASCII without brackets, and separators") }
        var input: [UInt8] = []
        let parts = bytes.split(separator: 0x1D, omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            var rest = part
            var endsFixed = true
            while !rest.isEmpty {
                guard rest.count > 2, rest.prefix(2).allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else {
                    throw CodesError.invalid(self, "GS1 elements begin with an identifier of two or more digits")
                }
                let length = GS1.predefinedLength(rest.prefix(2)) ?? rest.count
                endsFixed = GS1.predefinedLength(rest.prefix(2)) != nil
                let element = rest.prefix(length)
                input += [UInt8(ascii: "[")] + element.prefix(2) + [UInt8(ascii: "]")] + element.dropFirst(2)
                rest = rest.dropFirst(length)
            }
            if endsFixed, index < parts.count - 1 {
                throw CodesError.invalid(self, "a separator stands where GS1 has none")
            }
        }
        return input
    }
}

/// GS1 General Specifications, section 7.8.5.
enum GS1 {
    /// The length of an element, its identifier included, that ends without a separator; nil for all others.
    static func predefinedLength(_ identifier: some Sequence<UInt8>) -> Int? {
        switch identifier.reduce(0, { $0 * 10 + Int($1 &- 48) }) {
        case 0: 20
        case 1, 2, 3: 16
        case 4: 18
        case 11...19: 8
        case 20: 4
        case 31...36: 10
        case 41: 16
        default: nil
        }
    }
}

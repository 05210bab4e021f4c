// SPDX-License-Identifier: MIT
import Barcodes

extension Symbol {
    /// The bytes in libzint's form: GS1 elements with their identifiers in brackets.
    ///
    /// The library itself writes the separators, where ``GS1`` has them too.
    ///
    /// - Precondition: the symbol was checked.
    func libraryInput() throws -> [UInt8] {
        guard isGS1, symbology != .dataBar else { return bytes }
        guard let elements = GS1.elements(bytes) else { throw CodesError.invalid(self, "it is not a GS1 text") }
        return elements.flatMap { [UInt8(ascii: "[")] + $0.identifier + [UInt8(ascii: "]")] + $0.value }
    }
}

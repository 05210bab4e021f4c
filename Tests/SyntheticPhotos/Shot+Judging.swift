// SPDX-License-Identifier: MIT
package import Barcodes

extension Shot {
    /// Whether one of our readers that reports this has read the photo: symbology and bytes as ``Symbol`` has them.
    ///
    /// An EAN-13 code that begins with 0 and a UPC-A code are the same bars; either name is right.
    package func isShown(_ other: Symbol) -> Bool { symbol.isSameCode(as: other) }

    /// Whether another's reader that reports this has read the photo.
    ///
    /// Others expand UPC-E, fill up UPC-A with zeros or leave out Codabar's letters; none of that is a mistake.
    package func isShownLoosely(_ other: Symbol) -> Bool { Shot.loosely(symbol) == Shot.loosely(other) }

    private static func loosely(_ symbol: Symbol) -> Symbol {
        let bytes = symbol.bytes
        switch symbol.symbology {
        case .upcE where bytes.count == 8:
            return Symbol(.ean13, [0x30] + (UPCE.expanded(bytes) ?? []))
        case .upcA, .upcE, .ean13:
            return Symbol(.ean13, [UInt8](repeating: 0x30, count: max(0, 13 - bytes.count)) + bytes)
        case .codabar:
            return Symbol(.codabar, bytes.filter { !(0x41...0x44 ~= $0 & 0xDF) })
        default: return Symbol(symbol.symbology, bytes)
        }
    }
}

extension Symbol {
    /// Whether both are the same symbology and bytes, with UPC-A under its name as EAN-13.
    func isSameCode(as other: Symbol) -> Bool { named == other.named }

    private var named: Symbol { symbology == .upcA ? Symbol(.ean13, [0x30] + bytes) : Symbol(symbology, bytes) }
}

// SPDX-License-Identifier: MIT
import Codes
import Scanner
import Barcodes

/// Bars and spaces of strangers.
extension FuzzEntry {
    /// A byte is the width of a space or a bar, in eighths of a module: what is read is canonical and checked.
    func bars(_ input: [UInt8]) {
        guard input.count >= 4 else { return }
        var edges: [Float] = [0]
        for width in input.dropFirst().dropLast() { edges.append(edges[edges.count - 1] + Float(width)) }
        let row = BarRow(edges: edges, lead: Float(input[0]), trail: Float(input[input.count - 1]))
        guard let row else { return }
        for reading in row.readings(of: Scan.readable) + row.reversed.readings(of: Scan.readable) {
            do {
                try Symbol(reading.symbology, reading.bytes).check()
            } catch {
                preconditionFailure("bars: a text that its symbology does not have: \(reading), \(error)")
            }
            precondition(reading.elements.upperBound < edges.count, "bars: a code beyond the bars")
        }
    }

    /// Characters of twelve bits, two bytes each: what they say is elements of GS1 that can be drawn.
    func expandedBits(_ input: [UInt8]) {
        let characters = stride(from: 0, to: min(input.count - 1, 42), by: 2).map {
            Int(input[$0] & 15) << 8 | Int(input[$0 + 1])
        }
        guard let bytes = ExpandedText.bytes(of: characters) else { return }
        precondition(GS1.elements(bytes) != nil, "expandedBits: a text that is no elements")
        // Two digits take seven bits, and the compact forms imply at most twelve characters.
        precondition(bytes.count <= characters.count * 4 + 12, "expandedBits: a text from nowhere")
    }

    /// Of `(01)90012345678908(3103)001750` and `(10)12A`: ISO/IEC 24724, 7.2.5.
    var expandedBitsSeeds: [[UInt8]] {
        [
            [0x2, 0x00, 0x1, 0x17, 0x2, 0xA6, 0x0, 0xE2, 0x0, 0x6D],
            [0x0, 0x11, 0x3, 0x55, 0x0, 0x82], [0xA, 0x00, 0x00, 0x00, 0x00, 0x00, 0x04, 0x21],
        ]
    }

    /// One drawing of each symbology.
    var barSeeds: [[UInt8]] {
        let codes: [(Symbology, String)] = [
            (.ean13, "4006381333931"), (.ean8, "96385074"), (.upcA, "036000291452"), (.upcE, "01234565"),
            (.code128, "Satchel 123456"), (.code93, "Satchel"), (.code39, "CARD-7"), (.itf, "12345678"),
            (.codabar, "A12345B"), (.dataBar, "04006381333931"), (.dataBarExpanded, "010400638133393110LOT7"),
        ]
        do {
            return try codes.map { symbology, text in
                let matrix = try Symbol(symbology, Array(text.utf8)).drawn()
                var widths: [UInt8] = [96]
                // DataBar begins with a light module, which belongs to the paper here.
                var isDark = false
                for column in 0..<matrix.columns {
                    if matrix.isDark(column, 0) != isDark { widths.append(0) }
                    isDark = matrix.isDark(column, 0)
                    if widths.count > 1 { widths[widths.count - 1] += 8 }
                }
                if !isDark { widths.removeLast() }
                return widths + [96]
            }
        } catch {
            preconditionFailure("The seeds of \(rawValue) cannot be made: \(error)")
        }
    }
}

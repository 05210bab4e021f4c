// SPDX-License-Identifier: MIT
import Codes
import Scanner
import Symbols

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

    /// One drawing of each symbology.
    var barSeeds: [[UInt8]] {
        let codes: [(Symbology, String)] = [
            (.ean13, "4006381333931"), (.ean8, "96385074"), (.upcA, "036000291452"), (.upcE, "01234565"),
            (.code128, "Satchel 123456"), (.code93, "Satchel"), (.code39, "CARD-7"), (.itf, "12345678"),
            (.codabar, "A12345B"),
        ]
        do {
            return try codes.map { symbology, text in
                let matrix = try Symbol(symbology, Array(text.utf8)).drawn()
                var widths: [UInt8] = [96]
                for column in 0..<matrix.columns
                where column == 0 || matrix.isDark(column, 0) != matrix.isDark(column - 1, 0) {
                    widths.append(0)
                }
                var element = 0
                for column in 0..<matrix.columns {
                    if column == 0 || matrix.isDark(column, 0) != matrix.isDark(column - 1, 0) { element += 1 }
                    widths[element] += 8
                }
                return widths + [96]
            }
        } catch {
            preconditionFailure("The seeds of \(rawValue) cannot be made: \(error)")
        }
    }
}

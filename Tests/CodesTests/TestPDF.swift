// SPDX-License-Identifier: MIT
import Codes
import Barcodes

/// PDF files of our own making: pages of squares and words. ISO 32000-1, sections 7.5 and 8.5.
struct TestPDF {
    /// A4, in points.
    static let size = (width: 595, height: 842)

    private var objects: [String] = []
    private var pages: [Int] = []
    /// What the trailer says beside the usual.
    var trailer = ""

    /// A page with a code whose modules are so wide, in millimetres, and a line of words in a font that the file names
    /// and does not bring.
    mutating func add(_ code: Matrix? = nil, millimetres: Double = 0.25, words: String = "", sides: String? = nil) {
        var content = "0 g\n"
        if let code {
            let side = millimetres * 72 / 25.4
            for y in 0..<code.fullHeight {
                for x in 0..<code.fullWidth
                where code.isDark(x - code.quietZone.left, y - code.quietZone.vertical) {
                    let (left, down) = (100 + Double(x) * side, 600 - Double(y) * side)
                    content += "\(left) \(down) \(side) \(side) re f\n"
                }
            }
        }
        if !words.isEmpty { content += "BT /F 24 Tf 100 700 Td (\(words)) Tj ET\n" }
        let page = 4 + objects.count
        pages.append(page)
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(sides ?? "\(Self.size.width) \(Self.size.height)")] "
                + "/Contents \(page + 1) 0 R /Resources << /Font << /F 3 0 R >> >> >>")
        objects.append("<< /Length \(content.utf8.count) >>\nstream\n\(content)endstream")
    }

    var file: [UInt8] {
        let kids = pages.map { "\($0) 0 R" }.joined(separator: " ")
        let all =
            [
                "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>",
                "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            ] + objects
        var text = "%PDF-1.4\n"
        var places: [Int] = []
        for (index, object) in all.enumerated() {
            places.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(all.count + 1)\n0000000000 65535 f \n"
        for place in places { text += String(repeating: "0", count: 10 - "\(place)".count) + "\(place) 00000 n \n" }
        text += "trailer\n<< /Root 1 0 R /Size \(all.count + 1) \(trailer) >>\nstartxref\n\(start)\n%%EOF\n"
        return Array(text.utf8)
    }
}

// SPDX-License-Identifier: MIT

/// A kind of barcode.
package enum Symbology: String, CaseIterable, Hashable, Sendable {
    case aztec = "aztec"
    case codabar = "codabar"
    case code39 = "code39"
    case code93 = "code93"
    case code128 = "code128"
    case dataBar = "dataBar"
    case dataBarExpanded = "dataBarExpanded"
    case dataMatrix = "dataMatrix"
    case ean8 = "ean8"
    case ean13 = "ean13"
    case itf = "itf"
    case maxiCode = "maxiCode"
    case pdf417 = "pdf417"
    case qr = "qr"
    case upcA = "upcA"
    case upcE = "upcE"

    /// The usual name, for messages and lists.
    package var name: String {
        switch self {
        case .aztec: "Aztec"
        case .codabar: "Codabar"
        case .code39: "Code 39"
        case .code93: "Code 93"
        case .code128: "Code 128"
        case .dataBar: "DataBar"
        case .dataBarExpanded: "DataBar Expanded"
        case .dataMatrix: "Data Matrix"
        case .ean8: "EAN-8"
        case .ean13: "EAN-13"
        case .itf: "ITF"
        case .maxiCode: "MaxiCode"
        case .pdf417: "PDF417"
        case .qr: "QR"
        case .upcA: "UPC-A"
        case .upcE: "UPC-E"
        }
    }

    /// Whether the code is one row of bars, so that its height holds no data.
    package var isLinear: Bool {
        switch self {
        case .codabar, .code39, .code93, .code128, .dataBar, .dataBarExpanded, .ean8, .ean13, .itf, .upcA, .upcE: true
        case .aztec, .dataMatrix, .maxiCode, .pdf417, .qr: false
        }
    }
}

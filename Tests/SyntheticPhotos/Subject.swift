// SPDX-License-Identifier: MIT

/// A kind of code to photograph: symbology, size and, for QR, correction.
package enum Subject: String, CaseIterable, Hashable, Sendable {
    case qr21 = "QR 21x21"
    case qr57 = "QR 57x57"
    case qr105 = "QR 105x105"
    case qr177 = "QR 177x177"
    case code128 = "Code 128"
    case ean13 = "EAN-13"
    case pdf417 = "PDF417"
    case aztec37 = "Aztec 37x37"
    case dataMatrix32 = "Data Matrix 32x32"
    case ean8 = "EAN-8"
    case upcA = "UPC-A"
    case upcE = "UPC-E"
    case code39 = "Code 39"
    case code93 = "Code 93"
    case itf = "ITF"
    case codabar = "Codabar"
    case dataBar = "DataBar Omnidirectional"
    case dataBarTruncated = "DataBar Truncated"
    case dataBarStacked = "DataBar Stacked"
    case dataBarStackedOmnidirectional = "DataBar Stacked Omnidirectional"
    case dataBarLimited = "DataBar Limited"
    case dataBarExpanded = "DataBar Expanded"
    case dataBarExpandedStacked = "DataBar Expanded Stacked"

    /// Those that the bench quotes.
    package static let nine: [Subject] = [
        .qr21, .qr57, .qr105, .qr177, .code128, .ean13, .pdf417, .aztec37, .dataMatrix32,
    ]
    package static let qr: [Subject] = [.qr21, .qr57, .qr105, .qr177]
    package static let linear: [Subject] = [
        .code128, .ean13, .ean8, .upcA, .upcE, .code39, .code93, .itf, .codabar,
    ]

    /// One row of bars, or several; none is as high as the others' bars.
    package static let dataBars: [Subject] = [
        .dataBar, .dataBarTruncated, .dataBarStacked, .dataBarStackedOmnidirectional, .dataBarLimited, .dataBarExpanded,
        .dataBarExpandedStacked,
    ]

    /// Modules of a side where the name states them.
    var side: Int? {
        switch self {
        case .qr21: 21
        case .qr57: 57
        case .qr105: 105
        case .qr177: 177
        case .aztec37: 37
        case .dataMatrix32: 32
        default: nil
        }
    }

    /// The two large QR codes need the sharper camera to have four pixels a module.
    var frame: (width: Int, height: Int) {
        switch self {
        case .qr105, .qr177: (1920, 1080)
        default: (1280, 720)
        }
    }
}

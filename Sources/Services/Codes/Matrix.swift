// SPDX-License-Identifier: MIT

/// The square of dark and light modules of one code, without its quiet zone.
package struct Matrix: Equatable, Sendable {
    /// Light modules that must surround a QR code on each side. ISO/IEC 18004, section 9.1.
    package static let quietZone = 4

    /// Modules in a row, and rows.
    package let side: Int
    /// The correction drawn with, which a long text may have lowered.
    package let correction: Correction
    private let modules: [Bool]

    /// - Precondition: the modules are the rows of a square, one after the other, true for dark.
    package init(side: Int, correction: Correction, modules: [Bool]) {
        precondition(side > 0 && modules.count == side * side, "A matrix is a square of modules.")
        self.side = side
        self.correction = correction
        self.modules = modules
    }

    /// The QR version, 1 to 40: each is four modules larger than the one before.
    package var version: Int { (side - 17) / 4 }

    /// Modules in a row when the quiet zone is counted.
    package var fullSide: Int { side + 2 * Matrix.quietZone }

    /// Whether a module is dark. The quiet zone and everything beyond it is light.
    package func isDark(_ x: Int, _ y: Int) -> Bool {
        guard 0..<side ~= x, 0..<side ~= y else { return false }
        return modules[y * side + x]
    }
}

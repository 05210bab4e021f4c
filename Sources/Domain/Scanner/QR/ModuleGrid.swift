// SPDX-License-Identifier: MIT

/// The modules of one QR code as measured: their darkness, from -1 for certainly light to 1 for certainly dark.
package struct ModuleGrid: Sendable {
    package let version: QRVersion
    /// In row order; zero is unknown.
    package var darkness: [Float]

    package var side: Int { version.side }

    /// - Precondition: `darkness` fills the square.
    package init(_ version: QRVersion, darkness: [Float]) {
        precondition(darkness.count == version.side * version.side, "A grid is a square of modules.")
        self.version = version
        self.darkness = darkness
    }

    /// A grid without uncertainty, as printed.
    package init(_ version: QRVersion, isDark: [Bool]) {
        self.init(version, darkness: isDark.map { $0 ? 1 : -1 })
    }

    /// The mirrored grid.
    package var transposed: ModuleGrid {
        var other = self
        for y in 0..<side { for x in 0..<side { other.darkness[x * side + y] = darkness[y * side + x] } }
        return other
    }
}

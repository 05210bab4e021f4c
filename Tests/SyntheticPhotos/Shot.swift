// SPDX-License-Identifier: MIT
package import Scanner
package import Symbols

/// One synthetic photo and what is printed in it.
package struct Shot: Sendable {
    package let image: GreyImage
    package let symbol: Symbol
    /// The setting, as rows of the bench name it: `noise 40`.
    package let setting: String

    package init(_ image: GreyImage, of symbol: Symbol, setting: String) {
        self.image = image
        self.symbol = symbol
        self.setting = setting
    }
}

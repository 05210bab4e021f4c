// SPDX-License-Identifier: MIT
package import Scanner
package import Barcodes

/// One synthetic photo and what is printed in it.
package struct Shot: Sendable {
    package let image: GreyImage
    package let symbol: Symbol
    package let subject: Subject
    package let setting: Setting
    /// Which of the photos of this subject and setting it is.
    package let number: Int
    /// The corners of the code without its quiet zone: from its own upper left, clockwise as it was printed.
    package let corners: [Sighting.Point]

    /// `noise 40, EAN-13, 2`: enough to take the same photo again.
    package var name: String { "\(setting.name), \(subject.rawValue), \(number)" }
}

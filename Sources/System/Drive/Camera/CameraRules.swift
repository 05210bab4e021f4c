// SPDX-License-Identifier: MIT

/// When photos of a folder wait in a round that the user has not asked for.
package struct CameraRules: OptionSet, Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// Not while the network costs by what is sent.
    package static let unmetered = CameraRules(rawValue: 1)
    /// Not by a mobile network.
    package static let noMobile = CameraRules(rawValue: 2)
    /// Not on battery.
    package static let onPower = CameraRules(rawValue: 4)

    /// The code of each rule in answers, which never changes.
    package static let words: [(rule: CameraRules, word: String)] = [
        (.unmetered, "unmetered"), (.noMobile, "noMobile"), (.onPower, "onPower"),
    ]

    /// Why the photos wait now; nil when they need not. What the device does not know holds nothing back.
    package func hold(isMetered: Bool?, isMobile: Bool?, isOnBattery: Bool?) -> DriveReason? {
        if contains(.unmetered), isMetered == true { return .networkMetered }
        if contains(.noMobile), isMobile == true { return .networkMobile }
        if contains(.onPower), isOnBattery == true { return .onBattery }
        return nil
    }
}

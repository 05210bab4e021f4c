// SPDX-License-Identifier: MIT

/// What a wallet does while another party controls the device, that is, while a finding is `taken`.
package enum DeviceMode: UInt64, CaseIterable, Sendable {
    /// Shows findings only to a user who asks for them.
    case log = 0
    /// Shows findings, and refuses nothing because of them.
    case warn = 1
    /// Refuses each ``DeviceFeature``. The default.
    case restrict = 2
    /// Does not open either.
    case block = 3

    /// The mode's name in commands.
    package var name: String {
        switch self {
        case .log: "log"
        case .warn: "warn"
        case .restrict: "restrict"
        case .block: "block"
        }
    }

    package init?(named name: String) {
        guard let mode = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = mode
    }
}

/// What a wallet refuses while another party controls the device. Balances, history, profile, receiving, syncing and
/// redeeming are never refused.
package enum DeviceFeature: Sendable {
    case sendMoney
    /// To a bank account, which each payout names, or from the account as offline tokens.
    case withdraw
}

/// The refusal of a feature because of the device.
package struct DeviceRestriction: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was refused; nil for opening the wallet.
    package let feature: DeviceFeature?
    /// The findings with the weight `taken`; at least one.
    package let findings: [DeviceFinding]

    package init(refusing feature: DeviceFeature?, because findings: [DeviceFinding]) {
        self.feature = feature
        self.findings = findings
    }

    /// Refuses a feature if the mode and the findings say so; does nothing otherwise.
    ///
    /// - Parameter feature: nil for opening the wallet, which only ``DeviceMode/block`` refuses.
    /// - Throws: ``DeviceRestriction``.
    package static func check(
        _ feature: DeviceFeature?, mode: DeviceMode, findings: () -> [DeviceFinding]
    ) throws {
        guard mode != .log else { return }
        let taken = findings().filter { $0.weight == .taken }
        guard !taken.isEmpty, mode == .block || mode == .restrict && feature != nil else { return }
        throw DeviceRestriction(refusing: feature, because: taken)
    }

    /// What was refused and found, and what to do.
    package var message: String {
        let refused =
            switch feature {
            case .sendMoney: "Sending is not available on this device now."
            case .withdraw: "Withdrawing is not available on this device now."
            case nil: "The wallet does not open on this device now."
            }
        let found = findings.prefix(2).map { "\($0.sentence) \($0.cure)" }.joined(separator: " ")
        let advice = "To see all risks: satchel device"
        return "\(refused) \(found.last == "." ? found : found + ".") \(advice)"
    }

    package var description: String { "DeviceRestriction: \(message)" }
}

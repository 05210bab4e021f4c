// SPDX-License-Identifier: MIT
package import Keys
internal import Observation
internal import Wallet

/// All risks of this device, and what the wallet does about them.
@Observable @MainActor
package final class DeviceModel: BusyModel {
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    /// The findings of all weights, the heavier ones first.
    package private(set) var findings: [DeviceFinding] = []
    /// The chosen mode; ``change()`` stores it.
    package var mode: DeviceMode
    /// The wallet's passphrase. An open app alone cannot change the mode.
    package var passphrase = ""
    package let session: WalletSession

    package init(_ session: WalletSession) {
        self.session = session
        mode = session.deviceMode
    }

    /// Checks the device again.
    package func load() async {
        await session.lookAtDevice()
        findings = session.deviceFindings + session.walletService.deviceNotes
    }

    /// The findings of one weight.
    package struct Section: Hashable, Sendable {
        package let title: StringKey
        package let reasons: [Banner.Reason]
    }

    /// The weights that have findings, the heaviest first.
    package var sections: [Section] {
        DeviceFinding.Weight.allCases.reversed().compactMap { weight in
            let reasons = findings.filter { $0.weight == weight }.map(\.reason)
            return reasons.isEmpty ? nil : Section(title: weight.title, reasons: reasons)
        }
    }

    package nonisolated static let modes = DeviceMode.allCases

    package nonisolated static func title(of mode: DeviceMode) -> StringKey {
        switch mode {
        case .log: .deviceModeLog
        case .warn: .deviceModeWarn
        case .restrict: .deviceModeRestrict
        case .block: .deviceModeBlock
        }
    }

    package var canChange: Bool { !isBusy && !passphrase.isEmpty && mode != session.deviceMode }

    /// Stores the chosen mode. A wrong passphrase leaves the present one.
    package func change() async {
        guard canChange else { return }
        let (mode, secret) = (mode, SecretText.bytes(passphrase))
        passphrase = ""
        await attempt { try await self.session.walletService.use { try $0.setDeviceMode(mode, passphrase: secret) } }
        await session.caughtUp()
        self.mode = session.deviceMode
    }
}

extension DeviceFinding.Weight {
    /// The heading of the findings with this weight.
    fileprivate var title: StringKey {
        switch self {
        case .taken: .deviceTaken
        case .weak: .deviceWeak
        case .note: .deviceNotes
        }
    }
}

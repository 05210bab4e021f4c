// SPDX-License-Identifier: MIT
package import Bytes
internal import Crypto
package import Hub
package import HubAPI
package import HubStorage
package import Money
package import Tokens
package import Wallet

/// The files of one hub and its people, and how their programs are put together; killed processes and the test share it.
package struct Scene: Sendable {
    package let folder: String

    package init(_ folder: String) { self.folder = folder }

    package var hub: HubDirectory { HubDirectory(folder + "/hub") }
    package func wallet(_ person: String, copy: String = "") -> String { "\(folder)/\(person)/wallet\(copy)" }
    /// Outside the wallet's folder, as in life.
    package func epochs(_ person: String) -> String { "\(folder)/\(person)/state" }
    package func backup(_ person: String) -> String { "\(folder)/\(person)/backup" }

    /// Where every scene begins: a Friday in November 2026.
    package static let start: UInt64 = 1_795_180_000

    /// Everybody's, for nothing here is secret.
    package static var passphrase: SecretBytes { SecretBytes(Array("an open secret".utf8)) }
    package static let password = "an open secret"

    package static let currency: Currency = {
        do { return try Currency(code: "USD") } catch { preconditionFailure("USD is in the table: \(error)") }
    }()

    package static func amount(_ cents: UInt64) -> Amount { Amount(minorUnits: Int64(cents), currency: currency) }

    /// A clock that stands still: each process gets the time it lives at.
    package static func clock(_ seconds: UInt64) -> Clock { Clock { Timestamp(seconds: seconds) } }

    package func environment(
        of person: String, copy: String = "", at time: UInt64, seed: UInt64, hub pipe: @escaping HubPipe,
        onStep: @escaping (WalletStep) throws -> Void = { _ in }
    ) -> Wallet.Environment {
        Wallet.Environment(
            place: .folder(wallet(person, copy: copy)), epochs: .folder(epochs(person)), clock: Self.clock(time),
            random: SeededBytes(seed).source, connect: { _, _ in pipe }, onStep: onStep, passphraseCost: .minimum)
    }

    package static func hubConfiguration(
        _ execution: HubConfiguration.Execution, onStep: @escaping @Sendable (HubStep) -> Void = { _ in }
    ) -> HubConfiguration {
        var configuration = HubConfiguration()
        // Each account here is opened for its test, and may have as much as an older one.
        configuration.youngDays = 0
        configuration.execution = execution
        configuration.passwordCost = .minimum
        // So that it is often being moved when the hub is killed.
        configuration.logPages = 128
        configuration.onStep = onStep
        return configuration
    }
}

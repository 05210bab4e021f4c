// SPDX-License-Identifier: MIT

/// A wallet that nobody here wrote, with a phrase of its own, as one signer of a shared account. Gone with this value.
package final class OtherWallet {
    private let process: PeerProcess

    /// Its part of the account, as cosigners exchange it.
    package let key: String

    package init(
        phrase: String = "zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong", path: String = "m/48'/1'/0'/2'"
    ) throws {
        process = try PeerProcess("cosigner.py", [phrase, path])
        key = try process.ask("")
    }

    /// The PSBT with its signatures, in Base64 as it is given.
    package func sign(_ psbt: String) throws -> String { try process.ask(psbt) }
}

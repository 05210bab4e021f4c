// SPDX-License-Identifier: MIT
package import Bytes
package import Chains

/// The seed of the phrase and the root keys derived from it. It prints as `‹redacted›` because its parts do.
package struct Seed {
    /// 64 bytes. BIP-0039
    package let bytes: SecretBytes
    /// The root of Bitcoin's and Ethereum's keys. BIP-0032
    package let root: PrivateExtendedKey
    /// The root of Solana's keys. SLIP-0010
    package let edwards: EdwardsKey

    init(_ phrase: Phrase, passphrase: SecretBytes) throws {
        bytes = try phrase.seed(passphrase: passphrase)
        root = try PrivateExtendedKey(seed: bytes)
        edwards = try EdwardsKey(seed: bytes)
    }

    init(_ record: PhraseRecord) throws {
        try self.init(try record.phrase, passphrase: record.passphrase)
    }
}

extension PhraseRecord {
    var phrase: Phrase {
        get throws { try Phrase(parsing: words) }
    }
}

extension Seed: CustomStringConvertible, CustomReflectable {
    package var description: String { "‹redacted›" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

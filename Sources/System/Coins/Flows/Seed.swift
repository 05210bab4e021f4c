// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains

/// The seed of the phrase and the root keys derived from it. It prints as `‹redacted›` because its parts do.
struct Seed {
    /// 64 bytes. BIP-0039
    let bytes: SecretBytes
    /// The root of Bitcoin's and Ethereum's keys. BIP-0032
    let root: PrivateExtendedKey
    /// The root of Solana's keys. SLIP-0010
    let edwards: EdwardsKey

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
    var description: String { "‹redacted›" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

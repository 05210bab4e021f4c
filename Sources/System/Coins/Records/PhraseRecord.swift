// SPDX-License-Identifier: MIT
internal import Bytes
internal import Vault

/// The wallet's phrase, from which every account with keys is derived, and its optional passphrase. Row 1, or none.
struct PhraseRecord: SealedRecord {
    enum State: Int64 { case kept = 0 }

    static let table = "chain_phrase"
    var state = State.kept
    /// The words as entered, in UTF-8.
    var words: SecretBytes
    /// The BIP-39 passphrase in UTF-8; empty for none.
    var passphrase: SecretBytes

    init(words: SecretBytes, passphrase: SecretBytes) {
        self.words = words
        self.passphrase = passphrase
    }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 2)
        words = SecretBytes(try reader.blob())
        passphrase = SecretBytes(try reader.blob())
    }

    func write(to writer: inout CBORWriter) {
        writer.array(2)
        writer.bytes(words.withUnsafeBytes { Array($0) })
        writer.bytes(passphrase.withUnsafeBytes { Array($0) })
    }
}

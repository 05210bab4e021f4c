// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
internal import Vault

/// Stores the wallet's phrase. A wallet has one.
struct PhraseKeeping {
    let coins: OpenCoins

    /// Stores a phrase in row 1. The seed is derived once first, so that only a working phrase is stored.
    ///
    /// - Throws: ``CoinsError`` with code `.phraseExists`.
    func keep(_ phrase: Phrase, passphrase: SecretBytes) throws {
        let table = coins.table(PhraseRecord.self)
        _ = try Seed(phrase, passphrase: passphrase)
        try coins.transaction {
            guard try table.row(1) == nil else {
                throw CoinsError(
                    .phraseExists,
                    "This wallet has a phrase, and it is never replaced. Make another wallet for another.")
            }
            try table.insert(PhraseRecord(words: SecretBytes(Array(phrase.text.utf8)), passphrase: passphrase))
            try coins.step(.phraseKeeping)
        }
        coins.forgetSeed()
        try coins.step(.phraseKept)
    }
}

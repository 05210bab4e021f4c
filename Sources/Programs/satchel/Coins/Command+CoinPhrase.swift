// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Terminal

extension Option {
    fileprivate static let words = Option(
        "words", value: "number", "Number of words: 12, 15, 18, 21 or 24.", fallback: "12",
        completion: .choices(Phrase.wordCounts.map { "\($0)" }))
    fileprivate static let language = Option(
        "language", value: "language", "Language of the words.", fallback: Phrase.Language.english.rawValue,
        completion: .choices(Phrase.Language.allCases.map(\.rawValue)))
    fileprivate static let phraseFile = Option(
        "phrase-file", value: "file", "Read the phrase from the first line of a file only you can read.",
        completion: .files)
    fileprivate static let phraseDescriptor = Option(
        "phrase-fd", value: "number", "Read the phrase from the first line of an open file descriptor.")
    fileprivate static let extraWordFile = Option(
        "extra-word-file", value: "file",
        "Read the extra word of the phrase (BIP-39 passphrase) from a file only you can read.", completion: .files)
    fileprivate static let extraWordDescriptor = Option(
        "extra-word-fd", value: "number", "Read the extra word from an open file descriptor.")
}

extension Command {
    /// The recovery phrase, from which all keys are derived.
    static let coinPhrase: [Command] = [
        Command(
            "new", "Create a recovery phrase and show it once to write down.",
            discussion: """
                Anyone with the words can take the coins. The wallet's encrypted backup contains them, too. An extra \
                word makes another wallet from the same phrase. Without it, the words alone cannot recover that \
                wallet.
                """,
            options: [.words, .language, .extraWordFile, .extraWordDescriptor],
            examples: [.init("satchel coins new", "Create a phrase of 12 English words.")]
        ) { invocation in
            let count = try invocation.integer(.words, in: 12...24) ?? 12
            let language = try invocation.choice(.language, of: Phrase.Language.self) ?? .english
            let context = try CoinContext(invocation)
            let phrase = try context.coins.makePhrase(
                words: count, passphrase: try invocation.extraWord(), language: language)
            try invocation.show(phrase, next: "Next: satchel coins add bitcoin")
        },
        Command(
            "restore", "Restore the coins of a recovery phrase.",
            discussion: """
                The command asks for the phrase without showing it, or reads it from a file. Afterwards `satchel \
                coins discover` asks your servers which accounts were used, at the derivation paths of common \
                wallets.
                """,
            options: [.phraseFile, .phraseDescriptor, .extraWordFile, .extraWordDescriptor]
        ) { invocation in
            let context = try CoinContext(invocation)
            let typed = try invocation.passphrase("Phrase", file: .phraseFile, descriptor: .phraseDescriptor)
            let text = typed.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
            try context.coins.restorePhrase(text, passphrase: try invocation.extraWord())
            invocation.answer(
                [:], "The phrase is valid and stored. Next: add servers, then satchel coins discover NETWORK")
        },
        Command("phrase", "Show the recovery phrase.", confirms: true) { invocation in
            try CommandContext(invocation).requireProtection(for: "Showing the phrase")
            let context = try CoinContext(invocation)
            try invocation.confirm("Anyone who sees the words can take the coins. Show them here?")
            try invocation.show(try context.coins.revealPhrase())
        },
    ]
}

extension Invocation {
    /// The extra word of a phrase; empty when none is given.
    fileprivate func extraWord() throws -> SecretBytes {
        guard has(.extraWordFile) || has(.extraWordDescriptor) else { return SecretBytes([]) }
        return try passphrase("Extra word", file: .extraWordFile, descriptor: .extraWordDescriptor)
    }

    fileprivate func show(_ phrase: Phrase, next: String? = nil) throws {
        guard !wantsJSON else { return console.print(["phrase": .string(phrase.text)]) }
        console.print("Write these words on paper, in this order. Anyone with them can take the coins.\n")
        for (number, word) in phrase.words.enumerated() {
            console.print("\(number < 9 ? " " : "")\(number + 1)  \(word)")
        }
        if let next { console.print("\n\(next)") }
    }
}

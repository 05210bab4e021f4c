// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Terminal

extension Option {
    fileprivate static let words = Option(
        "words", value: "number", "12, 15, 18, 21 or 24.", fallback: "12",
        completion: .choices(Phrase.wordCounts.map { "\($0)" }))
    fileprivate static let language = Option(
        "language", value: "language", "The language of the words.", fallback: Phrase.Language.english.rawValue,
        completion: .choices(Phrase.Language.allCases.map(\.rawValue)))
    fileprivate static let phraseFile = Option(
        "phrase-file", value: "file", "Read the phrase from the first line of a file only you can read.",
        completion: .files)
    fileprivate static let phraseDescriptor = Option(
        "phrase-fd", value: "number", "Read the phrase from the first line of an open file descriptor.")
    fileprivate static let extraWordFile = Option(
        "extra-word-file", value: "file",
        "Read the phrase's extra word, BIP-39's passphrase, from a file only you can read.", completion: .files)
    fileprivate static let extraWordDescriptor = Option(
        "extra-word-fd", value: "number", "Read the extra word from an open file descriptor.")
}

extension Command {
    /// The phrase that all keys come from.
    static let coinPhrase: [Command] = [
        Command(
            "new", "Make a phrase and show it, to be written down.",
            discussion: """
                Whoever has the words has the coins. The wallet's backup holds them too, encrypted. An extra word makes \
                another wallet of the same phrase: without it, the words alone find nothing.
                """,
            options: [.words, .language, .extraWordFile, .extraWordDescriptor],
            examples: [.init("satchel coins new", "Make a phrase of 12 English words.")]
        ) { invocation in
            let count = try invocation.integer(.words, in: 12...24) ?? 12
            let language = try invocation.choice(.language, of: Phrase.Language.self) ?? .english
            let desk = try CoinDesk(invocation)
            let phrase = try desk.coins.makePhrase(
                words: count, passphrase: try invocation.extraWord(), language: language)
            try invocation.show(phrase, next: "Next: satchel coins add bitcoin")
        },
        Command(
            "restore", "Bring back the coins of a phrase that you have written down.",
            discussion: """
                It is typed without being shown, or read from a file. Then `satchel coins discover` asks your servers \
                which accounts of it were ever used, at the paths that other wallets use too.
                """,
            options: [.phraseFile, .phraseDescriptor, .extraWordFile, .extraWordDescriptor]
        ) { invocation in
            let desk = try CoinDesk(invocation)
            let typed = try invocation.passphrase("Phrase", file: .phraseFile, descriptor: .phraseDescriptor)
            let text = typed.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
            try desk.coins.restorePhrase(text, passphrase: try invocation.extraWord())
            invocation.answer(
                [:], "The phrase is right and kept. Next: add servers, then satchel coins discover NETWORK")
        },
        Command("phrase", "Show the phrase once more.", options: [.yes]) { invocation in
            let desk = try CoinDesk(invocation)
            guard
                try invocation.has(.yes)
                    || invocation.console.confirm("Whoever sees the words can take the coins. Show them here?")
            else { throw Failure(.failed, "Nothing was shown.") }
            try invocation.show(try desk.coins.revealPhrase())
        },
    ]
}

extension Invocation {
    /// The extra word that belongs to a phrase; empty when none is given.
    fileprivate func extraWord() throws -> SecretBytes {
        guard has(.extraWordFile) || has(.extraWordDescriptor) else { return SecretBytes([]) }
        return try passphrase("Extra word", file: .extraWordFile, descriptor: .extraWordDescriptor)
    }

    fileprivate func show(_ phrase: Phrase, next: String? = nil) throws {
        guard !wantsJSON else { return console.print(["phrase": .text(phrase.text)]) }
        console.print("Write these words down, in this order, on paper. They are the coins.\n")
        for (number, word) in phrase.words.enumerated() {
            console.print("\(number < 9 ? " " : "")\(number + 1)  \(word)")
        }
        if let next { console.print("\n\(next)") }
    }
}

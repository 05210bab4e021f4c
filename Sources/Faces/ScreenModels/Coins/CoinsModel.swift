// SPDX-License-Identifier: MIT
package import Chains
package import Coins
internal import Observation

/// The accounts of coins: the phrase made, shown and checked, or typed; accounts added, found, asked for news.
///
///     unknown ─▶ noPhrase ─make─▶ showing ─written down─▶ checking ─right words─▶ ready
///                    └───────────restore (discovers the accounts)────────────────▶ ready
@Observable @MainActor
package final class CoinsModel: BusyModel {
    package enum Step: Hashable, Sendable {
        case unknown, noPhrase
        /// The words are on the screen to be written down.
        case showing([String])
        /// Some of the words are asked for, by their places from 1.
        case checking(words: [String], places: [Int])
        case ready
    }

    /// An account with what is known of it.
    package struct Line: Identifiable, Sendable {
        package let account: CoinAccount
        package let balances: [CoinBalance]
        /// Why the balances are not of now.
        package let staleBecause: Refusal?

        package var id: Int64 { account.id }
    }

    package private(set) var step = Step.unknown
    package private(set) var lines: Content<[Line]> = .loading
    package internal(set) var isBusy = false
    package internal(set) var refusal: Refusal?
    /// The words that are typed at the places asked for, or the whole phrase for a restore.
    package var answers: [String] = []
    package var typedPhrase = ""
    /// What an account is watched by: an extended public key, a descriptor or an address.
    package var watchedText = ""
    /// How many words a new phrase has, in which language they are, and the extra word of either kind of phrase. BIP-0039
    package var wordCount = Phrase.wordCounts[0]
    package var wordLanguage = Phrase.Language.english
    package var extraWord = ""
    /// Whether the words on the screen are those of a phrase that was there before.
    package private(set) var isRevealed = false
    /// The accounts that the last search found.
    package private(set) var found: [CoinAccount]?
    package let session: WalletSession

    /// The networks that a person is offered; test networks are for those who ask.
    package nonisolated static let networks = [Network.bitcoin, .ethereum, .solana]
    package nonisolated static let testNetworks = Network.all.filter { !$0.isReal }
    private static let checkedWords = 3

    package init(_ session: WalletSession) { self.session = session }

    /// Reads the accounts as they were known; asks no server.
    package func load() async {
        await session.applyPrices()
        do {
            let (hasPhrase, known) = try await session.custodian.useCoins { coins in
                (try coins.hasPhrase, try Self.lines(coins, refreshing: false))
            }
            lines = Content(known)
            switch step {
            case .showing, .checking: break
            case .unknown, .noPhrase, .ready: step = hasPhrase || !known.isEmpty ? .ready : .noPhrase
            }
        } catch {
            lines = .failed(Refusal(error))
        }
    }

    /// Asks the chosen servers for news; what is known stays where none answers.
    package func refresh() async {
        await attempt {
            self.lines = Content(try await self.session.custodian.useCoins { try Self.lines($0, refreshing: true) })
        }
    }

    private nonisolated static func lines(_ coins: CoinWallet, refreshing: Bool) throws -> [Line] {
        try coins.accounts().map { account in
            let known = try coins.balances(of: account.id, refreshing: refreshing)
            return Line(
                account: account, balances: known.balances, staleBecause: known.staleBecause.map { Refusal($0) })
        }
    }

    // MARK: - The phrase

    /// Makes a phrase and shows it; it is kept from then on.
    package func makePhrase() async {
        await attempt {
            guard self.session.deviceFindings.isEmpty else { throw Refusal(.refusedDevice) }
            let (count, language) = (self.wordCount, self.wordLanguage)
            let extra = SecretText.bytes(self.extraWord)
            let words = try await self.session.custodian.useCoins {
                try $0.makePhrase(words: count, passphrase: extra, language: language).words
            }
            self.extraWord = ""
            self.step = .showing(words)
        }
    }

    /// Asks for some of the words, chosen by chance.
    package func check() {
        guard case .showing(let words) = step else { return }
        let places = Array(words.indices.shuffled().prefix(Self.checkedWords)).map { $0 + 1 }.sorted()
        answers = places.map { _ in "" }
        step = .checking(words: words, places: places)
    }

    /// Shows the words again.
    package func showAgain() {
        guard case .checking(let words, _) = step else { return }
        refusal = nil
        step = .showing(words)
    }

    /// Whether the words that were typed are the right ones; then the phrase is done with.
    package func confirm() async {
        guard case .checking(let words, let places) = step else { return }
        guard zip(places, answers).allSatisfy({ words[$0 - 1] == $1.trimmed.lowercased() }) else {
            refusal = Refusal(.refusedWords)
            return
        }
        answers = []
        step = .ready
        await load()
    }

    /// Keeps a phrase that was typed, and finds its accounts where servers are chosen.
    package func restorePhrase() async {
        let (typed, extra) = (typedPhrase, SecretText.bytes(extraWord))
        await attempt {
            try await self.session.custodian.useCoins { try $0.restorePhrase(typed, passphrase: extra) }
            (self.typedPhrase, self.extraWord) = ("", "")
            self.step = .ready
            let networks = try await self.session.custodian.useCoins { coins in
                try Self.networks.filter { try !coins.servers(of: $0).isEmpty }
            }
            if !networks.isEmpty {
                _ = try await self.session.custodian.useCoins { try $0.discover(on: networks) }
            }
        }
        await load()
    }

    /// Shows the words of the phrase once more.
    package func revealPhrase() async {
        await attempt {
            guard self.session.deviceFindings.isEmpty else { throw Refusal(.refusedDevice) }
            let words = try await self.session.custodian.useCoins { try $0.revealPhrase().words }
            self.isRevealed = true
            self.step = .showing(words)
        }
    }

    /// Puts the words away that were shown once more.
    package func hidePhrase() async {
        isRevealed = false
        step = .ready
        await load()
    }

    // MARK: - Accounts

    /// Asks the chosen servers which accounts of the phrase were ever used, and adds them.
    package func discover() async {
        found = nil
        await attempt {
            self.found = try await self.session.custodian.useCoins { coins in
                let networks = Set(try coins.servers().map(\.network))
                guard !networks.isEmpty else { throw Refusal(.refusedNoServer) }
                return try coins.discover(on: networks.sorted { $0.name < $1.name })
            }
        }
        await load()
    }

    /// Asks what the coins cost, so that their worth is of now; the accounts are not asked for.
    package func loadWorth() async {
        guard !session.preferences.priceAddress.isEmpty, !lines.items.isEmpty else { return }
        do {
            try await session.custodian.useCoins { try $0.refreshPrices() }
        } catch {
            // Nothing waits for a price; what was known stays.
        }
        await load()
    }

    package func addAccount(on network: Network, name: String? = nil) async {
        await attempt {
            _ = try await self.session.custodian.useCoins { coins in
                let index = try coins.accounts().filter { $0.network == network && !$0.isWatchOnly }.count
                return try coins.addAccount(on: network, index: UInt32(clamping: index), name: name)
            }
        }
        await load()
    }

    /// Watches an account whose keys are elsewhere.
    package func watch(on network: Network) async {
        let text = watchedText.trimmed
        let isWatched = await attempt {
            _ = try await self.session.custodian.useCoins { try $0.watch(text, on: network) }
        }
        if isWatched {
            watchedText = ""
            step = .ready
        }
        await load()
    }

    package func rename(_ account: Int64, to name: String) async {
        await attempt { try await self.session.custodian.useCoins { try $0.rename(account, to: name.trimmed) } }
        await load()
    }

    package func hide(_ account: Int64) async {
        await attempt { try await self.session.custodian.useCoins { try $0.hide(account) } }
        await load()
    }
}

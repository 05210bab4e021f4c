// SPDX-License-Identifier: MIT
package import Chains
package import Coins
internal import Observation

/// The coin accounts: creating, showing, checking or restoring the phrase; adding, discovering and refreshing accounts.
///
///     unknown ─▶ noPhrase ─make─▶ showing ─written down─▶ checking ─right words─▶ ready
///                    └───────────restore (discovers the accounts)────────────────▶ ready
@Observable @MainActor
package final class CoinsModel: BusyModel {
    package enum Step: Hashable, Sendable {
        case unknown, noPhrase
        /// The words are on the screen for the user to write down.
        case showing([String])
        /// The user must enter some of the words, by their positions from 1.
        case checking(words: [String], places: [Int])
        case ready
    }

    /// An account with its stored balances.
    package struct Line: Identifiable, Sendable {
        package let account: CoinAccount
        package let balances: [CoinBalance]
        /// Why the balances are not current.
        package let staleBecause: UserMessage?

        package var id: Int64 { account.id }
    }

    package private(set) var step = Step.unknown
    package private(set) var lines: LoadState<[Line]> = .loading
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage? { didSet { refusedAt = session.feed.position } }
    /// The number of notes of the store at the refusal: what the store learns after it may have ended its reason.
    @ObservationIgnored private var refusedAt = 0
    /// The words typed at the requested positions, or the whole phrase for a restore.
    package var answers: [String] = []
    package var typedPhrase = ""
    /// The key of a watch-only account: an extended public key, a descriptor or an address.
    package var watchedText = ""
    /// The number of words and the language of a new phrase, and the passphrase of a new or restored one. BIP-0039
    package var wordCount = Phrase.wordCounts[0]
    package var wordLanguage = Phrase.Language.english
    package var extraWord = ""
    /// Whether the words on the screen belong to an existing phrase.
    package private(set) var isRevealed = false
    /// The accounts that the last discovery found.
    package private(set) var found: [CoinAccount]?
    package let session: WalletSession

    /// The networks offered to the user; test networks only on request.
    package nonisolated static let networks = CoinChains.standard.networks.filter(\.isReal)
    package nonisolated static let testNetworks = CoinChains.standard.networks.filter { !$0.isReal }
    private static let checkedWords = 3

    package init(_ session: WalletSession) {
        self.session = session
        session.feed.follow([.coins], by: self) { await $0.follow() }
    }

    /// Reads the stored accounts; contacts no server.
    package func load() async {
        await session.applyPrices()
        await read()
    }

    private func follow() async {
        if !isBusy, refusal != nil, session.feed.position > refusedAt { refusal = nil }
        await read()
    }

    private func read() async {
        do {
            let (hasPhrase, known) = try await session.walletService.useCoins { coins in
                (try coins.hasPhrase, try Self.lines(coins, refreshing: false))
            }
            lines = LoadState(known.map(withReason))
            switch step {
            case .showing, .checking: break
            case .unknown, .noPhrase, .ready: step = hasPhrase || !known.isEmpty ? .ready : .noPhrase
            }
        } catch {
            lines = .failed(UserMessage(error))
        }
    }

    /// Refreshes the accounts from the accepted servers; stored data stays where none answers.
    package func refresh() async {
        await attempt {
            self.lines = LoadState(
                try await self.session.walletService.useCoins { try Self.lines($0, refreshing: true) })
        }
    }

    /// A line as read, with the reason why the last refresh could not renew it.
    private func withReason(_ line: Line) -> Line {
        let before = lines.items.first { $0.id == line.id }
        guard before?.balances == line.balances else { return line }
        return Line(account: line.account, balances: line.balances, staleBecause: before?.staleBecause)
    }

    private nonisolated static func lines(_ coins: CoinWallet, refreshing: Bool) throws -> [Line] {
        try coins.accounts().map { account in
            let known = try coins.balances(of: account.id, refreshing: refreshing)
            return Line(
                account: account, balances: known.balances, staleBecause: known.staleBecause.map { UserMessage($0) })
        }
    }

    // MARK: - The phrase

    /// Creates a phrase, stores it and shows it.
    package func makePhrase() async {
        await attempt {
            guard self.session.deviceFindings.isEmpty else { throw UserMessage(.refusedDevice) }
            let (count, language) = (self.wordCount, self.wordLanguage)
            let extra = SecretText.bytes(self.extraWord)
            let words = try await self.session.walletService.useCoins {
                try $0.makePhrase(words: count, passphrase: extra, language: language).words
            }
            self.extraWord = ""
            self.step = .showing(words)
        }
    }

    /// Asks for some of the words, chosen at random.
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

    /// Checks the typed words; if they are right, the phrase is complete.
    package func confirm() async {
        guard case .checking(let words, let places) = step else { return }
        guard zip(places, answers).allSatisfy({ words[$0 - 1] == $1.trimmed.lowercased() }) else {
            refusal = UserMessage(.refusedWords)
            return
        }
        answers = []
        step = .ready
        await session.caughtUp()
    }

    /// Stores a typed phrase, and discovers its accounts where servers are accepted.
    package func restorePhrase() async {
        let (typed, extra) = (typedPhrase, SecretText.bytes(extraWord))
        await attempt {
            try await self.session.walletService.useCoins { try $0.restorePhrase(typed, passphrase: extra) }
            (self.typedPhrase, self.extraWord) = ("", "")
            self.step = .ready
            let networks = try await self.session.walletService.useCoins { coins in
                try Self.networks.filter { try !coins.servers(of: $0).isEmpty }
            }
            if !networks.isEmpty {
                _ = try await self.session.walletService.useCoins { try $0.discover(on: networks) }
            }
        }
        await session.caughtUp()
    }

    /// Shows the words of the phrase again.
    package func revealPhrase() async {
        await attempt {
            guard self.session.deviceFindings.isEmpty else { throw UserMessage(.refusedDevice) }
            let words = try await self.session.walletService.useCoins { try $0.revealPhrase().words }
            self.isRevealed = true
            self.step = .showing(words)
        }
    }

    /// Hides the words of an existing phrase.
    package func hidePhrase() async {
        isRevealed = false
        step = .ready
        await session.caughtUp()
    }

    // MARK: - Accounts

    /// Asks the accepted servers which accounts of the phrase were ever used, and adds them.
    package func discover() async {
        found = nil
        await attempt {
            self.found = try await self.session.walletService.useCoins { coins in
                let networks = Set(try coins.servers().map(\.network))
                guard !networks.isEmpty else { throw UserMessage(.refusedNoServer) }
                return try coins.discover(on: networks.sorted { $0.name < $1.name })
            }
        }
        await session.caughtUp()
    }

    /// Fetches current prices; does not refresh the accounts.
    package func loadWorth() async {
        guard !session.preferences.priceAddress.isEmpty, !lines.items.isEmpty else { return }
        do {
            try await session.walletService.useCoins { try $0.refreshPrices() }
        } catch {
            // Nothing depends on a price; the old values stay.
        }
        await session.caughtUp()
    }

    package func addAccount(on network: Network, name: String? = nil) async {
        await attempt {
            _ = try await self.session.walletService.useCoins { coins in
                let index = try coins.accounts().filter { $0.network == network && !$0.isWatchOnly }.count
                return try coins.addAccount(on: network, index: UInt32(clamping: index), name: name)
            }
        }
        await session.caughtUp()
    }

    /// Watches an account without its keys.
    package func watch(on network: Network) async {
        let text = watchedText.trimmed
        let isWatched = await attempt {
            _ = try await self.session.walletService.useCoins { try $0.watch(text, on: network) }
        }
        if isWatched {
            watchedText = ""
            step = .ready
        }
        await session.caughtUp()
    }

    package func rename(_ account: Int64, to name: String) async {
        await attempt { try await self.session.walletService.useCoins { try $0.rename(account, to: name.trimmed) } }
        await session.caughtUp()
    }

    package func hide(_ account: Int64) async {
        await attempt { try await self.session.walletService.useCoins { try $0.hide(account) } }
        await session.caughtUp()
    }
}

// SPDX-License-Identifier: MIT
package import Chains
package import Coins
internal import Observation

/// Adds an account: one of the phrase, or a watch-only one.
@Observable @MainActor
package final class CoinAddingModel: BusyModel {
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    /// The last added account.
    package private(set) var added: CoinAccount?
    /// A warning about the watched address.
    package private(set) var caution: ReviewFact?
    package var network = Network.bitcoin {
        didSet {
            if network.chain != oldValue.chain { scheme = schemes.first }
            if network != oldValue, shown != nil { readOffers() }
        }
    }
    /// The account's scheme; nil while the address or key itself determines it.
    package var scheme: AccountScheme?
    /// The number of the account within this scheme, from 1; empty for the next free one.
    package var number = ""
    /// A path other than the scheme's own, such as `m/44'/60'/0'/0/7`.
    package var path = ""
    package var name = ""
    /// The key of a watch-only account: an extended public key, a descriptor or an address.
    package var watched = ""
    /// The scheme for a key that does not state one; nil for the key's original scheme.
    package var watchedScheme: AccountScheme?
    /// The accounts that a signing device exported, where it offers several kinds.
    package private(set) var offers: [WatchOffer] = []
    package let intake = Intake()
    package let session: WalletSession
    /// The device's record; the chosen network determines its accounts.
    @ObservationIgnored private var shown: OfflineRecord?

    package init(_ session: WalletSession) {
        self.session = session
        scheme = schemes.first
    }

    package static let networks = CoinsModel.networks + CoinsModel.testNetworks

    /// The network's schemes, the usual one first.
    package var schemes: [AccountScheme] { CoinChains.standard[network].ownSchemes }

    private static let maximumNumber = 1_000_000

    private var index: UInt32?? {
        guard !number.trimmed.isEmpty else { return .some(nil) }
        guard let number = Int(number.trimmed), 1...Self.maximumNumber ~= number else { return nil }
        return UInt32(number - 1)
    }

    package var canAdd: Bool { !isBusy && index != nil }

    /// Adds an account of the phrase; contacts no server.
    @discardableResult
    package func add() async -> Bool {
        guard canAdd, let typed = index else { return false }
        let (network, scheme, path, name) = (network, scheme, path.trimmed, name.trimmed)
        return await attempt {
            self.added = try await self.session.walletService.useCoins { coins in
                let same = try coins.accounts().filter {
                    $0.network == network && !$0.isWatchOnly && (scheme == nil || $0.scheme == scheme)
                }
                return try coins.addAccount(
                    on: network, scheme: scheme, index: typed ?? UInt32(clamping: same.count),
                    path: path.isEmpty ? nil : path, name: name.isEmpty ? nil : name)
            }
            (self.number, self.path, self.name) = ("", "", "")
        }
    }

    // MARK: - Watching

    package var canWatch: Bool { !isBusy && !watched.trimmed.isEmpty }

    /// Whether the typed key can belong to several schemes. BIP-0032
    package var isOfAnyKind: Bool {
        network.chain == .bitcoin && ["xpub", "tpub"].contains(where: watched.trimmed.hasPrefix)
    }

    /// Watches the typed or pasted key.
    @discardableResult
    package func watch() async -> Bool {
        guard canWatch else { return false }
        return await watch(watched.trimmed, name: name.trimmed, scheme: isOfAnyKind ? watchedScheme : nil)
    }

    /// Watches one of the accounts that a device exported.
    @discardableResult
    package func watch(_ offer: WatchOffer) async -> Bool {
        await watch(offer.text, name: name.trimmed.isEmpty ? offer.name ?? "" : name.trimmed)
    }

    private func watch(_ text: String, name: String, scheme: AccountScheme? = nil) async -> Bool {
        let network = network
        caution = nil
        return await attempt {
            self.added = try await self.session.walletService.useCoins {
                try $0.watch(text, on: network, scheme: scheme, name: name.isEmpty ? nil : name)
            }
            self.caution = CoinWallet.caution(about: text, on: network)
            (self.watched, self.name, self.offers, self.shown) = ("", "", [], nil)
        }
    }

    private func readOffers() {
        guard let shown else { return }
        (refusal, offers) = (nil, [])
        do {
            offers = try WatchOffer.offers(in: shown, on: network)
        } catch {
            refusal = UserMessage(error)
        }
    }

    /// Accepts typed text: a path or the text of a barcode.
    ///
    /// - Returns: whether an account is watched now.
    @discardableResult
    package func take(typed: String) async -> Bool {
        guard let scanned = await intake.take(typed: typed) else { return false }
        return await take(scanned)
    }

    /// Accepts a scanned item.
    ///
    /// - Returns: whether an account is watched now.
    @discardableResult
    package func take(_ scanned: Scanned) async -> Bool {
        intake.reset()
        refusal = nil
        switch scanned {
        case .account(let record):
            shown = record
            readOffers()
            guard offers.count == 1 else { return false }
            return await watch(offers[0])
        case .other(let text), .coins(let text): return await watch(text, name: name.trimmed)
        case .document, .link, .cards, .signing:
            refusal = UserMessage(.refusedOtherContent)
            return false
        }
    }
}

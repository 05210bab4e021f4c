// SPDX-License-Identifier: MIT
package import Chains
package import Coins
package import Money
internal import Observation

/// Settings for coins: servers, tokens and contacts.
@Observable @MainActor
package final class CoinSettingsModel: BusyModel {
    package private(set) var servers: LoadState<[ServerAddress]> = .loading
    package private(set) var tokens: [CoinWallet.KnownToken] = []
    package private(set) var contacts: [CoinWallet.Contact] = []
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    /// A warning about the last stored address.
    package private(set) var caution: ReviewFact?
    /// The network of the forms.
    package var network: Network { didSet { kind = kinds[0] } }

    // The user's own server
    package var kind: ServerAddress.Kind
    package var url = ""
    // A token
    package var tokenAddress = ""
    package var tokenSymbol = ""
    package var tokenDecimals = ""
    /// The address of the price source; empty for none.
    package var priceAddress: String
    /// The address of the price history; while it is empty, recorded prices are drawn.
    package var priceHistoryAddress: String
    /// The currency code for prices; empty for the hub's currency.
    package var priceCurrency: String
    // A contact
    package var contactName = ""
    package var contactAddress = ""
    package let session: WalletSession

    package init(_ session: WalletSession, _ network: Network = .bitcoin) {
        self.session = session
        self.network = network
        kind = Self.kinds(of: network)[0]
        priceAddress = session.preferences.priceAddress
        priceHistoryAddress = session.preferences.priceHistoryAddress
        priceCurrency = session.preferences.priceCurrency
        session.feed.follow([.coins], by: self) { await $0.load() }
    }

    /// Sets the price source, or removes it.
    package func keepPriceAddress() async {
        let (address, history) = (priceAddress.trimmed, priceHistoryAddress.trimmed)
        let code = priceCurrency.trimmed.uppercased()
        await attempt {
            let currency = code.isEmpty ? self.session.currency : try Currency(code: code)
            guard address.isEmpty || currency != nil else { throw UserMessage(.refusedCurrency) }
            do {
                // The old addresses stay until the new ones are valid.
                try await self.session.walletService.askPrices(
                    address.isEmpty ? nil : address, history: history.isEmpty ? nil : history, in: currency)
            } catch {
                throw UserMessage(.refusedPriceAddress, detail: UserMessage(error).detail)
            }
            let preferences = self.session.preferences
            (preferences.priceAddress, preferences.priceHistoryAddress) = (address, history)
            preferences.priceCurrency = code
        }
    }

    /// The protocols for servers of the network.
    package var kinds: [ServerAddress.Kind] { Self.kinds(of: network) }

    private static func kinds(of network: Network) -> [ServerAddress.Kind] { CoinChains.standard[network].serverKinds }

    /// Reads the settings.
    package func load() async {
        do {
            let (servers, tokens, contacts) = try await session.walletService.useCoins { coins in
                (try coins.servers(), try coins.tokens(), try coins.contacts())
            }
            self.servers = LoadState(servers)
            self.tokens = tokens
            self.contacts = contacts
        } catch {
            servers = .failed(UserMessage(error))
        }
    }

    /// The accepted servers of the network.
    package var accepted: [ServerAddress] { servers.items.filter { $0.network == network } }

    /// Public servers of the network that are not accepted yet. None of them has been contacted.
    package var suggested: [ServerAddress] {
        ServerAddress.suggested(for: network).filter { !servers.items.contains($0) }
    }

    /// Accepts a server. From now on it may be contacted, and learns the addresses.
    package func accept(_ server: ServerAddress) async { await change { try $0.addServer(server) } }

    package func remove(_ server: ServerAddress) async { await change { try $0.removeServer(server) } }

    package var canAddServer: Bool { !isBusy && !url.trimmed.isEmpty }

    package func addServer() async {
        guard canAddServer else { return }
        let (network, kind, url) = (network, kind, url.trimmed)
        let isAdded = await change {
            try $0.addServer(try ServerAddress(network: network, kind: kind, url: url))
        }
        if isAdded { self.url = "" }
    }

    // MARK: - Tokens

    package var canAddToken: Bool {
        !isBusy && network.chain != .bitcoin && !tokenAddress.trimmed.isEmpty && !tokenSymbol.trimmed.isEmpty
            && Int(tokenDecimals.trimmed).map { 0...77 ~= $0 } ?? false
    }

    /// Stores a token with the symbol and decimals that the user enters. No server can change them.
    package func addToken() async {
        guard canAddToken, let decimals = Int(tokenDecimals.trimmed) else { return }
        let (network, address, symbol) = (network, tokenAddress.trimmed, tokenSymbol.trimmed)
        let isAdded = await change {
            try $0.addToken(address, on: network, symbol: symbol, decimals: decimals)
        }
        guard isAdded else { return }
        caution = CoinWallet.caution(about: address, on: network)
        (tokenAddress, tokenSymbol, tokenDecimals) = ("", "", "")
    }

    /// Removes a token from the list; what the accounts hold of it stays theirs.
    package func remove(_ token: CoinWallet.KnownToken) async {
        await change { try $0.removeToken(token.address, on: token.network) }
    }

    // MARK: - People

    package var canAddContact: Bool {
        !isBusy && !contactName.trimmed.isEmpty && !contactAddress.trimmed.isEmpty
    }

    /// Stores a name for an address, after checking the address.
    package func addContact() async {
        guard canAddContact else { return }
        let (network, name, address) = (network, contactName.trimmed, contactAddress.trimmed)
        guard await change({ try $0.addContact(name, on: network, address: address) }) else { return }
        caution = CoinWallet.caution(about: address, on: network)
        (contactName, contactAddress) = ("", "")
    }

    package func remove(_ contact: CoinWallet.Contact) async {
        await change { try $0.removeContact(contact.name, on: contact.network) }
    }

    @discardableResult
    private func change(_ body: @escaping @Sendable (CoinWallet) throws -> Void) async -> Bool {
        caution = nil
        let isDone = await attempt { try await self.session.walletService.useCoins(body) }
        await session.caughtUp()
        return isDone
    }
}

extension WalletSession {
    /// The currency of prices: the user's choice, else the hub's currency; nil without either.
    package var priceCurrency: Currency? {
        // Safe: an invalid code in the file disables prices; the settings show what is wrong with it.
        preferences.priceCurrency.isEmpty ? currency : try? Currency(code: preferences.priceCurrency)
    }

    /// Configures the price source from the preferences.
    func applyPrices() async {
        let (address, history) = (preferences.priceAddress, preferences.priceHistoryAddress)
        do {
            try await walletService.askPrices(
                address.isEmpty ? nil : address, history: history.isEmpty ? nil : history, in: priceCurrency)
        } catch {
            // An invalid address in the file disables prices; the settings show what is wrong with it.
            (preferences.priceAddress, preferences.priceHistoryAddress) = ("", "")
        }
    }
}

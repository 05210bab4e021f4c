// SPDX-License-Identifier: MIT
package import Chains
package import Coins
package import Money
internal import Observation

/// What the coins stand on: the servers that may be asked, the tokens and the people that are known.
@Observable @MainActor
package final class CoinSettingsModel: BusyModel {
    package private(set) var servers: Content<[ServerAddress]> = .loading
    package private(set) var tokens: [CoinWallet.KnownToken] = []
    package private(set) var contacts: [CoinWallet.Contact] = []
    package internal(set) var isBusy = false
    package internal(set) var refusal: Refusal?
    /// What must be said about the address that was kept last.
    package private(set) var caution: ReviewFact?
    /// The network that the forms are about.
    package var network: Network { didSet { kind = kinds[0] } }

    // A server of one's own
    package var kind: ServerAddress.Kind
    package var url = ""
    // A token
    package var tokenAddress = ""
    package var tokenSymbol = ""
    package var tokenDecimals = ""
    /// Where prices are asked; nobody while it is empty.
    package var priceAddress: String
    /// Where prices of earlier days are asked; those that were seen are drawn while it is empty.
    package var priceHistoryAddress: String
    /// The code of the currency that prices are asked in; the hub's while it is empty.
    package var priceCurrency: String
    // A person
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
    }

    /// Has the worth of coins asked there from now on, or nowhere.
    package func keepPriceAddress() async {
        let (address, history) = (priceAddress.trimmed, priceHistoryAddress.trimmed)
        let code = priceCurrency.trimmed.uppercased()
        await attempt {
            let currency = code.isEmpty ? self.session.currency : try Currency(code: code)
            guard address.isEmpty || currency != nil else { throw Refusal(.refusedCurrency) }
            do {
                // The ones before stay until all is right.
                try await self.session.custodian.askPrices(
                    address.isEmpty ? nil : address, history: history.isEmpty ? nil : history, in: currency)
            } catch {
                throw Refusal(.refusedPriceAddress, detail: Refusal(error).detail)
            }
            let preferences = self.session.preferences
            (preferences.priceAddress, preferences.priceHistoryAddress) = (address, history)
            preferences.priceCurrency = code
        }
    }

    /// How servers of the network may be spoken to.
    package var kinds: [ServerAddress.Kind] { Self.kinds(of: network) }

    private static func kinds(of network: Network) -> [ServerAddress.Kind] {
        switch network.chain {
        case .bitcoin: [.electrum, .esplora, .core]
        case .ethereum: [.ethereum]
        case .solana: [.solana]
        }
    }

    package func load() async {
        do {
            let (servers, tokens, contacts) = try await session.custodian.useCoins { coins in
                (try coins.servers(), try coins.tokens(), try coins.contacts())
            }
            self.servers = Content(servers)
            self.tokens = tokens
            self.contacts = contacts
        } catch {
            servers = .failed(Refusal(error))
        }
    }

    /// The accepted servers of the network.
    package var accepted: [ServerAddress] { servers.items.filter { $0.network == network } }

    /// Public servers of the network that are not accepted yet; none of them has been asked anything.
    package var suggested: [ServerAddress] {
        ServerAddress.suggested(for: network).filter { !servers.items.contains($0) }
    }

    /// Accepts a server: from now on it may be asked, and learns the addresses.
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

    /// Keeps a token with the symbol and decimals that the person says: no server's word changes them.
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

    /// Keeps a name for an address, which is checked.
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
        let isDone = await attempt { try await self.session.custodian.useCoins(body) }
        if isDone { await load() }
        return isDone
    }
}

extension WalletSession {
    /// What prices are asked in: what the person chose, else the hub's currency; nil without either.
    package var priceCurrency: Currency? {
        // Safe: a code that was edited in the file asks nobody; the settings say what is wrong with it.
        preferences.priceCurrency.isEmpty ? currency : try? Currency(code: preferences.priceCurrency)
    }

    /// Has prices asked where the person said, in the hub's currency.
    func applyPrices() async {
        let (address, history) = (preferences.priceAddress, preferences.priceHistoryAddress)
        do {
            try await custodian.askPrices(
                address.isEmpty ? nil : address, history: history.isEmpty ? nil : history, in: priceCurrency)
        } catch {
            // An address that was edited in the file asks nobody; the settings say what is wrong with it.
            (preferences.priceAddress, preferences.priceHistoryAddress) = ("", "")
        }
    }
}

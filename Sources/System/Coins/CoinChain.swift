// SPDX-License-Identifier: MIT
package import Chains
package import Vault

/// All that the coins know of one chain, besides the operations on an account of it (``AccountChain``).
///
/// A new chain is one module with a value of this kind, registered in ``CoinChains/standard``. Outside the chains' folders
/// only the sentence on a sent payment branches on chains, and screens and commands for what one chain alone has.
package protocol CoinChain {
    var chain: Chain { get }
    /// The networks that have a name of their own.
    var networks: [Network] { get }
    /// The network with this name, also one that is named by a number; nil for a name of another chain.
    func network(named name: String) throws -> Network?

    // MARK: Accounts

    /// The kinds of accounts of the phrase. The first is that of a new account.
    var schemes: [AccountScheme] { get }
    /// Those among ``schemes`` that one key of the phrase is enough for.
    var ownSchemes: [AccountScheme] { get }
    /// Whether a watched address may have the place of its key in front of it (``KeyPlace``).
    var takesKeyPlaces: Bool { get }
    /// A valid address in the wallet's spelling, with a warning if a typo in it would go unnoticed.
    ///
    /// - Throws: an error that ``CoinsError`` translates to `.badAddress` or `.otherNetwork`.
    func checked(_ address: String, on network: Network) throws -> CheckedAddress
    /// The record of an account of the phrase.
    func record(_ network: Network, _ scheme: AccountScheme, _ path: DerivationPath, _ seed: Seed) throws
        -> AccountRecord
    /// The record of a watched account that is more than an address; nil for an address.
    ///
    /// - Parameter seed: the phrase's, if there is one, to recognise its own key.
    func watched(_ text: String, _ network: Network, _ scheme: AccountScheme?, seed: () throws -> Seed?) throws
        -> AccountRecord?
    /// Adds every account of the phrase that was ever used, at least the usual one.
    func discover(_ network: Network, _ discovery: Discovery) throws -> [CoinAccount]
    /// The operations on an account.
    func account(_ account: Stored<AccountRecord>, _ coins: OpenCoins) throws -> any AccountChain

    // MARK: Servers

    /// The kinds of servers that speak for this chain, the usual one first.
    var serverKinds: [ServerAddress.Kind] { get }
    /// What screens call a kind of server, in every language.
    func title(of kind: ServerAddress.Kind) -> String
    /// How addresses of a kind of server may begin.
    func urlPrefixes(of kind: ServerAddress.Kind) -> [String]
    /// Public servers that the user may accept.
    func suggestedServers(of network: Network) -> [(kind: ServerAddress.Kind, url: String)]
    /// Throws if a client cannot be made for the address. It contacts nothing.
    func requireUsable(_ server: ServerAddress) throws

    // MARK: Payments

    /// Whether networks have tokens that a user adds.
    var hasTokens: Bool { get }
    /// What a payment link asks for. Its scheme is the chain's name.
    ///
    /// - Parameter tokens: those that the user added on the network.
    func ask(in link: String, on network: Network, tokens: [CoinWallet.KnownToken]) throws -> PaymentAsk
    /// Whether the owner of an address signed a message.
    func isValid(_ signature: String, of message: CoinMessage, by address: String, on network: Network) throws -> Bool
    /// The unit in which a user types a fee.
    var feeUnit: String { get }

    // MARK: Offline signing

    var documents: any DocumentRecords { get }
    /// The types of records in which devices offer accounts to watch.
    var offerTypes: Set<String> { get }
    /// The accounts of a record that can be watched on a network, at least one.
    func offers(in record: OfflineRecord, on network: Network) throws -> [WatchOffer]
}

/// How the documents of one chain travel between a wallet and an offline signer.
package protocol DocumentRecords {
    var kind: OfflineDocument.Kind { get }
    /// The types of records that ask for a signature, and of those that answer.
    var requestTypes: Set<String> { get }
    var answerTypes: Set<String> { get }
    /// The record to show to the signer's device.
    func record(_ document: OfflineDocument) throws -> OfflineRecord
    /// Another wallet's request, in a record of one of the ``requestTypes``.
    func request(_ record: OfflineRecord) throws -> OfflineDocument
    /// The signer's answer to a document: a record around the result of ``SigningPlan``.
    func answer(_ document: OfflineDocument, _ signed: [UInt8]) throws -> OfflineRecord
    /// The signed bytes in a record of one of the ``answerTypes``.
    func signed(in record: OfflineRecord) throws -> [UInt8]
}

extension CoinChain {
    package func network(named name: String) throws -> Network? { networks.first { $0.name == name } }
    package var ownSchemes: [AccountScheme] { schemes }
    package var takesKeyPlaces: Bool { true }
    package func watched(
        _ text: String, _ network: Network, _ scheme: AccountScheme?, seed: () throws -> Seed?
    ) throws -> AccountRecord? { nil }
    package func title(of kind: ServerAddress.Kind) -> String { "JSON-RPC" }
    package func urlPrefixes(of kind: ServerAddress.Kind) -> [String] { ["https://", "http://"] }
    package var hasTokens: Bool { false }
    package var offerTypes: Set<String> { [] }
    package func offers(in record: OfflineRecord, on network: Network) throws -> [WatchOffer] {
        throw CoinsError(
            .badDocument, "No device shows accounts of \(network.title) in a code; give the address.")
    }

    /// The place of a key and the address behind it; nil for a mere address.
    func place(in text: String) throws -> KeyPlace? { takesKeyPlaces ? try KeyPlace(parsing: text) : nil }
}

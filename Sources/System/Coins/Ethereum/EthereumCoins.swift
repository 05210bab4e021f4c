// SPDX-License-Identifier: MIT
internal import Bytes
package import Chains
internal import Crypto
internal import Ethereum
package import Vault

/// Ethereum and networks like it, as ``CoinChain``.
package struct EthereumCoins: CoinChain {
    /// Opens a connection to a server that the user accepted.
    let open: (ServerAddress) throws -> any EthereumServer

    package init(_ open: @escaping (ServerAddress) throws -> any EthereumServer = { try $0.openEthereum() }) {
        self.open = open
    }

    package var chain: Chain { .ethereum }
    package var networks: [Network] { Network.all.filter { $0.chain == .ethereum } }

    /// Also a network that is named by its chain id.
    package func network(named name: String) throws -> Network? {
        do {
            let found = try Network(named: name)
            return found.chain == chain ? found : nil
        } catch is ChainsError {
            return nil
        }
    }

    // MARK: - Accounts

    package var schemes: [AccountScheme] { [.ethereum] }

    package func checked(_ address: String, on network: Network) throws -> CheckedAddress {
        let typed = try TypedAddress(address)
        let written = typed.address.text
        return CheckedAddress(text: written, caution: typed.isChecksummed ? nil : .noChecksum(written))
    }

    package func record(
        _ network: Network, _ scheme: AccountScheme, _ path: DerivationPath, _ seed: Seed
    ) throws -> AccountRecord {
        try EthereumChain.record(network, path, seed)
    }

    package func account(_ account: Stored<AccountRecord>, _ coins: OpenCoins) throws -> any AccountChain {
        try EthereumChain(coins: coins, account: account, support: self)
    }

    /// The paths that wallets use for accounts; `i` is the account number.
    private static let knownPaths = ["m/44'/60'/0'/0/i", "m/44'/60'/i'/0/0", "m/44'/60'/0'/i"]

    package func discover(_ network: Network, _ discovery: Discovery) throws -> [CoinAccount] {
        let seed = try discovery.coins.rootSeed()
        var found: [CoinAccount] = []
        for pattern in Self.knownPaths {
            found += try discovery.followed(network) { index in
                let path = try DerivationPath(pattern.replacing("i", with: "\(index)"))
                return try EthereumChain.record(network, path, seed)
            } isUsed: { record in
                try isUsed(record, discovery.coins)
            }
        }
        if found.isEmpty {
            let path = try AccountScheme.ethereum.path(0, on: network)
            found.append(try discovery.added(try EthereumChain.record(network, path, seed), name: network.title))
        }
        return found
    }

    /// Whether the account was ever used on the chain, or its tokens are stored here.
    private func isUsed(_ record: AccountRecord, _ coins: OpenCoins) throws -> Bool {
        let address = try Address(parsing: record.address ?? "")
        return try coins.asking(try coins.network(of: record)) { server in
            let server = try self.server(server, coins)
            return try server.nonce(of: address) > 0 || !server.balance(of: address).isZero
        }
    }

    // MARK: - Servers

    package var serverKinds: [ServerAddress.Kind] { [.ethereum] }

    package func suggestedServers(of network: Network) -> [(kind: ServerAddress.Kind, url: String)] {
        switch network {
        case .ethereum:
            [(.ethereum, "https://ethereum-rpc.publicnode.com"), (.ethereum, "https://cloudflare-eth.com")]
        case .sepolia: [(.ethereum, "https://ethereum-sepolia-rpc.publicnode.com")]
        case .hoodi: [(.ethereum, "https://ethereum-hoodi-rpc.publicnode.com")]
        default: []
        }
    }

    package func requireUsable(_ server: ServerAddress) throws { _ = try server.openEthereum() }

    /// The connection to a server, whose network was checked.
    func server(_ address: ServerAddress, _ coins: OpenCoins) throws -> any EthereumServer {
        try coins.connection(to: address) {
            let made = try open(address)
            try made.checkNetwork()
            return made
        }
    }

    // MARK: - Payments

    package var hasTokens: Bool { true }
    package var feeUnit: String { "gwei" }

    package func ask(
        in text: String, on network: Network, tokens: [CoinWallet.KnownToken]
    ) throws -> PaymentAsk {
        let link = try Ethereum.PaymentLink(parsing: text)
        if let chainID = link.chainID, chainID != network.chainID {
            throw CoinsError(
                .otherNetwork, "The link is for the chain \(chainID), and the account is on \(network.title).")
        }
        switch link.request {
        case .payment(let to, let amount):
            return PaymentAsk(to: link.typedRecipient ?? to.text, amount: amount.map(network.unit.text))
        case .token(let contract, let to, let amount):
            guard let token = tokens.first(where: { $0.address == contract.text }) else {
                throw CoinsError(
                    .notFound, "The link asks for the token \(contract), which you have not added. Add it first.")
            }
            return PaymentAsk(
                to: link.typedRecipient ?? to.text, amount: amount.map(token.unit.text), token: token.address)
        case .call:
            throw CoinsError(.badDocument, "The link calls a contract, which this wallet does not do for a link.")
        }
    }

    package func isValid(
        _ signature: String, of message: CoinMessage, by address: String, on network: Network
    ) throws -> Bool {
        try isValid(signature, message, by: try Ethereum.Address(parsing: address))
    }

    /// The signature is r, s and 27 or 28, which some wallets write as 0 or 1. EIP-191, EIP-712
    private func isValid(_ text: String, _ message: CoinMessage, by signer: Ethereum.Address) throws -> Bool {
        let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
        // Safe: text that is not hexadecimal is reported below.
        guard digits.utf8.count == 130, let bytes = try? Hex.decode(digits.lowercased()), let last = bytes.last,
            [0, 1, 27, 28].contains(last)
        else {
            throw CoinsError(.badDocument, "A signature of Ethereum is 65 bytes in hexadecimal digits; this is not.")
        }
        let digest =
            switch message {
            case .text(let text): try PersonalMessage(Array(text.utf8)).digest
            case .typed(let json): try TypedData(parsing: json).digest
            }
        do {
            let signature = RecoverableSignature(
                try Secp256k1.Signature(raw: Array(bytes.prefix(64))), isOdd: last == 1 || last == 28)
            return try signature.signer(of: digest) == signer
        } catch is CryptoError {
            return false
        } catch let error as EthereumError where error.code == .badSignature {
            // No key can have made such a signature, so this signer did not.
            return false
        }
    }

    // MARK: - Offline signing

    package var documents: any DocumentRecords { EthereumDocuments() }
    package var offerTypes: Set<String> { [AccountExport.type] }

    /// The first address of the account, with its key origin. EIP-4527
    package func offers(in record: OfflineRecord, on network: Network) throws -> [WatchOffer] {
        let export = try AccountExport(decoding: record.cbor)
        let steps = try export.firstAccount
        let key = try steps.reduce(export.key) { try $0.child($1) }
        let address = Ethereum.Address(key.key).text
        let path = steps.reduce(export.origin.path.text) { "\($0)/\($1)" }
        let text = try export.origin.fingerprint.map {
            KeyPlace(rootFingerprint: $0, path: try DerivationPath(path), address: address).text
        }
        return [WatchOffer(scheme: .ethereum, text: text ?? address, name: export.name)]
    }
}

extension ServerAddress.Kind {
    package static let ethereum = Self("ethereum")
}

extension AccountScheme {
    /// What all wallets use first. BIP-0044
    package static let ethereum = AccountScheme(60, "ethereum", path: "m/44'/60'/0'/0/{index}", isUsual: true)
}

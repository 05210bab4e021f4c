// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Crypto
import Ethereum
import PeerSupport
import Testing

@Suite(.needsPeers) struct EthereumServerTests {
    /// A chain with an account that owns ten ether.
    private struct Scene {
        let chain: LocalEthereum
        let server: EthereumNode
        let key: Secp256k1.PrivateKey
        let own: Address
        let other: Address

        init(chainID: UInt64? = nil) throws {
            chain = try LocalEthereum()
            let network = try Network.ethereum(chainID: chainID ?? chain.chainID)
            server = EthereumNode(network: network, site: try ServerSite(url: chain.url))
            key = try Secp256k1.PrivateKey(SecretBytes([UInt8](repeating: 7, count: 32)))
            own = Address(key.publicKey)
            other = try Address([UInt8](repeating: 0x22, count: 20))
            try chain.fund(own.text, wei: 10_000_000_000_000_000_000)
        }

        func payment(
            nonce: UInt64, value: Wei = 1_000, maximumFee: Wei = 4_000_000_000, tip: Wei = 1_000_000_000,
            gas: UInt64 = 21_000, chainID: UInt64? = nil
        ) throws -> SignedTransaction {
            let transaction = Transaction(
                chainID: chainID ?? chain.chainID, nonce: nonce, pricing: .market(maximumFee: maximumFee, tip: tip),
                gasLimit: gas, to: other, value: value)
            let made = try key.signRecoverable(digest: transaction.signingHash)
            let signature = RecoverableSignature(made.signature, isOdd: made.recoveryID == 1)
            return try SignedTransaction(transaction, signature: signature)
        }
    }

    private func refusal(_ body: () throws -> some Any) -> CoinsError? {
        #expect(throws: CoinsError.self) { _ = try body() }
    }

    @Test func theNetworkIsCheckedByItsChainIDAlsoBeforeSending() throws {
        let scene = try Scene()
        try scene.server.checkNetwork()
        let wrong = EthereumNode(network: .ethereum, site: try ServerSite(url: scene.chain.url))
        #expect(refusal { try wrong.checkNetwork() }?.code == .lyingServer)
        #expect(refusal { try wrong.broadcast(scene.payment(nonce: 0)) }?.code == .lyingServer)
        #expect(try scene.server.nonce(of: scene.own) == 0)
    }

    @Test func aPaymentIsMinedAndItsReceiptAddsUp() throws {
        let scene = try Scene()
        let (server, payment) = (scene.server, try scene.payment(nonce: 0))
        #expect(try server.receipt(of: payment.hash) == nil)
        #expect(try !server.isKnown(payment.hash))
        try server.broadcast(payment)
        let receipt = try #require(try server.receipt(of: payment.hash))
        #expect(receipt.hasSucceeded && receipt.gasUsed == 21_000)
        #expect(try server.blockNumber() == receipt.block)
        #expect(try server.time(ofBlock: receipt.block) > 1_500_000_000)
        #expect(try server.balance(of: scene.other) == 1_000)
        let spent = try receipt.price.multiplied(by: 21_000).adding(1_000)
        #expect(try server.balance(of: scene.own).adding(spent) == 10_000_000_000_000_000_000)
        #expect(try server.isKnown(payment.hash))
        #expect(try server.nonce(of: scene.own) == 1)
        try server.broadcast(payment)
    }

    @Test func waitingTransactionsAreReplacedByBetterPaidOnes() throws {
        let scene = try Scene()
        let server = scene.server
        try scene.chain.setAutoMine(false)
        let first = try scene.payment(nonce: 0)
        try server.broadcast(first)
        try server.broadcast(first)
        #expect(try server.nonce(of: scene.own) == 0)
        #expect(try server.isKnown(first.hash) && server.receipt(of: first.hash) == nil)
        #expect(refusal { try server.broadcast(scene.payment(nonce: 0, value: 2)) }?.code == .underpriced)
        let better = try scene.payment(nonce: 0, value: 3, maximumFee: 4_400_000_000, tip: 1_100_000_000)
        try server.broadcast(better)
        try scene.chain.mine()
        #expect(try server.receipt(of: better.hash)?.hasSucceeded == true)
        #expect(try server.receipt(of: first.hash) == nil)
        #expect(refusal { try server.broadcast(first) }?.code == .tooLate)
    }

    @Test func refusalsSayWhatToDo() throws {
        let scene = try Scene()
        let server = scene.server
        let poor = refusal { try server.broadcast(scene.payment(nonce: 0, value: 11_000_000_000_000_000_000)) }
        #expect(poor?.code == .refused && poor?.message.contains("too little ether") == true)
        #expect(
            refusal { try server.broadcast(scene.payment(nonce: 0, gas: 20_999)) }?.message.contains("gas limit")
                == true)
        #expect(
            refusal { try server.broadcast(scene.payment(nonce: 0, chainID: 1)) }?.message.contains("another network")
                == true)
    }

    @Test func feesComeFromTheHistoryOfBlocks() throws {
        let scene = try Scene()
        for nonce in 0..<5 { try scene.server.broadcast(scene.payment(nonce: UInt64(nonce))) }
        let fees = try scene.server.feeSuggestion()
        #expect(fees.baseFee > 0 && fees.slow.maximumFee <= fees.fast.maximumFee)
        let payment = try scene.payment(nonce: 5).transaction
        let gas = try scene.server.gasEstimate(for: payment, from: scene.own)
        #expect(gas == 21_000)
    }

    @Test func tokensAreReadAndTheirTransfersFound() throws {
        let scene = try Scene()
        let server = scene.server
        let token = try Address(parsing: try scene.chain.deployToken(symbol: "TST", decimals: 6))
        try scene.chain.giveTokens(token.text, to: scene.own.text, amount: 5_000_000)
        try scene.chain.giveTokens(token.text, to: scene.other.text, amount: 1)
        try scene.chain.giveTokens(token.text, to: scene.own.text, amount: 7)
        let balance = try server.call(token, TokenQuery.balance(of: scene.own).data)
        #expect(try TokenQuery.amount(inAnswer: balance) == 5_000_007)
        #expect(try TokenQuery.decimals(inAnswer: server.call(token, TokenQuery.decimals.data)) == 6)
        #expect(try TokenQuery.text(inAnswer: server.call(token, TokenQuery.symbol.data)) == "TST")
        #expect(try server.hasCode(at: token) && !server.hasCode(at: scene.own))
        let tip = try server.blockNumber()
        let transfers = try server.transfers(of: [token], touching: scene.own, inBlocks: 0...tip)
        #expect(transfers.map(\.amount) == [5_000_000, 7])
        #expect(transfers.allSatisfy { $0.to == scene.own && $0.token == token })
        #expect(try server.transfers(of: [token], touching: scene.own, inBlocks: tip...tip).count == 1)
        #expect(try server.transfers(of: [], touching: scene.own, inBlocks: 0...tip).isEmpty)
        var much = try scene.payment(nonce: 0, value: 0).transaction
        much.to = token
        much.data = TokenCall.transfer(to: scene.other, amount: 6_000_000).data
        let failure = refusal { try server.gasEstimate(for: much, from: scene.own) }
        #expect(failure?.code == .refused)
        #expect(failure?.message.contains("not enough tokens") == true)
    }
}

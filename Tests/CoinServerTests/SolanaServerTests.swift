// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Crypto
import PeerSupport
import Solana
import Testing

@Suite(.needsPeers) struct SolanaServerTests {
    /// A chain with an account that owns one SOL.
    private struct Scene {
        let chain: LocalSolana
        let server: SolanaNode
        let key: Ed25519.PrivateKey
        let own: Address
        let other: Address

        init() throws {
            chain = try LocalSolana()
            server = SolanaNode(network: .solanaLocal, site: try ServerSite(url: chain.url))
            key = try Ed25519.PrivateKey(seed: SecretBytes([UInt8](repeating: 7, count: 32)))
            own = try Address(key.publicKey.bytes)
            other = try Address([UInt8](repeating: 0x22, count: 32))
            try chain.fund(own.text, lamports: 1_000_000_000)
        }

        func payment(_ lamports: UInt64, _ blockhash: Blockhash) throws -> Transaction {
            let transfer = SystemProgram.transfer(from: own, to: other, Lamports(lamports))
            let message = try Message.legacy([transfer], payer: own, blockhash: blockhash)
            var transaction = Transaction(message)
            try transaction.add(Signature(key.sign(message.encoded)), of: own)
            return transaction
        }
    }

    private func refusal(_ body: () throws -> some Any) -> CoinsError? {
        #expect(throws: CoinsError.self) { _ = try body() }
    }

    @Test func theNetworkIsCheckedByItsFirstBlock() throws {
        let scene = try Scene()
        try scene.server.checkNetwork()
        let wrong = SolanaNode(network: .solana, site: try ServerSite(url: scene.chain.url))
        #expect(refusal { try wrong.checkNetwork() }?.code == .lyingServer)
    }

    @Test func aPaymentIsTriedSentAndFoundAgain() throws {
        let scene = try Scene()
        let server = scene.server
        let (blockhash, lastHeight) = try server.latestBlockhash()
        #expect(try server.finalizedBlockHeight() <= lastHeight)
        let payment = try scene.payment(10_000_000, blockhash)
        #expect(try server.simulate(payment) == nil)
        let signature = try Signature(parsing: try #require(payment.id))
        #expect(try server.statuses(of: [signature]) == [nil])
        #expect(try server.transactions([signature])[0] == nil)
        try server.broadcast(payment)
        try server.broadcast(payment)
        let status = try #require(try server.statuses(of: [signature, signature])[1])
        #expect(status.failure == nil && status.isFinal)
        let outcome = try #require(try server.transactions([signature])[0])
        #expect(outcome.transaction == payment && outcome.fee == Lamports(5_000) && outcome.tokens.isEmpty)
        #expect(outcome.balances[scene.own]?.after == Lamports(989_995_000))
        #expect(outcome.balances[scene.other]?.before == .zero)
        #expect(try server.balance(of: scene.own) == Lamports(989_995_000))
        #expect(try server.history(of: scene.other, before: nil, limit: 10).map(\.signature) == [signature])
        #expect(try server.history(of: scene.own, before: signature, limit: 10).isEmpty)
    }

    @Test func refusalsSayWhatToDo() throws {
        let scene = try Scene()
        let server = scene.server
        let (blockhash, _) = try server.latestBlockhash()
        #expect(
            refusal { try server.broadcast(scene.payment(2_000_000_000, blockhash)) }?.message.contains("less than")
                == true)
        #expect(try server.simulate(scene.payment(2_000_000_000, blockhash)) != nil)
        try scene.chain.expireBlockhash()
        #expect(
            refusal { try server.broadcast(scene.payment(10_000_000, blockhash)) }?.message.contains("too long ago")
                == true)
    }

    @Test func aLostTransactionIsAcceptedAgain() throws {
        let scene = try Scene()
        let payment = try scene.payment(10_000_000, scene.server.latestBlockhash().blockhash)
        let signature = try Signature(parsing: try #require(payment.id))
        try scene.chain.lose(1)
        try scene.server.broadcast(payment)
        #expect(try scene.server.statuses(of: [signature]) == [nil])
        try scene.server.broadcast(payment)
        #expect(try scene.server.statuses(of: [signature])[0] != nil)
    }

    /// Anyone can make a transaction that names an account, also one that a node does not show to this program.
    @Test func aTransactionThatIsNotShownHidesNoOther() throws {
        let scene = try Scene()
        let mint = try scene.chain.createMint(decimals: 6, program: .token)
        try scene.chain.giveTokens(mint, to: scene.own.text, amount: 7)
        let payment = try scene.payment(10_000_000, scene.server.latestBlockhash().blockhash)
        try scene.server.broadcast(payment)
        let odd = try Signature(parsing: try #require(payment.id))
        let token = try #require(try scene.server.tokenAccounts(of: scene.own).first).address
        let gift = try #require(try scene.server.history(of: token, before: nil, limit: 5).first).signature
        let pipe = RPCPipe(try ServerSite(url: scene.chain.url))
        let node = SolanaNode(network: .solanaLocal, name: "node") { method, params in
            if method == "getTransaction", params[0]?.string == odd.text {
                throw RPCRefusal(code: -32_015, message: "Transaction version (1) is not supported")
            }
            let answer = try pipe.call(method, params)
            guard method == "getTransaction" else { return answer }
            // As of an old transaction, of which nodes say no owner of token accounts.
            return try JSONValue(parsing: Array(answer.text.replacing("\"owner\":", with: "\"then\":").utf8))
        }

        let outcomes = try node.transactions([odd, gift])

        #expect(outcomes[0] == nil)
        #expect(outcomes[1]?.transaction.id == gift.text && outcomes[1]?.tokens.isEmpty == true)
    }

    @Test func tokensOfBothProgramsAreFound() throws {
        let scene = try Scene()
        let server = scene.server
        var mints: [Address] = []
        for (index, program) in LocalSolana.TokenProgram.allCases.enumerated() {
            let mint = try scene.chain.createMint(decimals: 6 + index, program: program)
            try scene.chain.giveTokens(mint, to: scene.own.text, amount: 1_234_567)
            mints.append(try Address(parsing: mint))
        }
        let accounts = try server.tokenAccounts(of: scene.own)
        #expect(accounts.map(\.mint) == mints)
        #expect(accounts.allSatisfy { $0.units == 1_234_567 && $0.owner == scene.own })
        let found = try server.accounts([accounts[0].address, scene.other])
        #expect(found[0]?.owner == .tokenProgram && found[1] == nil)
        let made = try server.history(of: accounts[1].address, before: nil, limit: 5)
        let change = try #require(try server.transactions(made.map(\.signature))[0]).tokens
        #expect(change == [.init(owner: scene.own, mint: mints[1], before: 0, after: 1_234_567)])
        #expect(try !server.priorityPrices(writing: [scene.own]).isEmpty)
    }
}

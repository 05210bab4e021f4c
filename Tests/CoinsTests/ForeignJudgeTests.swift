// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Chains
import Coins
import PeerSupport
import Testing

/// What libbitcoinkernel says of our signatures, and a wallet that nobody here wrote as one of the signers.
@Suite(.serialized, .needsPeers)
struct ForeignJudgeTests {
    private let shop = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"

    private func fixture(_ chain: LocalBitcoin) throws -> CoinFixture {
        let fixture = try CoinFixture()
        fixture.isOnPaper = false
        try fixture.reopen()
        try fixture.wallet.restorePhrase(CoinFixture.phrase)
        try fixture.wallet.addServer(
            try ServerAddress(network: .bitcoinRegtest, kind: .esplora, url: chain.esploraURL))
        return fixture
    }

    /// Takes a waiting transaction out of the node and offers it again, as it is and with a satoshi less for the first payee.
    private func judgements(_ id: String, _ chain: LocalBitcoin) throws -> (whole: String?, tampered: String?) {
        let hex = try #require(try chain.call("getrawtransaction", .string(id)).string)
        let whole = try Transaction(parsing: try Hex.decode(hex))
        var tampered = whole
        tampered.outputs[0] = TransactionOutput(
            value: try Satoshis(whole.outputs[0].value.value - 1), script: whole.outputs[0].script)
        try chain.drop(id)
        return (
            try chain.refusal(of: whole.serialized()), try chain.refusal(of: tampered.serialized())
        )
    }

    @Test(arguments: [AccountScheme.legacy, .nested, .segwit, .taproot])
    func theKernelTakesWhatWeSignAndRefusesWhatWasChangedAfterwards(scheme: AccountScheme) throws {
        let chain = try LocalBitcoin()
        let fixture = try fixture(chain)
        let account = try fixture.wallet.addAccount(on: .bitcoinRegtest, scheme: scheme)
        try chain.fund([(try fixture.wallet.receiveAddress(of: account.id).address, 1_000_000)])
        try fixture.wallet.refresh(account.id)

        let sent = try fixture.wallet.send(
            try fixture.wallet.plan(
                SendDraft(account: account.id, recipients: [.init(to: shop, .exactly("0.005"))], fee: .custom("2"))
            ).approved())

        let judged = try judgements(try #require(sent.transactionID), chain)
        #expect(judged.whole == nil)
        #expect(judged.tampered != nil)
    }

    @Test func anotherWalletIsOneOfTheTwoOfThreeWhoSign() throws {
        let chain = try LocalBitcoin()
        let fixture = try fixture(chain)
        let other = try OtherWallet()
        let idle = try OtherWallet(
            phrase: "legal winner thank year wave sausage worth useful legal winner thank yellow")
        let keys = [try fixture.wallet.cosignerKey(on: .bitcoinRegtest), other.key, idle.key].map { $0 + "/0/*" }
        let account = try fixture.wallet.watch(
            "wsh(sortedmulti(2,\(keys.joined(separator: ","))))", on: .bitcoinRegtest, name: "club")
        try chain.fund([(try fixture.wallet.receiveAddress(of: account.id).address, 1_000_000)])
        try fixture.wallet.refresh(account.id)
        let plan = try fixture.wallet.plan(
            SendDraft(account: account.id, recipients: [.init(to: shop, .exactly("0.005"))], fee: .custom("2")))

        let (status, document) = try fixture.wallet.export(plan.approved())
        let theirs = try Base64.decode(try other.sign(Base64.encode(document.bytes)))
        #expect(try fixture.wallet.complete(status.id, with: theirs).state == .exported)
        let next = try fixture.wallet.document(of: status.id)
        let done = try fixture.wallet.complete(status.id, with: try fixture.wallet.review(next, account: nil).signed())

        #expect(done.state == .sent, "\(done.sentence)")
        let judged = try judgements(try #require(done.transactionID), chain)
        #expect(judged.whole == nil)
        #expect(judged.tampered != nil)
    }
}

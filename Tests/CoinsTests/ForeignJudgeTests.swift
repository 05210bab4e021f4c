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

    private func desk(_ chain: LocalBitcoin) throws -> Desk {
        let desk = try Desk()
        desk.isOnPaper = false
        try desk.reopen()
        try desk.wallet.restorePhrase(Desk.phrase)
        try desk.wallet.addServer(
            try ServerAddress(network: .bitcoinRegtest, kind: .esplora, url: chain.esploraURL))
        return desk
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
        let desk = try desk(chain)
        let account = try desk.wallet.addAccount(on: .bitcoinRegtest, scheme: scheme)
        try chain.fund([(try desk.wallet.receiveAddress(of: account.id).address, 1_000_000)])
        try desk.wallet.refresh(account.id)

        let sent = try desk.wallet.send(
            try desk.wallet.plan(
                SendDraft(account: account.id, recipients: [.init(to: shop, .exactly("0.005"))], fee: .custom("2"))
            ).approved())

        let judged = try judgements(try #require(sent.transactionID), chain)
        #expect(judged.whole == nil)
        #expect(judged.tampered != nil)
    }

    @Test func anotherWalletIsOneOfTheTwoOfThreeWhoSign() throws {
        let chain = try LocalBitcoin()
        let desk = try desk(chain)
        let other = try OtherWallet()
        let idle = try OtherWallet(
            phrase: "legal winner thank year wave sausage worth useful legal winner thank yellow")
        let keys = [try desk.wallet.cosignerKey(on: .bitcoinRegtest), other.key, idle.key].map { $0 + "/0/*" }
        let account = try desk.wallet.watch(
            "wsh(sortedmulti(2,\(keys.joined(separator: ","))))", on: .bitcoinRegtest, name: "club")
        try chain.fund([(try desk.wallet.receiveAddress(of: account.id).address, 1_000_000)])
        try desk.wallet.refresh(account.id)
        let plan = try desk.wallet.plan(
            SendDraft(account: account.id, recipients: [.init(to: shop, .exactly("0.005"))], fee: .custom("2")))

        let (status, document) = try desk.wallet.export(plan.approved())
        let theirs = try Base64.decode(try other.sign(Base64.encode(document.bytes)))
        #expect(try desk.wallet.complete(status.id, with: theirs).state == .exported)
        let next = try desk.wallet.document(of: status.id)
        let done = try desk.wallet.complete(status.id, with: try desk.wallet.review(next, account: nil).signed())

        #expect(done.state == .sent, "\(done.sentence)")
        let judged = try judgements(try #require(done.transactionID), chain)
        #expect(judged.whole == nil)
        #expect(judged.tampered != nil)
    }
}

// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Crypto
import Solana
import Testing

/// Payments on Solana against a chain on paper.
struct SolanaPaymentTests {
    private let shop = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM"

    private func funded() throws -> (Desk, CoinAccount, Address) {
        let desk = try Desk()
        let account = try desk.begin(.solanaLocal)
        let address = try Address(parsing: try #require(account.address))
        desk.solana.balances[address] = Lamports(2_000_000_000)
        return (desk, account, address)
    }

    private func draft(_ account: CoinAccount, _ amount: String = "0.5", nonce: Address? = nil) -> SendDraft {
        SendDraft(
            account: account.id, recipients: [.init(to: shop, .exactly(amount))], label: "tea",
            nonceAccount: nonce?.text)
    }

    private func arrived(_ desk: Desk) throws -> UInt64 {
        try desk.solana.balance(of: try Address(parsing: shop)).units
    }

    @Test func aPaymentArrivesOnceAndIsFinal() throws {
        let (desk, account, _) = try funded()

        let plan = try desk.wallet.plan(draft(account))
        let approved = try plan.approved()
        let status = try desk.wallet.send(approved)
        #expect(status.state == .sent)
        refuses(.tooLate) { try desk.wallet.send(approved) }
        try desk.solana.advance()
        try desk.wallet.refresh(account.id)

        #expect(try desk.wallet.send(status.id).state == .final)
        #expect(try arrived(desk) == 500_000_000)
        let line = try #require(try desk.wallet.history(of: account.id).first)
        #expect(line.direction == .outgoing && line.amount.value == 500_000_000 && line.counterpart == shop)
        #expect(line.label == "tea" && line.fee?.value == 5_000)
        #expect(try desk.balance(account) == [1_499_995_000, 0, 1_499_995_000])
    }

    @Test func aLostPaymentIsSentAgainInTheSameBytesUntilItExpires() throws {
        let (desk, account, _) = try funded()
        desk.solana.isLosing = true
        let status = try desk.wallet.send(try desk.wallet.plan(draft(account)).approved())
        try desk.solana.advance(50)
        try desk.wallet.refresh(account.id)
        #expect(try desk.wallet.send(status.id).state == .sent)
        #expect(desk.solana.broadcasts.count == 2 && Set(desk.solana.broadcasts).count == 1)
        refuses(.tooLate) { try desk.wallet.planAgain(status.id, fee: .level(.normal)) }

        try desk.solana.advance(200)
        try desk.wallet.refresh(account.id)
        #expect(try desk.wallet.send(status.id).state == .sent, "The server says dead, the clock says young.")
        desk.time += 200
        try desk.wallet.refresh(account.id)
        let expired = try desk.wallet.send(status.id)
        #expect(expired.state == .expired && expired.sentence.contains("safe to send it again"))

        desk.solana.isLosing = false
        let plan = try desk.wallet.planAgain(status.id, fee: .level(.fast))
        let other = try desk.wallet.planAgain(status.id, fee: .level(.normal))
        let again = try desk.wallet.send(plan.approved())
        refuses(.tooLate) { try desk.wallet.send(other.approved()) }
        refuses(.tooLate) { try desk.wallet.planAgain(status.id, fee: .level(.fast)) }
        try desk.solana.advance()
        try desk.wallet.refresh(account.id)
        #expect(try desk.wallet.send(again.id).state == .final && again.replaces == status.id)
        #expect(try arrived(desk) == 500_000_000)
    }

    @Test func aPaymentThatOneServerForgotIsNotDeadWhileAnotherKnowsIt() throws {
        let (desk, account, _) = try funded()
        let second = try ServerAddress(network: .solanaLocal, kind: .solana, url: "http://127.0.0.1:2")
        let status = try desk.wallet.send(try desk.wallet.plan(draft(account)).approved())
        try desk.solana.advance(200)
        desk.time += 200
        let forgetful = PaperSolana()
        forgetful.height = desk.solana.height
        desk.otherSolana = ["http://127.0.0.1:1": forgetful]
        try desk.reopen()
        try desk.wallet.addServer(second)

        try desk.wallet.refresh(account.id)

        #expect(try desk.wallet.send(status.id).state == .final)
    }

    @Test func aPaymentCalledDeadByALiarIsFoundAliveLater() throws {
        let (desk, account, _) = try funded()
        let status = try desk.wallet.send(try desk.wallet.plan(draft(account)).approved())
        try desk.solana.advance(200)
        desk.time += 200
        desk.solana.isForgetful = true
        try desk.wallet.refresh(account.id)
        #expect(try desk.wallet.send(status.id).state == .expired)

        desk.solana.isForgetful = false
        try desk.wallet.refresh(account.id)

        #expect(try desk.wallet.send(status.id).state == .final)
        refuses(.tooLate) { try desk.wallet.planAgain(status.id, fee: .level(.normal)) }
    }

    @Test func aPaymentOnADurableNonceWaitsForDaysAtAnOfflineSigner() throws {
        let (desk, account, address) = try funded()
        let nonce = try Address([UInt8](repeating: 9, count: 32))
        desk.solana.nonces[nonce] = NonceAccount(
            address: nonce, authority: address, value: try Blockhash([UInt8](repeating: 3, count: 32)))

        let (status, document) = try desk.wallet.export(try desk.wallet.plan(draft(account, nonce: nonce)).approved())
        refuses(.tooLate) {
            try desk.wallet.export(try desk.wallet.plan(draft(account, "0.1", nonce: nonce)).approved())
        }
        try desk.solana.advance(10_000)
        desk.time += 86_400
        let signature = try desk.wallet.review(document, account: account.id).signed()
        #expect(signature.count == 64)
        try desk.wallet.complete(status.id, with: signature)
        try desk.solana.advance()
        try desk.wallet.refresh(account.id)

        #expect(try desk.wallet.send(status.id).state == .final)
        #expect(try arrived(desk) == 500_000_000)
    }

    @Test func aUsedNonceMakesItsOtherPaymentImpossible() throws {
        let (desk, account, address) = try funded()
        let nonce = try Address([UInt8](repeating: 9, count: 32))
        desk.solana.nonces[nonce] = NonceAccount(
            address: nonce, authority: address, value: try Blockhash([UInt8](repeating: 3, count: 32)))
        desk.solana.isLosing = true
        let status = try desk.wallet.send(try desk.wallet.plan(draft(account, nonce: nonce)).approved())
        desk.solana.nonces[nonce] = NonceAccount(
            address: nonce, authority: address, value: try Blockhash([UInt8](repeating: 4, count: 32)))
        desk.solana.waiting = [:]

        try desk.wallet.refresh(account.id)

        #expect(try desk.wallet.send(status.id).state == .replaced)
    }

    @Test func anotherMessageThanTheOneExportedIsNotSent() throws {
        let (desk, account, _) = try funded()
        let (one, _) = try desk.wallet.export(try desk.wallet.plan(draft(account)).approved())
        let (_, document) = try desk.wallet.export(try desk.wallet.plan(draft(account, "0.1")).approved())
        let signature = try desk.wallet.review(document, account: account.id).signed()

        refuses(.mismatch) { try desk.wallet.complete(one.id, with: signature) }
        #expect(desk.solana.broadcasts.isEmpty)
    }

    @Test func tokensAreSentAndARecipientWithoutAnAccountGetsOne() throws {
        let (desk, account, address) = try funded()
        let mint = try Address([UInt8](repeating: 5, count: 32))
        // No mint authority, a supply of 1, two decimals, initialised, no freeze authority.
        desk.solana.mints[mint] = (
            .tokenProgram,
            [UInt8](repeating: 0, count: 36) + [1, 0, 0, 0, 0, 0, 0, 0, 2, 1] + [UInt8](repeating: 0, count: 36)
        )
        let source = try ProgramAddress.associatedTokenAccount(owner: address, mint: mint, program: .tokenProgram)
        desk.solana.tokenAccounts[source] = TokenAccount(
            address: source, program: .tokenProgram, mint: mint, owner: address, units: 900)
        try desk.wallet.addToken(mint.text, on: .solanaLocal, symbol: "PAPER", decimals: 2)
        var draft = draft(account, "2.5")
        draft.token = "PAPER"

        let plan = try desk.wallet.plan(draft)
        #expect(plan.review.payees.map(\.amount.description) == ["2.5 PAPER"])
        #expect(plan.review.warnings.map(\.name) == ["new-account"])
        try desk.wallet.send(plan.approved(acknowledging: ["new-account"]))
        try desk.solana.advance()
        try desk.wallet.refresh(account.id)

        #expect(desk.solana.tokenAccounts[source]?.units == 650)
        let balances = try desk.wallet.balances(of: account.id, refreshing: false).balances
        #expect(balances.map(\.confirmed.description).last == "6.5 PAPER")
        try desk.wallet.addToken(mint.text, on: .solanaLocal, symbol: "PAPER", decimals: 4)
        refuses(.lyingServer) { try desk.wallet.plan(draft) }
    }

    @Test func aFrozenTokenAccountIsRefusedAsFrozen() throws {
        let (desk, account, address) = try funded()
        let mint = try Address([UInt8](repeating: 5, count: 32))
        desk.solana.mints[mint] = (
            .tokenProgram,
            [UInt8](repeating: 0, count: 36) + [1, 0, 0, 0, 0, 0, 0, 0, 2, 1] + [UInt8](repeating: 0, count: 36)
        )
        let source = try ProgramAddress.associatedTokenAccount(owner: address, mint: mint, program: .tokenProgram)
        desk.solana.tokenAccounts[source] = TokenAccount(
            address: source, program: .tokenProgram, mint: mint, owner: address, units: 900, isFrozen: true)
        try desk.wallet.addToken(mint.text, on: .solanaLocal, symbol: "PAPER", decimals: 2)
        var draft = draft(account, "2.5")
        draft.token = "PAPER"

        refuses(.frozen) { try desk.wallet.plan(draft) }
    }

    @Test(arguments: [CoinStep.sendSigning, .sendSigned, .sendBroadcast, .sendRecording, .sendRecorded])
    func aPaymentKilledAtAnyStepHappensOnceOrNotAtAll(step: CoinStep) throws {
        let (desk, account, _) = try funded()
        let plan = try desk.wallet.plan(draft(account))
        desk.killer = step

        #expect(throws: Desk.Killed.self) { try desk.wallet.send(plan.approved()) }
        try desk.reopen()
        try desk.wallet.refresh(account.id)
        try desk.solana.advance()
        try desk.wallet.refresh(account.id)

        let isKept = step != .sendSigning
        #expect(try desk.wallet.sends().map(\.state) == (isKept ? [.final] : []))
        #expect(try arrived(desk) == (isKept ? 500_000_000 : 0))
    }

    @Test func accountsOnEveryKnownPathAreFound() throws {
        let desk = try Desk()
        try desk.wallet.restorePhrase(Desk.phrase)
        try desk.wallet.addServer(try desk.server(of: .solanaLocal))
        let seed = try Phrase(parsing: Desk.phrase).seed()
        var expected: Set<String> = []
        for row in KnownPath.all {
            for index in [UInt32(0), 2] {
                guard let key = try row.key(seed: seed, index: index) else { continue }
                let address = try Address(key.publicKey.bytes)
                desk.solana.balances[address] = Lamports(1_000_000)
                expected.insert(address.text)
            }
        }

        let found = try desk.wallet.discover(on: [.solanaLocal])

        #expect(Set(found.compactMap(\.address)) == expected)
        for account in found {
            desk.solana.balances[try Address(parsing: account.address ?? "")] = Lamports(1_000_000_000)
            try desk.wallet.send(try desk.wallet.plan(draft(account, "0.1")).approved())
        }
    }

    @Test func whatIsSentAgainCarriesTheMemoAndTheReferencesOfTheFirst() throws {
        let (desk, account, _) = try funded()
        desk.solana.isLosing = true
        let reference = try Address([UInt8](repeating: 8, count: 32))
        var draft = draft(account)
        draft.memo = "order 4711"
        draft.references = [reference.text]
        let status = try desk.wallet.send(try desk.wallet.plan(draft).approved())
        try desk.solana.advance(200)
        desk.time += 200
        try desk.wallet.refresh(account.id)
        desk.solana.isLosing = false

        try desk.wallet.send(try desk.wallet.planAgain(status.id, fee: .level(.normal)).approved())

        let message = try #require(desk.solana.waiting.values.first).message
        #expect(try message.instructions().map(Action.init).contains(.memo("order 4711")))
        #expect(message.accounts.contains(reference))
    }

    @Test func aPaymentThatALiarCallsFailedIsBelievedByTheOtherServer() throws {
        let (desk, account, _) = try funded()
        let status = try desk.wallet.send(try desk.wallet.plan(draft(account)).approved())
        try desk.solana.advance()
        let liar = PaperSolana()
        liar.papers = desk.solana.papers
        for signature in liar.papers.keys { liar.papers[signature]?.failure = "no funds" }
        desk.otherSolana = ["http://127.0.0.1:1": liar]
        try desk.reopen()
        try desk.wallet.refresh(account.id)
        #expect(try desk.wallet.send(status.id).state == .failed)

        try desk.wallet.addServer(try ServerAddress(network: .solanaLocal, kind: .solana, url: "http://127.0.0.1:2"))
        try desk.wallet.refresh(account.id)

        #expect(try desk.wallet.send(status.id).state == .final)
    }

    @Test func aServerThatForgotTheDaysOfAPaymentCannotCallItDead() throws {
        let (desk, account, _) = try funded()
        let status = try desk.wallet.send(try desk.wallet.plan(draft(account)).approved())
        try desk.solana.advance(200)
        desk.time += 5 * 86_400
        desk.solana.isForgetful = true
        desk.solana.oldest = desk.time - 2 * 86_400

        try desk.wallet.refresh(account.id)

        #expect(try desk.wallet.send(status.id).state == .sent)
        refuses(.tooLate) { try desk.wallet.planAgain(status.id, fee: .level(.normal)) }
    }
}

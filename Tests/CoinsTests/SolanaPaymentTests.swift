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

    private func funded() throws -> (CoinFixture, CoinAccount, Address) {
        let fixture = try CoinFixture()
        let account = try fixture.begin(.solanaLocal)
        let address = try Address(parsing: try #require(account.address))
        fixture.solana.balances[address] = Lamports(2_000_000_000)
        return (fixture, account, address)
    }

    private func draft(_ account: CoinAccount, _ amount: String = "0.5", nonce: Address? = nil) -> SendDraft {
        SendDraft(
            account: account.id, recipients: [.init(to: shop, .exactly(amount))], label: "tea",
            nonceAccount: nonce?.text)
    }

    private func arrived(_ fixture: CoinFixture) throws -> UInt64 {
        try fixture.solana.balance(of: try Address(parsing: shop)).units
    }

    @Test func aPaymentArrivesOnceAndIsFinal() throws {
        let (fixture, account, _) = try funded()

        let plan = try fixture.wallet.plan(draft(account))
        let approved = try plan.approved()
        let status = try fixture.wallet.send(approved)
        #expect(status.state == .sent)
        refuses(.tooLate) { try fixture.wallet.send(approved) }
        try fixture.solana.advance()
        try fixture.wallet.refresh(account.id)

        #expect(try fixture.wallet.send(status.id).state == .final)
        #expect(try arrived(fixture) == 500_000_000)
        let line = try #require(try fixture.wallet.history(of: account.id).first)
        #expect(line.direction == .outgoing && line.amount.value == 500_000_000 && line.counterpart == shop)
        #expect(line.label == "tea" && line.fee?.value == 5_000)
        #expect(try fixture.balance(account) == [1_499_995_000, 0, 1_499_995_000])
    }

    @Test func aLostPaymentIsSentAgainInTheSameBytesUntilItExpires() throws {
        let (fixture, account, _) = try funded()
        fixture.solana.isLosing = true
        let status = try fixture.wallet.send(try fixture.wallet.plan(draft(account)).approved())
        try fixture.solana.advance(50)
        try fixture.wallet.refresh(account.id)
        #expect(try fixture.wallet.send(status.id).state == .sent)
        #expect(fixture.solana.broadcasts.count == 2 && Set(fixture.solana.broadcasts).count == 1)
        refuses(.tooLate) { try fixture.wallet.planAgain(status.id, fee: .level(.normal)) }

        try fixture.solana.advance(200)
        try fixture.wallet.refresh(account.id)
        #expect(try fixture.wallet.send(status.id).state == .sent, "The server says dead, the clock says young.")
        fixture.time += 200
        try fixture.wallet.refresh(account.id)
        let expired = try fixture.wallet.send(status.id)
        #expect(expired.state == .expired && expired.sentence.contains("safe to send it again"))

        fixture.solana.isLosing = false
        let plan = try fixture.wallet.planAgain(status.id, fee: .level(.fast))
        let other = try fixture.wallet.planAgain(status.id, fee: .level(.normal))
        let again = try fixture.wallet.send(plan.approved())
        refuses(.tooLate) { try fixture.wallet.send(other.approved()) }
        refuses(.tooLate) { try fixture.wallet.planAgain(status.id, fee: .level(.fast)) }
        try fixture.solana.advance()
        try fixture.wallet.refresh(account.id)
        #expect(try fixture.wallet.send(again.id).state == .final && again.replaces == status.id)
        #expect(try arrived(fixture) == 500_000_000)
    }

    @Test func aPaymentThatOneServerForgotIsNotDeadWhileAnotherKnowsIt() throws {
        let (fixture, account, _) = try funded()
        let second = try ServerAddress(network: .solanaLocal, kind: .solana, url: "http://127.0.0.1:2")
        let status = try fixture.wallet.send(try fixture.wallet.plan(draft(account)).approved())
        try fixture.solana.advance(200)
        fixture.time += 200
        let forgetful = PaperSolana()
        forgetful.height = fixture.solana.height
        fixture.otherSolana = ["http://127.0.0.1:1": forgetful]
        try fixture.reopen()
        try fixture.wallet.addServer(second)

        try fixture.wallet.refresh(account.id)

        #expect(try fixture.wallet.send(status.id).state == .final)
    }

    @Test func aPaymentCalledDeadByALiarIsFoundAliveLater() throws {
        let (fixture, account, _) = try funded()
        let status = try fixture.wallet.send(try fixture.wallet.plan(draft(account)).approved())
        try fixture.solana.advance(200)
        fixture.time += 200
        fixture.solana.isForgetful = true
        try fixture.wallet.refresh(account.id)
        #expect(try fixture.wallet.send(status.id).state == .expired)

        fixture.solana.isForgetful = false
        try fixture.wallet.refresh(account.id)

        #expect(try fixture.wallet.send(status.id).state == .final)
        refuses(.tooLate) { try fixture.wallet.planAgain(status.id, fee: .level(.normal)) }
    }

    @Test func aPaymentOnADurableNonceWaitsForDaysAtAnOfflineSigner() throws {
        let (fixture, account, address) = try funded()
        let nonce = try Address([UInt8](repeating: 9, count: 32))
        fixture.solana.nonces[nonce] = NonceAccount(
            address: nonce, authority: address, value: try Blockhash([UInt8](repeating: 3, count: 32)))

        let (status, document) = try fixture.wallet.export(
            try fixture.wallet.plan(draft(account, nonce: nonce)).approved())
        refuses(.tooLate) {
            try fixture.wallet.export(try fixture.wallet.plan(draft(account, "0.1", nonce: nonce)).approved())
        }
        try fixture.solana.advance(10_000)
        fixture.time += 86_400
        let signature = try fixture.wallet.review(document, account: account.id).signed()
        #expect(signature.count == 64)
        try fixture.wallet.complete(status.id, with: signature)
        try fixture.solana.advance()
        try fixture.wallet.refresh(account.id)

        #expect(try fixture.wallet.send(status.id).state == .final)
        #expect(try arrived(fixture) == 500_000_000)
    }

    @Test func aUsedNonceMakesItsOtherPaymentImpossible() throws {
        let (fixture, account, address) = try funded()
        let nonce = try Address([UInt8](repeating: 9, count: 32))
        fixture.solana.nonces[nonce] = NonceAccount(
            address: nonce, authority: address, value: try Blockhash([UInt8](repeating: 3, count: 32)))
        fixture.solana.isLosing = true
        let status = try fixture.wallet.send(try fixture.wallet.plan(draft(account, nonce: nonce)).approved())
        fixture.solana.nonces[nonce] = NonceAccount(
            address: nonce, authority: address, value: try Blockhash([UInt8](repeating: 4, count: 32)))
        fixture.solana.waiting = [:]

        try fixture.wallet.refresh(account.id)

        #expect(try fixture.wallet.send(status.id).state == .replaced)
    }

    @Test func anotherMessageThanTheOneExportedIsNotSent() throws {
        let (fixture, account, _) = try funded()
        let (one, _) = try fixture.wallet.export(try fixture.wallet.plan(draft(account)).approved())
        let (_, document) = try fixture.wallet.export(try fixture.wallet.plan(draft(account, "0.1")).approved())
        let signature = try fixture.wallet.review(document, account: account.id).signed()

        refuses(.mismatch) { try fixture.wallet.complete(one.id, with: signature) }
        #expect(fixture.solana.broadcasts.isEmpty)
    }

    @Test func tokensAreSentAndARecipientWithoutAnAccountGetsOne() throws {
        let (fixture, account, address) = try funded()
        let mint = try Address([UInt8](repeating: 5, count: 32))
        // No mint authority, a supply of 1, two decimals, initialised, no freeze authority.
        fixture.solana.mints[mint] = (
            .tokenProgram,
            [UInt8](repeating: 0, count: 36) + [1, 0, 0, 0, 0, 0, 0, 0, 2, 1] + [UInt8](repeating: 0, count: 36)
        )
        let source = try ProgramAddress.associatedTokenAccount(owner: address, mint: mint, program: .tokenProgram)
        fixture.solana.tokenAccounts[source] = TokenAccount(
            address: source, program: .tokenProgram, mint: mint, owner: address, units: 900)
        try fixture.wallet.addToken(mint.text, on: .solanaLocal, symbol: "PAPER", decimals: 2)
        var draft = draft(account, "2.5")
        draft.token = "PAPER"

        let plan = try fixture.wallet.plan(draft)
        #expect(plan.review.payees.map(\.amount.description) == ["2.5 PAPER"])
        #expect(plan.review.warnings.map(\.name) == ["new-account"])
        try fixture.wallet.send(plan.approved(acknowledging: ["new-account"]))
        try fixture.solana.advance()
        try fixture.wallet.refresh(account.id)

        #expect(fixture.solana.tokenAccounts[source]?.units == 650)
        let balances = try fixture.wallet.balances(of: account.id, refreshing: false).balances
        #expect(balances.map(\.confirmed.description).last == "6.5 PAPER")
        try fixture.wallet.addToken(mint.text, on: .solanaLocal, symbol: "PAPER", decimals: 4)
        refuses(.lyingServer) { try fixture.wallet.plan(draft) }
    }

    @Test func aFrozenTokenAccountIsRefusedAsFrozen() throws {
        let (fixture, account, address) = try funded()
        let mint = try Address([UInt8](repeating: 5, count: 32))
        fixture.solana.mints[mint] = (
            .tokenProgram,
            [UInt8](repeating: 0, count: 36) + [1, 0, 0, 0, 0, 0, 0, 0, 2, 1] + [UInt8](repeating: 0, count: 36)
        )
        let source = try ProgramAddress.associatedTokenAccount(owner: address, mint: mint, program: .tokenProgram)
        fixture.solana.tokenAccounts[source] = TokenAccount(
            address: source, program: .tokenProgram, mint: mint, owner: address, units: 900, isFrozen: true)
        try fixture.wallet.addToken(mint.text, on: .solanaLocal, symbol: "PAPER", decimals: 2)
        var draft = draft(account, "2.5")
        draft.token = "PAPER"

        refuses(.frozen) { try fixture.wallet.plan(draft) }
    }

    @Test(arguments: [CoinStep.sendSigning, .sendSigned, .sendBroadcast, .sendRecording, .sendRecorded])
    func aPaymentKilledAtAnyStepHappensOnceOrNotAtAll(step: CoinStep) throws {
        let (fixture, account, _) = try funded()
        let plan = try fixture.wallet.plan(draft(account))
        fixture.killer = step

        #expect(throws: CoinFixture.Killed.self) { try fixture.wallet.send(plan.approved()) }
        try fixture.reopen()
        try fixture.wallet.refresh(account.id)
        try fixture.solana.advance()
        try fixture.wallet.refresh(account.id)

        let isKept = step != .sendSigning
        #expect(try fixture.wallet.sends().map(\.state) == (isKept ? [.final] : []))
        #expect(try arrived(fixture) == (isKept ? 500_000_000 : 0))
    }

    @Test func accountsOnEveryKnownPathAreFound() throws {
        let fixture = try CoinFixture()
        try fixture.wallet.restorePhrase(CoinFixture.phrase)
        try fixture.wallet.addServer(try fixture.server(of: .solanaLocal))
        let seed = try Phrase(parsing: CoinFixture.phrase).seed()
        var expected: Set<String> = []
        for row in KnownPath.all {
            for index in [UInt32(0), 2] {
                guard let key = try row.key(seed: seed, index: index) else { continue }
                let address = try Address(key.publicKey.bytes)
                fixture.solana.balances[address] = Lamports(1_000_000)
                expected.insert(address.text)
            }
        }

        let found = try fixture.wallet.discover(on: [.solanaLocal])

        #expect(Set(found.compactMap(\.address)) == expected)
        for account in found {
            fixture.solana.balances[try Address(parsing: account.address ?? "")] = Lamports(1_000_000_000)
            try fixture.wallet.send(try fixture.wallet.plan(draft(account, "0.1")).approved())
        }
    }

    @Test func whatIsSentAgainCarriesTheMemoAndTheReferencesOfTheFirst() throws {
        let (fixture, account, _) = try funded()
        fixture.solana.isLosing = true
        let reference = try Address([UInt8](repeating: 8, count: 32))
        var draft = draft(account)
        draft.memo = "order 4711"
        draft.references = [reference.text]
        let status = try fixture.wallet.send(try fixture.wallet.plan(draft).approved())
        try fixture.solana.advance(200)
        fixture.time += 200
        try fixture.wallet.refresh(account.id)
        fixture.solana.isLosing = false

        try fixture.wallet.send(try fixture.wallet.planAgain(status.id, fee: .level(.normal)).approved())

        let message = try #require(fixture.solana.waiting.values.first).message
        #expect(try message.instructions().map(Action.init).contains(.memo("order 4711")))
        #expect(message.accounts.contains(reference))
    }

    @Test func aPaymentThatALiarCallsFailedIsBelievedByTheOtherServer() throws {
        let (fixture, account, _) = try funded()
        let status = try fixture.wallet.send(try fixture.wallet.plan(draft(account)).approved())
        try fixture.solana.advance()
        let liar = PaperSolana()
        liar.papers = fixture.solana.papers
        for signature in liar.papers.keys { liar.papers[signature]?.failure = "no funds" }
        fixture.otherSolana = ["http://127.0.0.1:1": liar]
        try fixture.reopen()
        try fixture.wallet.refresh(account.id)
        #expect(try fixture.wallet.send(status.id).state == .failed)

        try fixture.wallet.addServer(try ServerAddress(network: .solanaLocal, kind: .solana, url: "http://127.0.0.1:2"))
        try fixture.wallet.refresh(account.id)

        #expect(try fixture.wallet.send(status.id).state == .final)
    }

    @Test func aServerThatForgotTheDaysOfAPaymentCannotCallItDead() throws {
        let (fixture, account, _) = try funded()
        let status = try fixture.wallet.send(try fixture.wallet.plan(draft(account)).approved())
        try fixture.solana.advance(200)
        fixture.time += 5 * 86_400
        fixture.solana.isForgetful = true
        fixture.solana.oldest = fixture.time - 2 * 86_400

        try fixture.wallet.refresh(account.id)

        #expect(try fixture.wallet.send(status.id).state == .sent)
        refuses(.tooLate) { try fixture.wallet.planAgain(status.id, fee: .level(.normal)) }
    }
}

// SPDX-License-Identifier: MIT

import Bytes
import Crypto
import Testing
import Tokens

@Suite struct RedeemMachineTests {
    let hub: TestHub
    let token: OfflineToken

    init() throws {
        hub = try TestHub()
        token = try hub.token(hops: 1, for: hub.request("frank", units: 300))
    }

    private func committed() throws -> RedeemMachine {
        try RedeemMachine(
            redeeming: token,
            range: UnitRange(lower: 50, length: 250),
            certificate: hub.certificate("frank"), account: AccountID(TestHub.sixteen("account")),
            nonce: Nonce(TestHub.sixteen("nonce")), time: TestHub.now, hubKey: hub.rootKey.publicKey)
    }

    private func signed() throws -> (RedeemMachine, Redemption) {
        var machine = try committed()
        guard case .sign(let transfer) = machine.resume(),
            case .upload(let redemption) = try machine.signed(transfer.sign(with: TestHub.key("frank"), hub: hub.id))
        else { throw TokensError(.internalFault, "The machine did not ask for a signature and an upload.") }
        return (machine, redemption)
    }

    private func word(_ id: RecordID, _ outcome: HubReceipt.Outcome, units: UInt64 = 250) throws -> HubReceipt {
        try HubReceipt.issue(
            for: id, outcome: outcome, units: units, time: TestHub.now, signer: hub.receipting, hub: hub.id)
    }

    private func persisted(_ machine: RedeemMachine) throws -> RedeemMachine {
        let again = try RedeemMachine(decoding: machine.encoded)
        #expect(again == machine)
        return again
    }

    @Test func aRedemptionGoesFromCommittedToSettled() throws {
        let id = try persisted(committed()).recordID
        var (machine, redemption) = try signed()
        #expect(machine.recordID == id && redemption.id(hub: hub.id) == id)
        machine = try persisted(machine)
        #expect(machine.resume() == .upload(redemption))
        var cache = VerifiedRecordCache()
        let path = try RedemptionVerifier(announced: hub.announced).verify(redemption, at: TestHub.now, cache: &cache)
        #expect(path.account == redemption.account && path.leafID == id && path.range.length == 250)
        let receipt = try word(id, .credited)
        #expect(try machine.hubAnswered(receipt, announced: hub.announced) == .credited(units: 250, of: 250))
        #expect(try machine.hubAnswered(receipt, announced: hub.announced) == .nothing)
        #expect(try persisted(machine).resume() == .nothing)
    }

    @Test func aSecondSignatureUploadsTheSameBytes() throws {
        var (machine, redemption) = try signed()
        let again = try TestHub.key("frank").sign([[1]])
        #expect(try machine.signed(again) == .upload(redemption))
    }

    @Test func aShortCreditSaysHowShort() throws {
        var (machine, redemption) = try signed()
        let short = try word(redemption.id(hub: hub.id), .credited, units: 10)
        #expect(try machine.hubAnswered(short, announced: hub.announced) == .credited(units: 10, of: 250))
        machine = try persisted(machine)
        #expect(machine.state == .claiming(redemption, short))
        _ = machine.claimClosed()
        #expect(try persisted(machine).state == .settled(redemption, short))
    }

    /// Stores keep these numbers for ever.
    @Test func statesKeepTheirNumbersAtRest() throws {
        let (signed, redemption) = try signed()
        let id = redemption.id(hub: hub.id)
        var (settled, refused, dropped, claiming) = (signed, signed, try committed(), signed)
        _ = try settled.hubAnswered(word(id, .credited), announced: hub.announced)
        _ = refused.refused()
        _ = dropped.drop()
        _ = try claiming.hubAnswered(word(id, .credited, units: 10), announced: hub.announced)
        let numbers = try [committed(), signed, settled, refused, dropped, claiming].map { machine in
            var reader = try CBORReader(machine.encoded, maximumCount: 1 << 16)
            try reader.array(of: 6)
            for _ in 0..<4 { try reader.skip() }
            return try reader.uint()
        }
        #expect(numbers == Array(0...5))
    }

    @Test func whatWasRefusedIsNotUploadedAgain() throws {
        var (machine, redemption) = try signed()
        #expect(machine.refused() == .release(redemption.token.range))
        machine = try persisted(machine)
        #expect(machine.refused() == .nothing && machine.drop() == .nothing && machine.resume() == .nothing)
        #expect(machine.recordID == redemption.id(hub: hub.id))
    }

    @Test func whatWasDroppedIsNeverSigned() throws {
        var machine = try committed()
        let id = machine.recordID
        #expect(machine.drop() == .release(try UnitRange(lower: 50, length: 250)))
        machine = try persisted(machine)
        #expect(machine.resume() == .nothing && machine.recordID == id && machine.refused() == .nothing)
        #expect(try machine.signed(TestHub.key("frank").sign([[1]])) == .nothing)
        #expect(refusal { try machine.hubAnswered(word(id, .credited), announced: hub.announced) } == .illegalState)
    }

    @Test func aRecordThatWasOnlyNotedIsStillToBeCredited() throws {
        var (machine, redemption) = try signed()
        #expect(
            try machine.hubAnswered(word(redemption.id(hub: hub.id), .recorded), announced: hub.announced) == .nothing)
        #expect(machine.resume() == .upload(redemption))
        #expect(
            try machine.hubAnswered(word(redemption.id(hub: hub.id), .refunded), announced: hub.announced)
                == .refunded(units: 250))
    }

    @Test func answersForOtherRecordsOrTooEarlyAreRefused() throws {
        var early = try committed()
        #expect(
            refusal { try early.hubAnswered(word(early.recordID, .credited), announced: hub.announced) }
                == .illegalState)
        var (machine, _) = try signed()
        let other = RecordID(known: [UInt8](repeating: 7, count: 32))
        #expect(refusal { try machine.hubAnswered(word(other, .credited), announced: hub.announced) } == .wrongRequest)
    }

    @Test func aCoinThatCannotBeSpentFurtherCanBeRedeemed() throws {
        let token = try hub.token(hops: 5, for: hub.request("frank", units: 300))
        var machine = try RedeemMachine(
            redeeming: token, range: token.range, certificate: hub.certificate("frank"),
            account: AccountID(TestHub.sixteen("account")), nonce: Nonce(TestHub.sixteen("nonce")), time: TestHub.now,
            hubKey: hub.rootKey.publicKey)
        guard case .sign(let transfer) = machine.resume() else { return }
        let signature = try transfer.sign(with: TestHub.key("frank"), hub: hub.id)
        guard case .upload(let redemption) = try machine.signed(signature) else { return }
        var cache = VerifiedRecordCache()
        let path = try RedemptionVerifier(announced: hub.announced).verify(redemption, at: TestHub.now, cache: &cache)
        #expect(path.records.count == 6)
    }
}

// SPDX-License-Identifier: MIT
import Chains
import Coins
import Keys
import Testing
import Vault

/// Coins ask the same guard as the wallet whose store they are in.
struct DeviceGuardTests {
    private let desk: Desk

    init() throws {
        desk = try Desk()
        desk.store.guardian = { _, feature in throw DeviceRestriction(refusing: feature, because: [.debugged]) }
    }

    @Test func nothingIsSignedOrExportedWhileAnotherPartyControlsTheDevice() throws {
        let account = try desk.begin()
        try desk.bitcoin.fund(try desk.wallet.receiveAddress(of: account.id).address, 100_000)
        try desk.wallet.refresh(account.id)
        let recipient = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
        let plan = try desk.wallet.plan(
            SendDraft(account: account.id, recipients: [.init(to: recipient, .exactly("0.0005"))], fee: .custom("2")))
        refuses(.featureRestricted) { try desk.wallet.send(plan.approved()) }
        refuses(.featureRestricted) { try desk.wallet.export(plan.approved()).status }
        let message = try desk.wallet.review(.text("I own this."), account: account.id)
        refuses(.featureRestricted) { try message.signed() }
        #expect(try desk.wallet.sends().isEmpty)
        #expect(try desk.balance(account) == [100_000, 0, 100_000])

        desk.store.guardian = { _, feature in #expect(feature == .sendMoney) }
        #expect(try !message.signed().isEmpty)
        try desk.wallet.send(plan.approved())
        #expect(try desk.bitcoin.paid(to: recipient) == 50_000)
    }
}

// SPDX-License-Identifier: MIT
import Chains
import Coins
import Keys
import Testing
import Vault

/// Coins ask the same guard as the wallet whose store they are in.
struct DeviceGuardTests {
    private let fixture: CoinFixture

    init() throws {
        fixture = try CoinFixture()
        fixture.store.guardian = { _, feature in throw DeviceRestriction(refusing: feature, because: [.debugged]) }
    }

    @Test func nothingIsSignedOrExportedWhileAnotherPartyControlsTheDevice() throws {
        let account = try fixture.begin()
        try fixture.bitcoin.fund(try fixture.wallet.receiveAddress(of: account.id).address, 100_000)
        try fixture.wallet.refresh(account.id)
        let recipient = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
        let plan = try fixture.wallet.plan(
            SendDraft(account: account.id, recipients: [.init(to: recipient, .exactly("0.0005"))], fee: .custom("2")))
        refuses(.featureRestricted) { try fixture.wallet.send(plan.approved()) }
        refuses(.featureRestricted) { try fixture.wallet.export(plan.approved()).status }
        let message = try fixture.wallet.review(.text("I own this."), account: account.id)
        refuses(.featureRestricted) { try message.signed() }
        #expect(try fixture.wallet.sends().isEmpty)
        #expect(try fixture.balance(account) == [100_000, 0, 100_000])

        fixture.store.guardian = { _, feature in #expect(feature == .sendMoney) }
        #expect(try !message.signed().isEmpty)
        try fixture.wallet.send(plan.approved())
        #expect(try fixture.bitcoin.paid(to: recipient) == 50_000)
    }
}

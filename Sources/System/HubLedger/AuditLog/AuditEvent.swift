// SPDX-License-Identifier: MIT
import HubStorage

/// The events of the audit log. The raw values are stored and never change.
package enum AuditEvent: String, Sendable, CaseIterable {
    // Sessions
    case registered = "account.registered"
    case loggedIn = "login.done"
    case loginFailed = "login.failed"
    case loginThrottled = "login.throttled"
    case codeFailed = "login.code-failed"
    case loggedOut = "logout.done"
    case loggedOutEverywhere = "logout.everywhere"
    case sessionReused = "session.reused"
    case deviceRevoked = "device.revoked"
    case appPasswordMade = "app-password.made"
    case listenerMade = "listener.made"
    case tunnelJoined = "tunnel.joined"
    case pairingMade = "pairing.made"
    case pairingConfirmed = "pairing.confirmed"
    case pairingEnded = "pairing.ended"
    case devicePaired = "pairing.done"
    // Credentials
    case passwordChanged = "password.changed"
    case passwordReset = "password.reset"
    case secondFactorOn = "second-factor.on"
    case secondFactorOff = "second-factor.off"
    case recoveryCodeUsed = "second-factor.recovery-code-used"
    case recoveryCodesMade = "second-factor.recovery-codes-made"
    // Decisions of the operator
    case roleChanged = "role.changed"
    case merchantNamed = "merchant.named"
    case locked = "account.locked"
    case unlocked = "account.unlocked"
    case toppedUp = "money.topped-up"
    case keysRotated = "keys.rotated"
    case certificateAnnounced = "keys.certificate-announced"
    case configured = "configuration.changed"
    case audited = "books.audited"
    case tunnelOn = "tunnel.on"
    case tunnelOff = "tunnel.off"
    // Currencies and banks
    case currencyAdded = "currency.added"
    case rateSet = "currency.rate-set"
    case rateForgotten = "currency.rate-forgotten"
    case bankNamed = "bank.named"
    case statementsImported = "bank.statements-imported"
    case suspenseAssigned = "bank.suspense-assigned"
    case suspenseReturned = "bank.suspense-returned"
    case suspenseAbsorbed = "bank.suspense-absorbed"
    case suspenseStruck = "bank.suspense-struck"
    case suspenseSettled = "bank.suspense-settled"
    case payoutsExported = "bank.payouts-exported"
    case payoutCancelled = "bank.payout-cancelled"
    case payoutRefused = "bank.payout-refused"
    // Merchants' servers
    case webhookSet = "webhook.set"
    case webhookRemoved = "webhook.removed"
    case webhookGivenUp = "webhook.given-up"
    // Fraud
    case caseOpened = "fraud.opened"
    case casesSettled = "fraud.settled"
}

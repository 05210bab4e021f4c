// SPDX-License-Identifier: MIT
import HubAPI
import Nearby
import ScreenModels
import Terminal
import Wallet

/// What each command of `satchel` answers to `--json`. A new command has its line here. Documentation/Scripting.md
enum WalletAnswers {
    static let all = wallet.merging(account) { $1 }.merging(history) { $1 }.merging(payments) { $1 }
        .merging(offline) { $1 }.merging(bank) { $1 }.merging(coins) { $1 }.merging(cards) { $1 }
        .merging(drive) { $1 }.merging(device) { $1 }

    private static let wallet: [String: AnswerShape] = [
        "init": ["wallet": .text],
        "demo": ["folder": .text, "account": .text, "link": .text],
        "unlock": ["minutes": .integer],
        "lock": [:],
        "passphrase": [:],
        "backup": ["backup": .text, "lost": .list(.lostFile)],
        "restore": ["wallet": .text, "lost": .list(.lostFile)],
        "erase": ["wallet": .text],
    ]

    private static let account: [String: AnswerShape] = [
        "join": ["hub": .text, "reached": .bool, "joined": .bool],
        "register": ["username": .text, "synced": .bool],
        "login": ["username": .text, "synced": .bool],
        "logout": [:],
        "auto-logout": ["minutes": .integer.optional],
        "devices list": .items([
            "id": .text, "name": .text.optional, "loggedIn": .time, "lastUsed": .time, "address": .text.optional,
            "secondFactor": .bool, "present": .bool,
        ]),
        "devices revoke": ["id": .text],
        "devices pair": ["code": .text, "expires": .time],
        "devices confirm": .pairing,
        "devices refuse": .pairing,
        "devices pairing": .pairing,
        "second-factor on": ["link": .text, "secret": .text],
        "second-factor confirm": ["recoveryCodes": .list(.text)],
        "second-factor off": [:],
        "second-factor recovery-codes": ["recoveryCodes": .list(.text)],
        "second-factor show": ["on": .bool, "recoveryCodesLeft": .integer],
        "password": [:],
        "merchant webhook": [
            "url": .text.optional, "failingSince": .time.optional, "disabled": .time.optional,
            "deliveries": .list([
                "event": .text, "kind": .text, "time": .time, "status": .integer.optional,
                "problem": .word(WebhookFault.self).optional,
            ]),
        ],
        "merchant set-webhook": ["secret": .text],
        "merchant remove-webhook": [:],
    ]

    private static let history: [String: AnswerShape] = [
        "balance": [
            "hub": .hubBalance.optional, "others": .list(.hubBalance), "queuedOthers": .list(.amount),
            "offline": .amount, "awaiting": .amount, "queued": .amount, "unacknowledged": .amount,
            "held": .list(["amount": .amount, "until": .time]), "requestsReady": .integer,
            "frozen": .word(FreezeReason.self).optional,
        ],
        "activity list": .either([.items(.activity), .items(.transaction)]),
        "activity show": .either([
            .activity,
            [
                "id": .text, "amount": .amount, "balanceAfter": .amount, "counterpart": .text.optional,
                "note": .text.optional, "time": .time, "entry": .integer, "entries": .integer,
                "entriesBefore": .integer, "root": .text,
            ],
        ]),
        "activity export": ["file": .text, "transactions": .integer],
        "activity summary": [
            "months": .list(.summaryLine), "counterparts": .list(.summaryLine), "total": .summaryLine,
        ],
        "sync": .sync,
        "watch": .either([
            ["listening": .bool],
            [
                "id": .text, "kind": .text, "time": .time, "subject": .text.optional,
                "transaction": .transaction.optional,
            ],
        ]),
        "notify on": ["device": .text, "started": .bool],
        "notify off": ["revoked": .bool],
        "notify show": ["on": .bool],
        "notify run": .either([["listening": .bool], ["told": .word(Notice.Subject.self)]]),
        "ledger show": [
            "newest": .ledgerHead.optional, "forks": .list(["before": .ledgerHead, "after": .ledgerHead]),
        ],
        "ledger check": ["newest": .ledgerHead.optional],
        "ledger accept": ["newest": .ledgerHead.optional],
        "proofs": .items(["name": .text, "text": .text]),
        "examine": [
            "culprit": .text, "first": .text, "second": .text, "overlap": .amount.optional, "isOwn": .bool,
        ],
    ]

    private static let payments: [String: AnswerShape] = [
        "send": ["transfer": .text, "sent": .bool, "amount": .amount, "recipient": .text],
        "requests list": .items(.request),
        "requests new": .linkedRequest,
        "requests show": .linkedRequest,
        "requests pay": [
            "paid": .bool, "request": .request, "transaction": .transaction.optional, "balance": .amount.optional,
        ],
        "requests decline": ["request": .request],
        "requests cancel": ["request": .request],
        "split list": .items(.split),
        "split new": .split,
        "split show": .split,
        "split cancel": .split,
        "recurring list": .items(.recurring),
        "recurring new": .recurring,
        "recurring show": .recurring,
        "recurring pause": .recurring,
        "recurring resume": .recurring,
        "recurring cancel": .recurring,
        "contacts list": .items(.contact),
        "contacts find": ["username": .text, "merchant": .text.optional],
        "contacts add": .contact,
        "contacts edit": .contact,
        "contacts remove": ["removed": .text],
        "contacts block": ["blocked": .text],
        "contacts unblock": ["unblocked": .text],
        "contacts blocked": .items(.text),
    ]

    private static let offline: [String: AnswerShape] = [
        "take-offline": .either([["taken": .amount, "offline": .amount], .sync]),
        "request": .either([.openRequest, .digits, .incomingPayment]),
        "pay": .outgoingPayment,
        "receive": .either([.incomingPayment, .openRequest, .digits]),
        "nearby": [
            "network": .word(NearbyStatus.Network.self), "host": .text.optional,
            "bluetooth": .word(NearbyStatus.Bluetooth.self), "adapter": .text.optional,
        ],
        "ack": ["payment": .text, "amount": .amount],
        "decline": ["decline": .text],
        "cancel": .either([["payment": .text, "until": .time.optional], ["transfer": .text]]),
        "show": .either([.openRequest, .outgoingPayment]),
    ]

    private static let bank: [String: AnswerShape] = [
        "funding": [
            "reference": .text,
            "banks": .list(["currency": .text, "iban": .text, "name": .text, "bic": .text.optional]),
        ],
        "payouts list": .items([
            "id": .text, "iban": .text, "name": .text, "amount": .amount, "state": .text,
        ]),
        "payouts new": ["id": .text, "iban": .text, "amount": .amount],
        "payouts cancel": ["id": .text, "amount": .amount],
        "currencies": [
            "currencies": .list(.text), "rates": .list(["pair": .text, "rate": .decimal, "spread": .decimal]),
        ],
        "convert": [
            "give": .amount, "get": .amount, "pair": .text, "rate": .decimal, "spread": .decimal,
            "roundingMillionths": .integer, "order": .text.optional,
        ],
    ]
}

extension AnswerShape {
    fileprivate static let hubBalance: AnswerShape = ["balance": .amount, "available": .amount, "asOf": .time]

    fileprivate static let activity = AnswerShape.named(
        "activity",
        [
            "id": .integer, "time": .time, "kind": .word(Activity.Kind.allCases.map(\.word)),
            "status": .word(Activity.Status.self), "name": .text.optional, "amount": .amount.optional,
            "counterpart": .text.optional, "note": .text.optional,
            "event": .word(ActivityEvent.Name.allCases.map(\.word)),
            "values": .map(.either([.text, .integer, .amount])),
        ])

    fileprivate static let transaction = AnswerShape.named(
        "transaction",
        [
            "id": .text, "kind": .word(AccountTransaction.Kind.allCases.map(\.word)), "amount": .amount,
            "balanceAfter": .amount, "counterpart": .text.optional, "note": .text.optional, "time": .time,
        ])

    fileprivate static let summaryLine: AnswerShape = [
        "name": .text, "received": .amount, "sent": .amount, "count": .integer,
    ]

    fileprivate static let sync: AnswerShape = [
        "complete": .bool, "connection": .text.optional, "milliseconds": .integer.optional,
        "parts": .list([
            "part": .word(SyncReport.Part.allCases.map(\.word)),
            "outcome": .word(["idle", "done", "failed", "skipped"]),
            "values": AnswerShape.either([
                ["count": .integer], ["amounts": .integer, "claims": .integer], ["amount": .amount],
                ["code": .text.optional],
                ["settled": .integer, "unsettled": .integer],
                ["orders": .list(["name": .text, "recipient": .text.optional, "code": .text.optional])],
            ]).optional,
        ]),
    ]

    fileprivate static let ledgerHead = AnswerShape.named(
        "ledgerHead", ["entries": .integer, "time": .time, "root": .text, "statement": .text])

    fileprivate static let request = AnswerShape.named(
        "request",
        [
            "id": .text, "state": .word(MoneyRequest.State.self), "payee": .text, "payer": .text.optional,
            "amount": .amount.optional, "currency": .text, "note": .text.optional, "reference": .text.optional,
            "created": .time, "due": .day.optional, "expires": .time, "closed": .time.optional,
            "transaction": .text.optional,
            "bill": AnswerShape.bill.optional,
        ])

    private static let bill: AnswerShape = ["split": .text, "total": .amount, "people": .integer]

    fileprivate static let pairing = AnswerShape.named(
        "pairing",
        [
            "state": .word(PairingState.self), "expires": .time, "device": .text.optional, "address": .text.optional,
        ])

    fileprivate static let linkedRequest: AnswerShape = ["request": .request, "link": .text]

    fileprivate static let split = AnswerShape.named(
        "split",
        [
            "id": .text, "total": .amount, "note": .text.optional, "created": .time,
            "shares": .list([
                "person": .text, "amount": .amount, "request": .text.optional, "state": .word(MoneyRequest.State.self),
            ]), "paid": .amount, "open": .amount,
        ])

    fileprivate static let recurring = AnswerShape.named(
        "recurring",
        [
            "id": .text, "state": .word(RecurringPayment.State.self), "recipient": .text, "amount": .amount,
            "note": .text.optional, "rhythm": ["unit": .word(["daily", "weekly", "monthly"]), "every": .integer],
            "first": .day, "count": .integer.optional, "last": .day.optional, "paid": .integer, "next": .day.optional,
            "runs": .list([
                "due": .day, "state": .word(RecurringPayment.Run.State.self), "attempts": .integer, "time": .time,
                "transaction": .text.optional, "problem": .text.optional, "retryAt": .time.optional,
            ]),
        ])

    fileprivate static let contact: AnswerShape = [
        "username": .text, "name": .text.optional, "note": .text.optional, "favourite": .bool,
    ]

    fileprivate static let openRequest: AnswerShape = [
        "request": .text, "amount": .amount, "text": .text, "freshUntil": .time, "port": .integer.optional,
        "name": .text.optional,
    ]

    /// While a payee waits for a payer nearby.
    fileprivate static let digits: AnswerShape = ["digits": .text]

    fileprivate static let incomingPayment: AnswerShape = [
        "received": .amount, "request": .text, "receipt": .text, "isRepeat": .bool, "isExtra": .bool,
        "isHeld": .bool,
    ]

    fileprivate static let outgoingPayment: AnswerShape = [
        "payment": .text, "amount": .amount, "payee": .text.optional, "text": .text, "tokens": .integer,
        "bytes": .integer, "isRepeat": .bool, "isDelivered": .bool.optional,
    ]
}

// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import Terminal

/// What each command of `satchel-hub` answers to `--json`. A new command has its line here. Documentation/Scripting.md
enum HubAnswers {
    static let all = hub.merging(accounts) { $1 }.merging(ledger) { $1 }.merging(bank) { $1 }

    private static let hub: [String: AnswerShape] = [
        "init": ["directory": .text, "currency": .text, "link": .text],
        "link": ["link": .text],
        "serve": ["ready": .text, "link": .text, "pid": .integer, "metrics": .text.optional],
        "console": ["link": .text],
        "config check": ["changed": .integer],
        "config show": .items(["name": .text, "value": .text, "isChanged": .bool]),
        "config example": .document("An example of hub.toml."),
        "describe": .document("The OpenAPI document of the HTTP API."),
        "demo": .either([["folder": .text, "ready": .text, "link": .text], ["done": .text]]),
        "rotate-keys": ["rotated": .bool, "certificate": .bool],
        "announce-certificate": ["certificate": .text, "until": .time, "fresh": .bool],
        "backup": .backup,
        "restore": .backup,
        "migrate": ["tables": .integer, "rows": .integer, "digest": .text, "oldBooks": .text],
        "files list": .items([
            "space": .text, "owner": .text, "name": .text.optional, "used": .integer, "reserved": .integer,
            "quota": .integer, "isQuotaSet": .bool,
        ]),
        "files backup": .fileBackup,
        "files restore": .fileBackup,
        "files export": ["folders": .integer, "files": .integer, "bytes": .integer, "lacking": .integer],
        "files check": [
            "spaces": .integer, "used": .integer, "reserved": .integer, "uploads": .integer, "contents": .integer,
            "idle": .integer, "due": .integer, "oldestCheck": .time.optional, "lastBackup": .time.optional,
            "damaged": .list(["content": .text, "size": .integer, "since": .time, "files": .integer]),
        ],
        "files scrub": ["due": .integer],
        "files quota": ["space": .text, "quota": .integer.optional],
        "tunnel on": .tunnel,
        "tunnel off": [:],
        "tunnel show": .tunnel,
        "tunnel list": .items([
            "username": .text, "id": .text, "name": .text.optional, "publicKey": .text, "address": .text,
        ]),
        "tunnel export": .document("The devices of the tunnel, as `wg syncconf` takes them, without the private key."),
    ]

    private static let accounts: [String: AnswerShape] = [
        "user list": .items(.account),
        "user show": [
            "account": .account,
            "devices": .list([
                "id": .text, "name": .text.optional, "loggedIn": .time, "lastUsed": .time, "address": .text.optional,
            ]),
            "livingKeys": .integer, "livingKeysLimit": .integer,
        ],
        "user role": ["account": .text, "role": .word(Role.self)],
        "user lock": ["account": .text, "locked": .bool],
        "user unlock": ["account": .text, "locked": .bool],
        "user reset-password": ["account": .text, "password": .text],
        "merchant": ["account": .text, "name": .text.optional],
        "topup": ["account": .text.optional, "isGuaranteeFund": .bool, "balance": .amount],
    ]

    private static let ledger: [String: AnswerShape] = [
        "audit": .either([
            [
                "currency": .text, "lines": .list(["account": .text, "balance": .amount]), "total": .amount,
                "totals": .list(.amount), "entries": .integer, "postings": .integer,
                "issuers": .list(["key": .text, "issued": .amount, "redeemed": .amount]),
                "cases": .list([
                    "id": .integer, "account": .text.optional, "claimed": .amount, "paid": .amount, "owed": .amount,
                ]),
                "findings": .list(["code": .word(AuditFinding.Rule.self), "subject": .text]),
            ],
            .items([
                "number": .integer, "time": .time, "event": .text, "account": .text.optional, "actor": .text,
                "address": .text.optional, "details": .text,
            ]),
            ["rows": .integer, "head": .text],
        ]),
        "export": .document("The postings as CSV, or as one JSON object on each line."),
        "sweep": [
            "roots": .integer, "returned": .amount, "claims": .integer, "compensated": .amount, "failed": .integer,
        ],
        "currency list": [
            "currencies": .list(.text), "rates": .list(["pair": .text, "rate": .decimal, "spread": .decimal]),
        ],
        "currency add": ["currency": .text],
        "currency rate": ["pair": .text, "rate": .decimal, "spread": .decimal],
        "currency remove-rate": ["pair": .text],
    ]

    private static let bank: [String: AnswerShape] = [
        "bank account": ["currency": .text, "iban": .text],
        "bank import": [
            "statements": .integer, "credited": .integer, "settled": .integer, "suspended": .integer,
            "doubtful": .integer, "known": .integer, "foreign": .list(.text),
            "apart": .list(["bank": .amount, "ledger": .amount, "day": .day]),
        ],
        "bank suspense": .items([
            "number": .integer, "day": .day, "amount": .amount, "name": .text.optional, "iban": .text.optional,
            "text": .text, "reason": .text.optional,
            "doubt": .word(["repetition", "otherReference", "reversal"]).optional,
            "notOwed": .notOwed.optional, "owed": .list(["id": .text, "total": .amount]),
        ]),
        "bank assign": ["account": .text, "amount": .amount],
        "bank return": ["amount": .amount],
        "bank absorb": ["amount": .amount],
        "bank settle": ["payouts": .integer, "total": .amount, "rest": .amount],
        "bank strike": ["amount": .amount],
        "bank export": .items(["id": .text, "path": .text, "payments": .integer, "total": .amount]),
        "bank payouts": .items([
            "id": .text, "iban": .text, "name": .text, "amount": .amount, "state": .text, "withheld": .bool,
        ]),
        "bank cancel": ["id": .text, "amount": .amount],
        "bank refused": ["payouts": .integer, "total": .amount.optional],
    ]
}

extension AnswerShape {
    fileprivate static let tunnel = AnswerShape.named(
        "tunnel",
        [
            "isOn": .bool, "publicKey": .text.optional, "network": .text.optional, "endpoint": .text.optional,
            "listenPort": .integer.optional, "rejoining": .integer.optional,
        ])

    fileprivate static let fileBackup = AnswerShape.named(
        "fileBackup", ["made": .time, "contents": .integer, "bytes": .integer, "lacking": .integer])

    fileprivate static let backup: AnswerShape = [
        "entries": .integer, "made": .time, "currency": .text, "files": .fileBackup.optional,
    ]

    fileprivate static let account: AnswerShape = [
        "username": .text, "role": .word(Role.self), "balance": .amount, "created": .time, "locked": .bool,
        "lockReason": .text.optional, "frozen": .bool, "secondFactor": .bool, "unredeemed": .amount,
        "unredeemedLimit": .amount,
    ]

    fileprivate static let notOwed: AnswerShape = ["payout": .text, "state": .text]
}

// SPDX-License-Identifier: MIT
import Chains
import Coins
import Terminal

extension WalletAnswers {
    static let coins: [String: AnswerShape] = [
        "coins new": ["phrase": .text],
        "coins restore": [:],
        "coins phrase": ["phrase": .text],
        "coins accounts": .items(.coinAccount),
        "coins add": .coinAccount,
        "coins watch": AnswerShape.coinAccount.with(.caution),
        "coins key": ["account": .integer, "network": .text, "key": .text],
        "coins rename": .coinAccount,
        "coins hide": .coinAccount,
        "coins discover": .items(.coinAccount),
        "coins address": ["account": .integer, "network": .text, "address": .text, "path": .text.optional],
        "coins label": [:],
        "coins balance": .items([
            "account": .integer, "name": .text, "network": .text, "isFresh": .bool, "reason": .text.optional,
            "balances": .list([
                "token": .text.optional, "confirmed": .amount, "pending": .amount, "spendable": .amount,
                "worth": .amount.optional,
            ]),
            "unknown": .list(["token": .text, "currency": .text]),
        ]),
        "coins history": .items([
            "id": .text, "origin": .word(["transaction", "block", "withdrawal", "between", "unread"]),
            "direction": .word(["in", "out", "own"]), "amount": .amount, "token": .text.optional,
            "fee": .amount.optional, "counterpart": .text.optional, "contact": .text.optional,
            "label": .text.optional, "time": .time.optional,
            "status": .word(["pending", "confirmed", "failed", "gone"]), "block": .integer.optional,
        ]),
        "coins fee": .items(["level": .word(FeeLevel.self), "rate": .rate, "cost": .amount]),
        "coins price": [
            "coin": .text, "over": .word(PriceSpan.self), "isSeen": .bool, "reason": .text.optional,
            "price": .amount, "lowest": .pricePoint, "highest": .pricePoint,
            "changeInTenthsOfPercent": .integer.optional, "points": .list(.pricePoint),
        ],
        "coins follow": [
            "account": .integer, "name": .text, "token": .text.optional, "confirmed": .amount, "pending": .amount,
            "spendable": .amount, "time": .time,
        ],
        "coins send": .reviewed,
        "coins bump": .reviewed,
        "coins cancel": .reviewed,
        "coins again": .reviewed,
        "coins child": .reviewed,
        "coins nonce": .reviewed,
        "coins payments": .items(.coinPayment),
        "coins push": .coinPayment,
        "coins drop": .coinPayment,
        "coins sign": ["signed": .bool, "document": .coinDocument.optional, "review": .review],
        "coins complete": .coinPayment,
        "coins message": ["signed": .bool, "signer": .text, "signature": .text.optional],
        "coins verify": ["isValid": .bool, "signer": .text, "network": .text],
        "coins psbt show": [
            "network": .text, "isComplete": .bool, "outputs": .list(["address": .text, "amount": .amount]),
            "fee": .amount.optional,
            "inputs": .list([
                "output": .text, "amount": .amount.optional, "signatures": .integer, "needed": .integer.optional,
                "isFinal": .bool,
            ]),
            "facts": .list(.fact),
        ],
        "coins psbt combine": ["document": .coinDocument, "isComplete": .bool],
        "coins psbt finalize": ["transaction": .text, "bytes": .text, "sent": .bool],
        "coins cosigner": ["key": .text],
        "coins share": ["account": .integer, "name": .text, "address": .text],
        "coins export": ["document": .coinDocument],
        "coins servers list": .items(.coinServer),
        "coins servers add": .coinServer,
        "coins servers suggest": .items(.coinServer),
        "coins servers remove": .coinServer,
        "coins contacts list": .items(.coinContact),
        "coins contacts add": AnswerShape.coinContact.with(.caution),
        "coins contacts remove": [:],
        "coins tokens list": .items(.coinToken),
        "coins tokens add": AnswerShape.coinToken.with(.caution),
        "coins tokens remove": [:],
    ]
}

extension AnswerShape {
    fileprivate static let coinAccount: AnswerShape = [
        "id": .integer, "name": .text, "network": .text, "scheme": .text, "path": .text.optional,
        "address": .text.optional, "extendedKey": .text.optional, "isWatchOnly": .bool,
    ]

    fileprivate static let caution: AnswerShape = ["caution": .fact.optional]

    fileprivate static let fact = AnswerShape.named(
        "fact",
        [
            "code": .text, "text": .text.optional, "inputs": .integer.optional, "outputs": .integer.optional,
            "virtualBytes": .integer.optional, "number": .integer.optional, "output": .text.optional,
            "amount": .amount.optional, "block": .integer.optional, "rate": .rate.optional,
            "address": .text.optional, "gasLimit": .integer.optional, "bytes": .integer.optional,
        ])

    fileprivate static let rate: AnswerShape = ["value": .decimal, "unit": .text]
    fileprivate static let pricePoint: AnswerShape = ["time": .time, "price": .amount]
    fileprivate static let payee: AnswerShape = ["address": .text, "contact": .text.optional, "amount": .amount]

    fileprivate static let review = AnswerShape.named(
        "review",
        [
            "network": .text, "payees": .list(.payee), "fee": .amount, "rate": .rate, "change": .amount.optional,
            "facts": .list(.fact), "warnings": .list(.text),
        ])

    fileprivate static let coinPayment = AnswerShape.named(
        "coinPayment",
        [
            "id": .integer, "account": .integer, "state": .word(SendStatus.State.allCases.map(\.name)),
            "purpose": .word(["payment", "bump", "cancel", "child"]), "transaction": .text.optional,
            "payees": .list(.payee), "fee": .amount, "label": .text.optional, "replaces": .integer.optional,
        ])

    fileprivate static let coinDocument: AnswerShape = [
        "kind": .text, "bytes": .text, "base64": .text.optional, "ur": .list(.text),
    ]

    fileprivate static let reviewed: AnswerShape = [
        "sent": .bool, "payment": .coinPayment.optional, "document": .coinDocument.optional, "review": .review,
    ]

    fileprivate static let coinServer: AnswerShape = ["network": .text, "kind": .text, "url": .text]
    fileprivate static let coinContact: AnswerShape = ["name": .text, "network": .text, "address": .text]

    fileprivate static let coinToken: AnswerShape = [
        "symbol": .text, "network": .text, "decimals": .integer, "address": .text,
    ]
}

// SPDX-License-Identifier: MIT
import Cards
import Terminal

extension WalletAnswers {
    static let cards: [String: AnswerShape] = [
        "cards list": .items(.card),
        "cards search": .items(.card),
        "cards groups": .items(["group": .text, "cards": .integer]),
        "cards regroup": ["group": .text.optional],
        "cards expiring": .items(.card),
        "cards remind": ["days": .integer],
        "cards show": .card,
        "cards add": .card,
        "cards edit": .card,
        "cards remove": ["removed": .list(.text)],
        "cards undo": .card,
        "cards archive": .items(.card),
        "cards unarchive": .items(.card),
        "cards star": .items(.card),
        "cards unstar": .items(.card),
        "cards scan": .either([.card, .items(.symbol)]),
        "cards import": .cardImport,
        "cards export": [
            "file": .text, "format": .text, "cards": .integer, "leftOut": .integer, "problems": .list(.problem),
        ],
        "cards update": .items([
            "no": .integer.optional, "id": .text, "host": .text, "result": .word(["updated", "unchanged", "failed"]),
            "reason": .text.optional,
        ]),
        "cards follow": ["folder": .text.optional],
        "cards share": [
            "cards": .list(.text), "codes": .list(.text), "problems": .list(.problem),
            "smaller": .list(["before": .pixels, "after": .pixels]),
        ],
        "cards receive": .either([["kept": .bool, "cards": .list(.card)], .cardImport]),
        "cards photos list": .items([
            "role": .text, "type": .text, "bytes": .integer.optional, "sha256": .text, "isLost": .bool,
        ]),
        "cards photos add": .card,
        "cards photos save": ["file": .text, "type": .text],
        "cards photos remove": .card,
        "code draw": AnswerShape.symbol.with([
            "columns": .integer, "rows": .integer, "width": .integer.optional, "height": .integer.optional,
            "scale": .integer.optional, "widthMillimetres": .decimal.optional,
            "moduleMillimetres": .decimal.optional, "isHardToRead": .bool, "files": .list(.text),
        ]),
        "code read": [
            "codes": .list([
                "image": .text.optional, "symbology": .text, "text": .text, "bytes": .text, "eci": .integer.optional,
                "gs1": .bool, "correction": .text.optional, "inverted": .bool, "corners": .list(.list(.integer)),
            ]),
            "result": .delivery.optional, "file": .text.optional,
        ],
    ]
}

extension AnswerShape {
    /// A file of a card that a backup cannot hold.
    static let lostFile: AnswerShape = ["card": .text, "store": .text, "photo": .integer.optional, "code": .text]

    fileprivate static let problem: AnswerShape = ["position": .integer, "code": .text]
    fileprivate static let pixels: AnswerShape = ["width": .integer, "height": .integer]
    fileprivate static let delivery: AnswerShape = [
        "form": .word(["text", "ur", "bbqr"]), "type": .text.optional,
        "text": .text.optional, "bytes": .text.optional,
    ]

    fileprivate static let symbol: AnswerShape = [
        "kind": .text, "text": .text.optional, "bytes": .text, "eci": .integer.optional, "gs1": .bool,
    ]

    fileprivate static let card = AnswerShape.named(
        "card",
        [
            "no": .integer.optional, "id": .text, "store": .text, "number": .text, "holder": .text.optional,
            "note": .text, "colour": .text.optional, "codes": .list(symbol.with(["caption": .text.optional])),
            "validFrom": .time.optional, "expiry": .time.optional,
            "balance": cardBalance.optional,
            "groups": .list(.text), "starred": .bool, "archived": .bool, "lastUsed": .time.optional,
            "created": .time.optional, "modified": .time.optional,
            "photos": .list(["role": .text, "type": .text, "sha256": .text]), "originalPass": .text.optional,
            "distanceMetres": .integer.optional, "place": .text.optional, "isInReach": .bool.optional,
            "seal": .word(["unsigned", "changed", "broken", "signed"]).optional,
        ])

    /// Points have no currency.
    private static let cardBalance: AnswerShape = ["value": .decimal, "currency": .text.optional]

    fileprivate static let cardImport: AnswerShape = [
        "kept": .bool, "inserted": .integer, "overwritten": .integer, "merged": .integer, "updated": .integer,
        "skipped": .integer, "erased": .integer, "bad": .list(.problem), "repeated": .list(.problem),
    ]
}

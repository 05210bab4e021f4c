// SPDX-License-Identifier: MIT
import Cards
import Pocket
import Terminal

extension Option {
    fileprivate static let sort = Option(
        "sort", value: "order", "By store, by last use (used), or starred ones first (starred).", fallback: "store",
        completion: .choices(["store", "used", "starred"]))
    fileprivate static let ofGroup = Option("group", value: "name", "Only cards of this group.")
    fileprivate static let days = Option("days", value: "number", "How far to look ahead.", fallback: "30")
}

extension Operand {
    fileprivate static let words = Operand("words", "What to look for; all of it must be found.", count: .many)
    fileprivate static let group = Operand("group", "The group's name.")
    fileprivate static let groupName = Operand(
        "name", "Its other name; without it the group is dissolved.", count: .optional)
}

extension Command {
    /// Finding cards.
    static let cardListing: [Command] = [
        Command(
            "list", "List the cards with the numbers that other commands take.",
            options: [.sort, .ofGroup, .archiveToo],
            examples: [
                .init("satchel cards list", "By store."),
                .init("satchel cards list --sort used", "What was used last comes first."),
            ]
        ) { invocation in
            let desk = try CardDesk(invocation)
            let order = try invocation.required(.sort) { word -> CardQuery.Order in
                switch word {
                case "store": return .store
                case "used": return .lastUsed
                case "starred": return .starred
                default: throw Failure(.usage, "choose store, used or starred")
                }
            }
            let found = try desk.cards.cards(
                CardQuery(
                    order: order, archive: invocation.has(.archiveToo) ? .all : .without,
                    group: invocation.value(.ofGroup)))
            try invocation.print(
                found, of: desk,
                none: desk.cards.count == 0
                    ? "There are no cards yet. Add one: satchel cards scan PHOTO, or satchel cards import FILE"
                    : "No card is like that.")
        },
        Command(
            "search", "Find cards by words of their store, number, holder, note or groups.",
            options: [.archiveToo], operands: [.words],
            examples: [.init("satchel cards search book 97", "Both words are found, whatever their case or accents.")]
        ) { invocation in
            let desk = try CardDesk(invocation)
            let text = invocation.operands(.words).joined(separator: " ")
            let found = try desk.cards.cards(
                CardQuery(text, archive: invocation.has(.archiveToo) ? .all : .without))
            try invocation.print(found, of: desk, none: "No card is found.")
        },
        Command("groups", "List the groups and how many cards each has.") { invocation in
            let groups = try CardDesk(invocation).cards.groups()
            guard !invocation.wantsJSON else {
                return invocation.console.print(
                    .array(groups.map { ["group": .text($0.name), "cards": .integer(Int64($0.count))] }))
            }
            guard !groups.isEmpty else { return invocation.console.print("There are no groups.") }
            var table = Table(.words("group"), .numbers("cards"))
            for group in groups { table.add(group.name, String(group.count)) }
            invocation.console.print(table.text)
        },
        Command(
            "regroup", "Give a group another name, or dissolve it; its cards stay.", operands: [.group, .groupName]
        ) { invocation in
            let desk = try CardDesk(invocation)
            let name = try invocation.operand(.group)
            guard try desk.cards.groups().contains(where: { $0.name == name }) else {
                throw Failure(.failed, "There is no group '\(name)'. See them with `satchel cards groups`.")
            }
            let other = invocation.optional(.groupName).flatMap { $0.isEmpty ? nil : $0 }
            try desk.cards.renameGroup(name, to: other)
            invocation.answer(
                ["group": .text(other)], other.map { "The group is called '\($0)' now." } ?? "The group is dissolved.")
        },
        Command("expiring", "List the cards that expire soon or have expired.", options: [.days]) { invocation in
            let desk = try CardDesk(invocation)
            let days = try invocation.integer(.days, in: 0...36_600) ?? 30
            try invocation.print(
                desk.cards.expiring(withinDays: days), of: desk, none: "No card expires within \(days) days.")
        },
    ]
}

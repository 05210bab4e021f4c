// SPDX-License-Identifier: MIT
import Cards
import CardStore
import Terminal

extension Option {
    fileprivate static let sort = Option(
        "sort", value: "order", "Order: store, used (last used first) or starred (starred first).", fallback: "store",
        completion: .choices(["store", "used", "starred"]))
    fileprivate static let ofGroup = Option("group", value: "name", "Only cards of this group.")
    fileprivate static let days = Option("days", value: "number", "Days to look ahead, 0 to 36600.", fallback: "30")
}

extension Operand {
    fileprivate static let words = Operand("words", "Search words. All must match.", count: .many)
    fileprivate static let group = Operand("group", "Name of the group.")
    fileprivate static let groupName = Operand(
        "name", "New name. Without it the group is removed.", count: .optional)
}

extension Command {
    /// Lists and search of cards.
    static let cardListing: [Command] = [
        Command(
            "list", "List cards with their numbers for other commands.",
            options: [.sort, .ofGroup, .archiveToo],
            examples: [
                .init("satchel cards list", "List cards by store."),
                .init("satchel cards list --sort used", "List the last used cards first."),
            ]
        ) { invocation in
            let desk = try CardContext(invocation)
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
                    ? "No cards yet. Add one: satchel cards scan PHOTO, or satchel cards import FILE"
                    : "No results.")
        },
        Command(
            "search", "Search cards by store, number, holder, note and groups.",
            options: [.archiveToo], operands: [.words],
            examples: [.init("satchel cards search book 97", "Find cards with both words, ignoring case and accents.")]
        ) { invocation in
            let desk = try CardContext(invocation)
            let text = invocation.operands(.words).joined(separator: " ")
            let found = try desk.cards.cards(
                CardQuery(text, archive: invocation.has(.archiveToo) ? .all : .without))
            try invocation.print(found, of: desk, none: "No results.")
        },
        Command("groups", "List groups with their numbers of cards.") { invocation in
            let groups = try CardContext(invocation).cards.groups()
            guard !invocation.wantsJSON else {
                return invocation.console.print(
                    .items(groups.map { ["group": .text($0.name), "cards": .integer(Int64($0.count))] }))
            }
            guard !groups.isEmpty else { return invocation.console.print("No groups.") }
            var table = Table(.words("group"), .numbers("cards"))
            for group in groups { table.add(group.name, String(group.count)) }
            invocation.console.print(table.text)
        },
        Command(
            "regroup", "Rename or remove a group. Its cards stay.", operands: [.group, .groupName]
        ) { invocation in
            let desk = try CardContext(invocation)
            let name = try invocation.operand(.group)
            guard try desk.cards.groups().contains(where: { $0.name == name }) else {
                throw Failure(.failed, "There is no group '\(name)'. List the groups: satchel cards groups")
            }
            let other = invocation.optional(.groupName).flatMap { $0.isEmpty ? nil : $0 }
            try desk.cards.renameGroup(name, to: other)
            invocation.answer(
                ["group": .text(other)], other.map { "Renamed the group to '\($0)'." } ?? "Removed the group.")
        },
        Command("expiring", "List cards that have expired or expire soon.", options: [.days]) { invocation in
            let desk = try CardContext(invocation)
            let days = try invocation.integer(.days, in: 0...36_600) ?? 30
            try invocation.print(
                desk.cards.expiring(withinDays: days), of: desk, none: "No card expires within \(days) days.")
        },
    ]
}

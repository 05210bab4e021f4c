// SPDX-License-Identifier: MIT
import Bytes
import Cards
import CardStore
import Terminal

extension Option {
    fileprivate static let sort = Option(
        "sort", value: "order", "Order: store, used (last used first) or starred (starred first).", fallback: "store",
        completion: .choices(["store", "used", "starred"]))
    fileprivate static let near = Option(
        "near", value: "position", "Cards of the nearest places first: latitude and longitude in degrees.")
    fileprivate static let ofGroup = Option("group", value: "name", "Only cards of this group.")
    fileprivate static let days = Option("days", value: "number", "Days to look ahead, 0 to 36600.", fallback: "30")
}

extension Operand {
    fileprivate static let words = Operand("words", "Search words. All must match.", count: .many)
    fileprivate static let group = Operand("group", "Name of the group.")
    fileprivate static let reminderDays = Operand(
        "days", "Days before the expiry, 0 to 36600. Without it the command shows the number.", count: .optional)
    fileprivate static let groupName = Operand(
        "name", "New name. Without it the group is removed.", count: .optional)
}

extension Command {
    /// Lists and search of cards.
    static let cardListing: [Command] = [
        Command(
            "list", "List cards with their numbers for other commands.",
            discussion: """
                A pass may name the places where it is of use. With --near the list begins with the cards of the \
                nearest places, and says the distance. Nothing asks where this machine is. In the southern \
                hemisphere write --near=-33.8568,151.2153.
                """,
            options: [.sort, .near, .ofGroup, .archiveToo, .passLanguage],
            examples: [
                .init("satchel cards list", "List cards by store."),
                .init("satchel cards list --sort used", "List the last used cards first."),
                .init("satchel cards list --near 48.2082,16.3738", "List the cards of the nearest places first."),
            ]
        ) { invocation in
            let context = try CardContext(invocation)
            let order = try invocation.required(.sort) { word -> CardQuery.Order in
                switch word {
                case "store": return .store
                case "used": return .lastUsed
                case "starred": return .starred
                default: throw Failure(.usage, "choose store, used or starred")
                }
            }
            let found = try context.cards.cards(
                CardQuery(
                    order: order, archive: invocation.has(.archiveToo) ? .all : .without,
                    group: invocation.value(.ofGroup)))
            let nearest = try invocation.nearest(to: found, context)
            let sorted = nearest.map { nearest in
                let near = found.filter { nearest[$0.id] != nil }
                    .sorted { nearest[$0.id]?.metres ?? 0 < nearest[$1.id]?.metres ?? 0 }
                return near + found.filter { nearest[$0.id] == nil }
            }
            try invocation.print(
                sorted ?? found, of: context, nearest: nearest ?? [:],
                none: context.cards.isEmpty
                    ? "No cards yet. Add one: satchel cards scan PHOTO, or satchel cards import FILE"
                    : "No results.")
            try invocation.remind(of: found, context)
        },
        Command(
            "search", "Search cards by store, number, holder, note and groups.",
            options: [.archiveToo], operands: [.words],
            examples: [.init("satchel cards search book 97", "Find cards with both words, ignoring case and accents.")]
        ) { invocation in
            let context = try CardContext(invocation)
            let text = invocation.operands(.words).joined(separator: " ")
            let found = try context.cards.cards(
                CardQuery(text, archive: invocation.has(.archiveToo) ? .all : .without))
            try invocation.print(found, of: context, none: "No results.")
        },
        Command("groups", "List groups with their numbers of cards.") { invocation in
            let groups = try CardContext(invocation).cards.groups()
            guard !invocation.wantsJSON else {
                return invocation.console.print(
                    .items(groups.map { ["group": .string($0.name), "cards": .number(Int64($0.count))] }))
            }
            guard !groups.isEmpty else { return invocation.console.print("No groups.") }
            var table = Table(.words("group"), .numbers("cards"))
            for group in groups { table.add(group.name, String(group.count)) }
            invocation.console.print(table.text)
        },
        Command(
            "regroup", "Rename or remove a group. Its cards stay.", operands: [.group, .groupName]
        ) { invocation in
            let context = try CardContext(invocation)
            let name = try invocation.operand(.group)
            guard try context.cards.groups().contains(where: { $0.name == name }) else {
                throw Failure(.failed, "There is no group '\(name)'. List the groups: satchel cards groups")
            }
            let other = invocation.optional(.groupName).flatMap { $0.isEmpty ? nil : $0 }
            try context.cards.renameGroup(name, to: other)
            invocation.answer(
                ["group": .string(other)], other.map { "Renamed the group to '\($0)'." } ?? "Removed the group.")
        },
        Command(
            "remind", "Set how many days before its expiry lists mark a card, or show the number.",
            discussion: """
                Lists mark such a card with `soon`, in the app with its date. With 0, only expired cards are marked.
                """,
            operands: [.reminderDays], examples: [.init("satchel cards remind 30", "Mark cards 30 days before.")]
        ) { invocation in
            let cards = try CardContext(invocation).cards
            if let word = invocation.optional(.reminderDays) {
                guard let days = Int(word), 0...36_600 ~= days else {
                    throw Failure(.usage, "The days are a whole number from 0 to 36600.")
                }
                try cards.setReminderDays(days)
            }
            let days = try cards.reminderDays
            invocation.answer(
                ["days": .number(Int64(days))],
                days == 0
                    ? "Lists mark only cards that have expired."
                    : "Lists mark a card \(days == 1 ? "1 day" : "\(days) days") before it expires.")
        },
        Command("expiring", "List cards that have expired or expire soon.", options: [.days]) { invocation in
            let context = try CardContext(invocation)
            let days = try invocation.integer(.days, in: 0...36_600) ?? 30
            try invocation.print(
                context.cards.expiring(withinDays: days), of: context, none: "No card expires within \(days) days.")
        },
    ]
}

extension Invocation {
    /// The nearest place of each card to the position of `--near`; nil without the option.
    fileprivate func nearest(to cards: [Card], _ context: CardContext) throws -> [CardID: PassPlaces.Nearest]? {
        let position = try value(.near) { text in
            guard let point = GeoPoint(text: text) else {
                throw Failure(.usage, "write latitude and longitude in degrees, such as 48.2082,16.3738")
            }
            return point
        }
        guard let position else { return nil }
        let language = value(.passLanguage) ?? "en"
        var nearest: [CardID: PassPlaces.Nearest] = [:]
        for card in cards {
            nearest[card.id] = context.cards.places(of: card, language: language)?.nearest(to: position)
        }
        return nearest
    }

    /// A line below a list for people: how many of its cards expire soon.
    fileprivate func remind(of cards: [Card], _ context: CardContext) throws {
        guard !wantsJSON else { return }
        let days = try context.cards.reminderDays
        let count = cards.count { $0.reminder(at: CardContext.now, days: days) == .soon }
        guard count > 0 else { return }
        let what = count == 1 ? "1 card expires" : "\(count) cards expire"
        console.print("\(what) within \(days == 1 ? "1 day" : "\(days) days").")
    }
}

// SPDX-License-Identifier: MIT

/// What the movements of one account in one file are called.
///
/// Under a reference of the bank's own (`r:`, and `p:` for one of a country's kinds) a movement has the same name in every file
/// that mentions it. Where the bank gives none, it is called by everything that the bank says of it, by its statement, and by its
/// number among those that look the same there (`s:`): a copy of the statement makes the same name again, another statement
/// another one, for two payments that look alike are two payments.
struct MovementNames {
    /// What tells a statement from all others.
    struct Origin {
        /// The bank's name of the statement, which some banks use again.
        let id: String
        /// The statement with what marks it where its name is used again; the same for all pages that say they are pages.
        let source: String
        /// Nil unless it says that it is one.
        let page: String?
    }

    /// A movement that has no name yet.
    struct Draft {
        var movement: BankTransaction
        /// Its name under the bank's reference; nil when there is none.
        var reference: String?
        /// What it was called before references were told from words such as NONREF.
        var former: String
        /// What it is called without a reference, within its statement.
        var appearance: String
    }

    /// What a name under a country's kind of reference begins with.
    static let national = "p:"
    static let separator = "\u{1f}"

    /// In this file.
    private var unnamed = Numbers()
    private var formers: Set<String> = []
    /// Those of each statement, through all its pages.
    private var named: [String: Numbers] = [:]
    private var pages: [String: Set<String>] = [:]
    /// In this statement or page.
    private var formerTimes: [String: Int] = [:]

    /// Goes on with another statement of the file, or another page of one.
    ///
    /// What one page says after another is new; what stands in the file again is not.
    mutating func begin(_ origin: Origin) {
        formerTimes = [:]
        let isNextPage = origin.page.map { pages[origin.source, default: []].insert($0).inserted } ?? false
        if !isNextPage { named[origin.source] = Numbers() }
    }

    mutating func name(_ draft: Draft, in origin: Origin) -> BankTransaction {
        var movement = draft.movement
        movement.hasReference = draft.reference != nil
        if let reference = draft.reference {
            movement.id = named[origin.source, default: Numbers()].number(reference)
            movement.isReferenceShared = movement.id != reference
        } else {
            movement.id = unnamed.number(
                "s:" + [origin.source, origin.page ?? "", draft.appearance].joined(separator: Self.separator))
        }
        let times = formerTimes[draft.former, default: 0]
        formerTimes[draft.former] = times + 1
        let former = draft.former + (times > 0 ? "#\(times)" : "")
        // The second of a name in one file was not booked then, so it is not the one that was.
        let isFirst = formers.insert(origin.id + Self.separator + former).inserted
        movement.formerID = isFirst && former != movement.id ? former : nil
        return movement
    }

    /// Tells equal names apart by their order.
    private struct Numbers {
        private var times: [String: Int] = [:]
        private var given: Set<String> = []

        mutating func number(_ name: String) -> String {
            var number = times[name, default: 0]
            var unique = number == 0 ? name : "\(name)#\(number)"
            while !given.insert(unique).inserted {
                number += 1
                unique = "\(name)#\(number)"
            }
            times[name] = number + 1
            return unique
        }
    }
}

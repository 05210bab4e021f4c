// SPDX-License-Identifier: MIT

/// Names the movements of one file.
///
/// With a bank reference (`r:`, or `p:` for a national kind) a movement has the same name in every file that contains
/// it. Without one, the name consists of everything that the bank reports of the movement, its statement, and its
/// number among movements that look the same there (`s:`). A copy of the statement gives the same name. Another
/// statement gives another name, because two payments that look the same are two payments.
struct MovementNames {
    /// Distinguishes a statement from all others.
    struct Origin {
        /// The bank's id of the statement, which some banks reuse.
        let id: String
        /// The statement, with what distinguishes it where its id is reused. The same for all its numbered pages.
        let source: String
        /// The page number; nil if the statement does not state one.
        let page: String?
    }

    /// A movement without a name yet.
    struct Draft {
        var movement: BankTransaction
        /// The name from the bank's reference; nil if there is none.
        var reference: String?
        /// The name in versions that took words such as NONREF for references.
        var former: String
        /// The name without a reference, within its statement.
        var appearance: String
    }

    /// The prefix of a name from a national kind of reference.
    static let national = "p:"
    static let separator = "\u{1f}"

    /// Numbers of equal names in this file.
    private var unnamed = Numbers()
    private var formers: Set<String> = []
    /// Numbers of equal names in each statement, over all its pages.
    private var named: [String: Numbers] = [:]
    private var pages: [String: Set<String>] = [:]
    /// Counts of former names in this statement or page.
    private var formerTimes: [String: Int] = [:]

    /// Continues with another statement of the file, or another page of a statement.
    ///
    /// A further page contains new movements. A page that the file contains again does not.
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
        // Former versions did not book the second movement of a name in one file, so it has no former name.
        let isFirst = formers.insert(origin.id + Self.separator + former).inserted
        movement.formerID = isFirst && former != movement.id ? former : nil
        return movement
    }

    /// Numbers equal names in their order.
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

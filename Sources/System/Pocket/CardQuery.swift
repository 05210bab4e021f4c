// SPDX-License-Identifier: MIT

/// Which cards are wanted, and in what order.
package struct CardQuery: Hashable, Sendable {
    /// What a person has typed so far: each word must occur in the store, the number, the holder, the note or a group. Case
    /// and accents do not count. Empty finds everything.
    package var text: String
    package var order: Order
    package var archive: Archive
    /// Only cards of this group.
    package var group: String?

    package enum Order: String, CaseIterable, Hashable, Sendable {
        /// By store, then number.
        case store = "store"
        /// The last used first, those that were never used after them by store.
        case lastUsed = "lastUsed"
        /// The starred first, each by store.
        case starred = "starred"
    }

    package enum Archive: String, CaseIterable, Hashable, Sendable {
        case without = "without", only = "only", all = "all"
    }

    package init(
        _ text: String = "", order: Order = .store, archive: Archive = .without, group: String? = nil
    ) {
        self.text = text
        self.order = order
        self.archive = archive
        self.group = group
    }
}

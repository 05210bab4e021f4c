// SPDX-License-Identifier: MIT

/// Selects cards and their order.
package struct CardQuery: Hashable, Sendable {
    /// The search text so far: each word must occur in the store, the number, the holder, the note or a group. Case and
    /// accents are ignored. Empty text matches everything.
    package var text: String
    package var order: Order
    package var archive: Archive
    /// Only cards of this group.
    package var group: String?

    package enum Order: String, CaseIterable, Hashable, Sendable {
        /// By store, then number.
        case store = "store"
        /// The last used first; cards never used follow by store.
        case lastUsed = "lastUsed"
        /// The starred first; both parts by store.
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

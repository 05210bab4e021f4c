// SPDX-License-Identifier: MIT

/// The position of an item in a page's bar.
nonisolated package enum ToolbarItemPlacement: Sendable {
    case automatic, topBarLeading, topBarTrailing, cancellationAction, confirmationAction, primaryAction, principal
}

/// An item of a bar with its position.
package struct _ToolbarEntry {
    let placement: ToolbarItemPlacement
    let content: AnyView
}

/// The content of a bar.
package protocol ToolbarContent {
    var _entries: [_ToolbarEntry] { get }
}

/// One view in a bar.
package struct ToolbarItem<Content: View>: ToolbarContent {
    private let placement: ToolbarItemPlacement
    private let content: Content

    package init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.placement = placement
        self.content = content()
    }

    package var _entries: [_ToolbarEntry] { [_ToolbarEntry(placement: placement, content: AnyView(content))] }
}

/// Several items.
package struct _ToolbarList: ToolbarContent {
    package let _entries: [_ToolbarEntry]
}

/// Converts the statements of a toolbar to its items.
@MainActor @resultBuilder package enum ToolbarContentBuilder {
    package static func buildBlock<each Content: ToolbarContent>(_ content: repeat each Content) -> _ToolbarList {
        var entries: [_ToolbarEntry] = []
        repeat entries += (each content)._entries
        return _ToolbarList(_entries: entries)
    }
    package static func buildIf(_ content: _ToolbarList?) -> _ToolbarList { content ?? _ToolbarList(_entries: []) }
    package static func buildEither(first: _ToolbarList) -> _ToolbarList { first }
    package static func buildEither(second: _ToolbarList) -> _ToolbarList { second }
}

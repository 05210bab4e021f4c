// SPDX-License-Identifier: MIT
internal import Observation

/// A short note about what has just happened, with a way to undo it. A newer note replaces an older one.
@Observable @MainActor
package final class ToastBoard {
    package struct Toast: Identifiable {
        package let id: Int
        package let text: String
        /// Nil where it cannot be undone.
        package let undo: (@MainActor () async -> Void)?
    }

    package private(set) var toast: Toast?
    @ObservationIgnored private var count = 0

    /// How long a note is shown; one with a button longer, so that it can be reached.
    package nonisolated static func duration(hasUndo: Bool) -> Duration { .seconds(hasUndo ? 8 : 4) }

    package init() {}

    package func show(_ text: String, undo: (@MainActor () async -> Void)? = nil) {
        count += 1
        toast = Toast(id: count, text: text, undo: undo)
    }

    /// Removes a note, unless a newer one has replaced it.
    package func dismiss(_ id: Int) {
        if toast?.id == id { toast = nil }
    }

    /// Undoes what the note tells, once.
    package func undo(_ id: Int) async {
        guard let toast, toast.id == id, let undo = toast.undo else { return }
        self.toast = nil
        await undo()
    }
}

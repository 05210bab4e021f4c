// SPDX-License-Identifier: MIT
internal import CGTK

/// Content on its own widget, which recognizes gestures in its whole area.
package struct _GestureView<Content: View, Movement: Gesture>: PrimitiveView {
    let content: Content
    let gesture: Movement
    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { GestureNode(view, place) }
}

final class GestureNode<Content: View, Movement: Gesture>: ViewNode<_GestureView<Content, Movement>> {
    private let inner = Host()
    private var isWatching = false
    override var children: [Node] { inner.root.map { [$0] } ?? [] }

    override func apply() {
        inner.show(view.content, parent: self, environment: environment)
        guard !isWatching else { return }
        isWatching = true
        // Uses the current view at the time of the event, because its closures may have changed.
        view.gesture._watch(
            _GestureGround(widget: inner.widget), changed: { [weak self] in self?.view.gesture._changed($0) },
            ended: { [weak self] in self?.view.gesture._ended($0) })
    }

    override func items() -> [LayoutItem] { [LeafItem(WidgetLeaf(inner.widget, .nested(inner)))] }

    override func unmount() {
        super.unmount()
        inner.unmount()
    }
}

extension View {
    /// Recognizes a gesture on this view.
    package func gesture<Movement: Gesture>(_ gesture: Movement) -> some View {
        _GestureView(content: self, gesture: gesture)
    }

    /// Runs after one tap, or several in quick succession. Also provide a button for the keyboard and screen readers.
    package func onTapGesture(count: Int = 1, perform action: @escaping @MainActor () -> Void) -> some View {
        gesture(TapGesture(count: count).onEnded { action() })
    }
}

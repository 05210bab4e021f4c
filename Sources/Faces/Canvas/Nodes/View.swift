// SPDX-License-Identifier: MIT

/// A part of a screen, described by its content.
@MainActor @preconcurrency package protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }

    /// Creates the persistent counterpart of a view; views that Canvas draws itself have their own.
    static func _makeNode(_ view: Self, _ place: NodePlace) -> Node
}

extension View {
    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { CompositeNode(view, place) }
}

extension Never: View {
    package var body: Never { fatalError("Never has no body.") }
}

/// A view that Canvas draws itself.
package protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
    package var body: Never { fatalError("\(Self.self) is drawn by Canvas and has no body.") }
}

/// Converts the statements of a body to one view.
@MainActor @resultBuilder package enum ViewBuilder {
    package static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    package static func buildBlock() -> EmptyView { EmptyView() }
    package static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    package static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> {
        var views: [any View] = []
        repeat views.append(each content)
        return TupleView((repeat each content), views)
    }
    package static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    package static func buildEither<First: View, Second: View>(
        first: First
    ) -> _ConditionalContent<First, Second> { _ConditionalContent(storage: .first(first)) }
    package static func buildEither<First: View, Second: View>(
        second: Second
    ) -> _ConditionalContent<First, Second> { _ConditionalContent(storage: .second(second)) }
    package static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}

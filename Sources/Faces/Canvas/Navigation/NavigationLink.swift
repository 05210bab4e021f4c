// SPDX-License-Identifier: MIT

/// Opens another page: one given here, or the one declared for a value.
package struct NavigationLink<Caption: View, Destination: View>: PrimitiveView {
    fileprivate enum Target {
        case view(() -> Destination)
        case value(AnyHashable?)
    }
    fileprivate let target: Target
    fileprivate let label: Caption

    package init(@ViewBuilder destination: @escaping () -> Destination, @ViewBuilder label: () -> Caption) {
        target = .view(destination)
        self.label = label()
    }

    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { LinkNode(view, place) }
}

extension NavigationLink where Caption == Text {
    @_disfavoredOverload package init<Title: StringProtocol>(
        _ title: Title, @ViewBuilder destination: @escaping () -> Destination
    ) {
        target = .view(destination)
        label = Text(title)
    }
}

extension NavigationLink where Destination == Never {
    package init<Value: Hashable>(value: Value?, @ViewBuilder label: () -> Caption) {
        target = .value(value.map { AnyHashable($0) })
        self.label = label()
    }
}

extension NavigationLink where Destination == Never, Caption == Text {
    @_disfavoredOverload package init<Title: StringProtocol, Value: Hashable>(_ title: Title, value: Value?) {
        target = .value(value.map { AnyHashable($0) })
        label = Text(title)
    }
}

final class LinkNode<Caption: View, Destination: View>: PressNode<NavigationLink<Caption, Destination>> {
    override var label: AnyView {
        guard environment.context.isRow else { return AnyView(view.label) }
        return row(
            HStack(spacing: 8) {
                view.label.frame(maxWidth: .infinity, alignment: .leading)
                Image(systemName: "chevron.forward").font(.system(size: 12, weight: .semibold))
                    .foregroundStyle(Color.secondary.opacity(0.8))
            })
    }

    override func pressed() {
        let controller = environment.context.controller
        switch view.target {
        case .view(let destination): controller?.push(destination(), parent: self)
        case .value(let value): if let value { controller?.follow(value, parent: self) }
        }
    }
}

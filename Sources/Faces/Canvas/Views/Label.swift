// SPDX-License-Identifier: MIT

/// A symbol with text.
package struct Label<Title: View, Icon: View>: View {
    let title: Title
    let icon: Icon
    @Environment(\.labelKind) private var kind

    package init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        self.title = title()
        self.icon = icon()
    }

    package var body: some View {
        switch kind {
        case .titleOnly: title
        case .iconOnly: icon
        case .titleAndIcon:
            HStack(spacing: 10) {
                icon
                title
            }
        }
    }
}

extension EnvironmentValues {
    var labelKind: LabelKind { context.labelKind }
}

extension Label where Title == Text, Icon == Image {
    package init(_ title: LocalizedStringKey, systemImage: String) {
        self.title = Text(title)
        icon = Image(systemName: systemImage)
    }
    @_disfavoredOverload package init<Content: StringProtocol>(_ title: Content, systemImage: String) {
        self.title = Text(title)
        icon = Image(systemName: systemImage)
    }
}

/// A caption at the leading edge and its value at the trailing one.
package struct LabeledContent<Caption: View, Content: View>: View {
    let caption: Caption
    let content: Content
    @Environment(\.dynamicTypeSize) private var letters

    package init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Caption) {
        caption = label()
        self.content = content()
    }

    package var body: some View {
        // As on Apple's systems, text in accessibility sizes is arranged in a column.
        if letters.isAccessibilitySize {
            VStack(alignment: .leading, spacing: 4) {
                caption
                content.foregroundStyle(Color.secondary)
            }
        } else {
            HStack(alignment: .firstTextBaseline, spacing: 12) {
                caption
                Spacer()
                content.foregroundStyle(Color.secondary).multilineTextAlignment(.trailing)
            }
        }
    }
}

extension LabeledContent where Caption == Text, Content == Text {
    package init<Name: StringProtocol, Value: StringProtocol>(_ title: Name, value: Value) {
        caption = Text(title)
        content = Text(value)
    }
}

extension LabeledContent where Caption == Text {
    package init<Name: StringProtocol>(_ title: Name, @ViewBuilder content: () -> Content) {
        caption = Text(title)
        self.content = content()
    }
}

/// The placeholder of an empty screen.
package struct ContentUnavailableView<Title: View, Description: View, Actions: View>: View {
    let title: Title
    let description: Description
    let actions: Actions

    package init(
        @ViewBuilder label: () -> Title, @ViewBuilder description: () -> Description,
        @ViewBuilder actions: () -> Actions
    ) {
        title = label()
        self.description = description()
        self.actions = actions()
    }

    package var body: some View {
        VStack(spacing: 14) {
            title.font(.title3).fontWeight(.semibold)
            description.font(.callout).foregroundStyle(Color.secondary)
            actions
        }
        .multilineTextAlignment(.center).padding(24).frame(maxWidth: .infinity)
    }
}

extension ContentUnavailableView where Title == _UnavailableTitle, Description == Text?, Actions == EmptyView {
    package init<Name: StringProtocol>(_ title: Name, systemImage: String, description: Text? = nil) {
        self.title = _UnavailableTitle(title: String(title), symbol: systemImage)
        self.description = description
        actions = EmptyView()
    }
}

/// A large symbol above a sentence.
package struct _UnavailableTitle: View {
    let title: String
    let symbol: String
    package var body: some View {
        VStack(spacing: 14) {
            Image(systemName: symbol).font(.system(size: 40)).foregroundStyle(Color.secondary)
            Text(title)
        }
    }
}

// SPDX-License-Identifier: MIT
internal import CGTK

/// The dimensions of list rows, in points.
enum RowMetrics {
    static let insets = EdgeInsets(top: 11, leading: 16, bottom: 11, trailing: 16)
    /// The minimum height for a finger.
    static let minHeight = 48.0
    static let corner = 16
}

/// Rows on cards, in sections; only those in sight exist.
package struct List<Content: View>: View {
    private let content: Content
    package init(@ViewBuilder content: () -> Content) { self.content = content() }

    package var body: some View {
        ScrollView { _Rows(content: content).padding(.horizontal, 16).padding(.bottom, 24) }
    }
}

extension List {
    package init<Data: RandomAccessCollection, Row: View>(
        _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, Row> {
        content = ForEach(data, content: rowContent)
    }
}

/// Controls in sections.
package struct Form<Content: View>: View {
    private let content: Content
    package init(@ViewBuilder content: () -> Content) { self.content = content() }
    package var body: some View { List { content } }
}

/// Rows of a group, with text above and below.
package struct Section<Header: View, Content: View, Footer: View>: View {
    let header: Header
    let content: Content
    let footer: Footer

    package init(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Header, @ViewBuilder footer: () -> Footer
    ) {
        self.header = header()
        self.content = content()
        self.footer = footer()
    }

    /// Outside a list a section is a card by itself.
    package var body: some View { _Rows(content: self) }
}

extension Section where Footer == EmptyView {
    package init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Header) {
        self.init(content: content, header: header, footer: { EmptyView() })
    }
}

extension Section where Header == EmptyView {
    package init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
        self.init(content: content, header: { EmptyView() }, footer: footer)
    }
}

extension Section where Header == EmptyView, Footer == EmptyView {
    package init(@ViewBuilder content: () -> Content) {
        self.init(content: content, header: { EmptyView() }, footer: { EmptyView() })
    }
}

extension Section where Header == Text, Footer == EmptyView {
    package init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content, header: { Text(title) }, footer: { EmptyView() })
    }
    @_disfavoredOverload package init<Title: StringProtocol>(_ title: Title, @ViewBuilder content: () -> Content) {
        self.init(content: content, header: { Text(title) }, footer: { EmptyView() })
    }
}

/// A section in the form for a list.
protocol SectionListing {
    var _header: (any View)? { get }
    var _content: any View { get }
    var _footer: (any View)? { get }
}

extension Section: SectionListing {
    var _header: (any View)? { header is EmptyView ? nil : header }
    var _content: any View { content }
    var _footer: (any View)? { footer is EmptyView ? nil : footer }
}

/// One line of a list: a row of a card, or the text above or below one.
struct ListEntry: PrimitiveView {
    enum Kind: Equatable {
        case header
        case row(isFirst: Bool, isLast: Bool)
        case footer
        case gap
    }
    let kind: Kind
    let content: any View

    static func _makeNode(_ view: ListEntry, _ place: NodePlace) -> Node { ListEntryNode(view, place) }
}

/// The entries of a list's content, in order.
package struct _Rows<Content: View>: PrimitiveView {
    let content: Content

    package static func _makeNode(_ view: Self, _ place: NodePlace) -> Node { RowsNode(view, place) }

    fileprivate var entries: RowSource {
        var source = RowSource()
        var loose = RowSource()
        let top = RowSource.of(content, [])
        // Sections are few; many rows outside sections usually come from one ForEach, which stays lazy.
        let hasSections = containsSections(content)
        guard hasSections else { return card(top, AnyHashable("rows")) }
        for index in 0..<top.count {
            let row = top.row(index)
            guard let section = row.view as? any SectionListing else {
                loose.append(count: 1) { _ in row }
                continue
            }
            appendLoose(loose, AnyHashable(["loose", row.key] as [AnyHashable]), to: &source)
            loose = RowSource()
            append(section, row.key, to: &source)
        }
        appendLoose(loose, AnyHashable("rest"), to: &source)
        return source
    }

    /// Adds rows outside any section, as a card between sections.
    private func appendLoose(_ rows: RowSource, _ key: AnyHashable, to source: inout RowSource) {
        guard !rows.isEmpty else { return }
        if !source.isEmpty { source.append(entry(.gap, EmptyView(), AnyHashable([key, "gap"] as [AnyHashable]))) }
        source.append(card(rows, key))
    }

    private func append(_ section: any SectionListing, _ key: AnyHashable, to source: inout RowSource) {
        if !source.isEmpty { source.append(entry(.gap, EmptyView(), AnyHashable([key, "gap"] as [AnyHashable]))) }
        if let header = section._header {
            source.append(entry(.header, header, AnyHashable([key, "header"] as [AnyHashable])))
        }
        source.append(card(RowSource.of(section._content, []), key))
        if let footer = section._footer {
            source.append(entry(.footer, footer, AnyHashable([key, "footer"] as [AnyHashable])))
        }
    }

    private func entry(_ kind: ListEntry.Kind, _ view: any View, _ key: AnyHashable) -> RowSource {
        RowSource(count: 1) { _ in RowSource.Row(key: key, view: ListEntry(kind: kind, content: view)) }
    }

    private func card(_ rows: RowSource, _ key: AnyHashable) -> RowSource {
        RowSource(count: rows.count) { index in
            let row = rows.row(index)
            return RowSource.Row(
                key: AnyHashable([key, row.key] as [AnyHashable]),
                view: ListEntry(
                    kind: .row(isFirst: index == 0, isLast: index == rows.count - 1), content: row.view))
        }
    }

    private func containsSections(_ view: any View) -> Bool {
        if view is any SectionListing { return true }
        if let group = view as? any SectionHolding { return group._holdsSections }
        return false
    }
}

/// A view that can report without creating its rows whether it contains sections.
protocol SectionHolding {
    var _holdsSections: Bool { get }
}

private func holdsSections(_ view: any View) -> Bool {
    view is any SectionListing || (view as? any SectionHolding)?._holdsSections == true
}

extension TupleView: SectionHolding { var _holdsSections: Bool { list.contains { holdsSections($0) } } }
extension Group: SectionHolding { var _holdsSections: Bool { holdsSections(content) } }
extension AnyView: SectionHolding { var _holdsSections: Bool { holdsSections(content) } }
extension Optional: SectionHolding where Wrapped: View {
    var _holdsSections: Bool { map { holdsSections($0) } ?? false }
}
extension _ConditionalContent: SectionHolding {
    var _holdsSections: Bool {
        switch storage {
        case .first(let first): holdsSections(first)
        case .second(let second): holdsSections(second)
        }
    }
}
extension ForEach: SectionHolding {
    var _holdsSections: Bool {
        if Content.self is any SectionListing.Type { return true }
        guard Content.self is any SectionHolding.Type else { return false }
        return data.contains { holdsSections(content($0)) }
    }
}

final class RowsNode<Content: View>: ViewNode<_Rows<Content>> {
    private lazy var rows = LazyRows(
        owner: self, guess: 60,
        make: { [unowned self] row, _ in makeChild(row.view) },
        update: { [unowned self] node, row, _ in node.update(row.view, environment) })

    override var children: [Node] { rows.nodes }
    override func apply() { rows.update(view.entries, environment.context.scroll) }
    override func items() -> [LayoutItem] { [rows.item(spacing: 0, .leading)] }
    override func unmount() {
        super.unmount()
        rows.unmount()
    }
}

/// One entry on its own widget, which draws the card's background, corners and hairline.
final class ListEntryNode: ViewNode<ListEntry> {
    private lazy var inner = Host(alignment: .leading, role: GTK_ACCESSIBLE_ROLE_GROUP)
    private let style = WidgetStyle()
    private var type: ObjectIdentifier?
    private lazy var actions = RowActions()
    private lazy var gestures = RowGestures(inner, actions) { [weak self] in self?.environment }
    private lazy var swipe = RowSwipe(inner, actions) { [weak self] in self?.environment }
    private var isPrepared = false

    override var children: [Node] { inner.root.map { [$0] } ?? [] }

    override func apply() {
        var inside = environment
        switch view.kind {
        case .gap: break
        case .header:
            inside.context.font = .footnote
            inside.context.fontWeight = .semibold
            inside.context.foreground = Color.secondary
        case .footer:
            inside.context.font = .footnote
            inside.context.foreground = Color.secondary
        case .row:
            inside.context.isRow = true
            inside.context.isInList = true
            inside.context.rowActions = actions
            if !isPrepared {
                isPrepared = true
                actions.onFirstUse = { [weak self] in
                    self?.gestures.watch()
                    self?.swipe.watch()
                }
            }
        }
        style.apply([css], to: inner.widget)
        gtk_widget_set_overflow(inner.widget, GTK_OVERFLOW_HIDDEN)
        let next = ObjectIdentifier(Swift.type(of: view.content))
        if next != type { inner.unmount() }
        type = next
        open(view.content, inside)
    }

    private func open<V: View>(_ content: V, _ environment: EnvironmentValues) {
        guard case .row = view.kind else { return inner.show(content, parent: self, environment: environment) }
        let row = _LayoutView(content: content) { [swipe] item in
            SwipeItem(
                ListRowItem(item, insets: RowMetrics.insets, minHeight: RowMetrics.minHeight),
                tray: swipe.tray.map { LeafItem(WidgetLeaf($0.widget, .filling)) }, swipe.offset)
        }
        inner.show(row, parent: self, environment: environment)
    }

    private var css: String {
        guard case .row(let isFirst, let isLast) = view.kind else { return "" }
        let card = Color("Card").resolved(environment.colorScheme).css
        let line = Color.gray.opacity(0.2).resolved(environment.colorScheme).css
        let top = isFirst ? RowMetrics.corner : 0
        let bottom = isLast ? RowMetrics.corner : 0
        let hairline = isLast ? "" : "border-bottom: 1px solid \(line);"
        return "background-color: \(card); border-radius: \(top)px \(top)px \(bottom)px \(bottom)px; \(hairline)"
    }

    override func items() -> [LayoutItem] {
        let leaf = LeafItem(WidgetLeaf(inner.widget, .wide))
        switch view.kind {
        case .gap: return [PaddingItem(leaf, EdgeInsets(.vertical, 6))]
        case .header: return [PaddingItem(leaf, EdgeInsets(top: 12, leading: 16, bottom: 8, trailing: 16))]
        case .footer: return [PaddingItem(leaf, EdgeInsets(top: 8, leading: 16, bottom: 4, trailing: 16))]
        case .row: return [leaf]
        }
    }

    override func unmount() {
        super.unmount()
        gestures.close()
        swipe.close()
        inner.unmount()
    }
}

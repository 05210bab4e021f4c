// SPDX-License-Identifier: MIT

/// The rows of a list's content, created one by one when needed.
struct RowSource {
    /// A row with its unique key.
    struct Row {
        let key: AnyHashable
        let view: any View
    }

    private struct Segment {
        let start: Int
        let count: Int
        let row: (Int) -> Row
    }
    private var segments: [Segment] = []
    private(set) var count = 0
    var isEmpty: Bool { count == 0 }

    init() {}

    /// Rows that a closure creates by index.
    init(count: Int, _ row: @escaping (Int) -> Row) { append(count: count, row) }

    mutating func append(count: Int, _ row: @escaping (Int) -> Row) {
        guard count > 0 else { return }
        segments.append(Segment(start: self.count, count: count, row: row))
        self.count += count
    }

    mutating func append(_ other: RowSource) {
        for segment in other.segments { append(count: segment.count, segment.row) }
    }

    func row(_ index: Int) -> Row {
        var low = 0
        var high = segments.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if segments[middle].start <= index { low = middle } else { high = middle - 1 }
        }
        return segments[low].row(index - segments[low].start)
    }

    /// The rows of any view: those that it lists, or itself as one.
    static func of(_ view: any View, _ prefix: [AnyHashable]) -> RowSource {
        if let listing = view as? any RowListing { return listing._rows(prefix) }
        return RowSource(count: 1) { _ in Row(key: AnyHashable(prefix), view: view) }
    }
}

/// A view that consists of several rows.
protocol RowListing {
    func _rows(_ prefix: [AnyHashable]) -> RowSource
}

extension EmptyView: RowListing {
    func _rows(_ prefix: [AnyHashable]) -> RowSource { RowSource() }
}

extension TupleView: RowListing {
    func _rows(_ prefix: [AnyHashable]) -> RowSource {
        var source = RowSource()
        for (index, view) in list.enumerated() { source.append(RowSource.of(view, prefix + [AnyHashable(index)])) }
        return source
    }
}

extension Group: RowListing {
    func _rows(_ prefix: [AnyHashable]) -> RowSource { RowSource.of(content, prefix) }
}

extension Optional: RowListing where Wrapped: View {
    func _rows(_ prefix: [AnyHashable]) -> RowSource {
        map { RowSource.of($0, prefix + [AnyHashable("some")]) } ?? RowSource()
    }
}

extension _ConditionalContent: RowListing {
    func _rows(_ prefix: [AnyHashable]) -> RowSource {
        switch storage {
        case .first(let first): RowSource.of(first, prefix + [AnyHashable("first")])
        case .second(let second): RowSource.of(second, prefix + [AnyHashable("second")])
        }
    }
}

extension AnyView: RowListing {
    func _rows(_ prefix: [AnyHashable]) -> RowSource { RowSource.of(content, prefix) }
}

extension ForEach: RowListing {
    /// Elements with one row each are created when needed; others must be asked for their number of rows.
    func _rows(_ prefix: [AnyHashable]) -> RowSource {
        if Content.self is any RowListing.Type {
            var source = RowSource()
            for element in data { source.append(RowSource.of(content(element), prefix + [AnyHashable(id(element))])) }
            return source
        }
        return RowSource(count: data.count) { index in
            let element = data[data.index(data.startIndex, offsetBy: index)]
            return RowSource.Row(key: AnyHashable(prefix + [AnyHashable(id(element))]), view: content(element))
        }
    }
}

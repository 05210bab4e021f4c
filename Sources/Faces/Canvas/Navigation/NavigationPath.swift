// SPDX-License-Identifier: MIT

/// The values of the pages above the first, the topmost last.
nonisolated package struct NavigationPath: Equatable {
    var values: [AnyHashable] = []

    package init() {}
    package init<Values: Sequence>(_ values: Values) where Values.Element: Hashable {
        self.values = values.map { AnyHashable($0) }
    }

    package var count: Int { values.count }
    package var isEmpty: Bool { values.isEmpty }
    package mutating func append<Value: Hashable>(_ value: Value) { values.append(AnyHashable(value)) }
    package mutating func removeLast(_ count: Int = 1) { values.removeLast(min(count, values.count)) }
}

// SPDX-License-Identifier: MIT

/// The loading state of a screen's data.
package enum LoadState<Value> {
    /// Not loaded yet: the screen shows a placeholder.
    case loading
    /// There is no data, which is not an error.
    case empty
    case ready(Value)
    case failed(UserMessage)

    package var value: Value? { if case .ready(let value) = self { value } else { nil } }
    package var refusal: UserMessage? { if case .failed(let refusal) = self { refusal } else { nil } }

    package var isLoading: Bool { if case .loading = self { true } else { false } }
    package var isEmpty: Bool { if case .empty = self { true } else { false } }
}

extension LoadState: Sendable where Value: Sendable {}
extension LoadState: Equatable where Value: Equatable {}

extension LoadState where Value: Collection {
    /// A loaded list, or empty.
    package init(_ list: Value) { self = list.isEmpty ? .empty : .ready(list) }

    /// The list; empty while it is not loaded.
    package var items: [Value.Element] { if let value { Array(value) } else { [] } }
}

// SPDX-License-Identifier: MIT

/// What a screen has to show of something that takes time to get.
package enum Content<Value> {
    /// Not there yet: the screen shows where it will be.
    case loading
    /// There is nothing of the kind, which is no failure.
    case empty
    case ready(Value)
    case failed(Refusal)

    package var value: Value? { if case .ready(let value) = self { value } else { nil } }
    package var refusal: Refusal? { if case .failed(let refusal) = self { refusal } else { nil } }

    package var isLoading: Bool { if case .loading = self { true } else { false } }
    package var isEmpty: Bool { if case .empty = self { true } else { false } }
}

extension Content: Sendable where Value: Sendable {}
extension Content: Equatable where Value: Equatable {}

extension Content where Value: Collection {
    /// A list that is there, or empty.
    package init(_ list: Value) { self = list.isEmpty ? .empty : .ready(list) }

    /// The list, with nothing in it while it is not there.
    package var items: [Value.Element] { if let value { Array(value) } else { [] } }
}

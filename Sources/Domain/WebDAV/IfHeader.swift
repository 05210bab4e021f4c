// SPDX-License-Identifier: MIT
package import FileModel

/// The header `If`: lists of conditions, of which one must be true. RFC 4918, section 10.4
///
///     If: (<satchel:…> ["c-…"]) (Not <DAV:no-lock>)
///     If: </dav/a> (<satchel:…>) </dav/b> (["c-…"])
package struct IfHeader: Equatable, Sendable {
    /// What a list is about.
    package enum Resource: Equatable, Sendable {
        /// The path of the request.
        case request
        case path(DAVPath)
        /// An address that is not of this server's tree: it has no state, so no condition about it is true.
        case foreign
    }

    package struct Condition: Equatable, Sendable {
        package enum State: Equatable, Sendable {
            case lock(LockToken)
            case content(ContentHash)
            /// A token or a tag that nothing here ever has.
            case never
        }

        package let isNegated: Bool
        package let state: State

        package init(isNegated: Bool, _ state: State) {
            self.isNegated = isNegated
            self.state = state
        }
    }

    /// All of its conditions must be true.
    package struct List: Equatable, Sendable {
        package let resource: Resource
        package let conditions: [Condition]

        package init(_ resource: Resource, _ conditions: [Condition]) {
            self.resource = resource
            self.conditions = conditions
        }
    }

    package let lists: [List]

    package static let maximumLists = 32
    package static let maximumConditions = 16

    package init(lists: [List]) { self.lists = lists }

    /// The tokens that the client shows, in whatever list: it knows of these locks.
    package var tokens: Set<LockToken> {
        Set(
            lists.flatMap(\.conditions).compactMap {
                if case .lock(let token) = $0.state { token } else { nil }
            })
    }

    /// Whether a list is true.
    ///
    /// - Parameter holds: whether a resource has a state.
    package func isTrue(_ holds: (Resource, Condition.State) throws -> Bool) rethrows -> Bool {
        try lists.contains { list in
            try list.conditions.allSatisfy { try holds(list.resource, $0.state) != $0.isNegated }
        }
    }

    // MARK: - Reading

    /// - Parameter host: the `Host` of the request.
    /// - Throws: ``DAVError`` with 400.
    package init(_ text: String, host: String?) throws(DAVError) {
        var input = Input(text)
        var (lists, resource): ([List], Resource) = ([], .request)
        let isTagged = input.peek == UInt8(ascii: "<")
        while let next = input.peek {
            switch next {
            case UInt8(ascii: "<"):
                guard isTagged else { throw Self.malformed }
                resource = Self.resource(try input.enclosed("<", ">"), host)
                guard input.peek == UInt8(ascii: "(") else { throw Self.malformed }
            case UInt8(ascii: "("):
                guard lists.count < Self.maximumLists else { throw Self.malformed }
                lists.append(List(resource, try Self.conditions(&input)))
            default: throw Self.malformed
            }
        }
        guard !lists.isEmpty else { throw Self.malformed }
        self.lists = lists
    }

    private static let malformed = DAVError(400, "The header If is malformed, or has too many conditions.")

    private static func resource(_ text: String, _ host: String?) -> Resource {
        do {
            return .path(try DAVPath(reference: text, host: host))
        } catch {
            return .foreign
        }
    }

    private static func conditions(_ input: inout Input) throws(DAVError) -> [Condition] {
        input.drop()
        var conditions: [Condition] = []
        while let next = input.peek, next != UInt8(ascii: ")") {
            let isNegated = input.dropNot()
            let state: Condition.State
            switch input.peek {
            case UInt8(ascii: "<"):
                state = LockToken(try input.enclosed("<", ">")).map { .lock($0) } ?? .never
            case UInt8(ascii: "["):
                state = ContentHash(entityTag: try input.enclosed("[", "]")).map { .content($0) } ?? .never
            default: throw malformed
            }
            conditions.append(Condition(isNegated: isNegated, state))
            guard conditions.count <= maximumConditions else { throw malformed }
        }
        guard !conditions.isEmpty, input.peek != nil else { throw malformed }
        input.drop()
        return conditions
    }

    /// The bytes of the header; blanks between its parts are skipped.
    private struct Input {
        private var rest: Substring.UTF8View

        init(_ text: String) { rest = text[...].utf8 }

        var peek: UInt8? {
            mutating get {
                while rest.first == 32 || rest.first == 9 { rest.removeFirst() }
                return rest.first
            }
        }

        mutating func drop() { rest.removeFirst() }

        /// - Returns: whether the word `Not` was there.
        mutating func dropNot() -> Bool {
            guard rest.count >= 3, String(decoding: rest.prefix(3), as: UTF8.self).lowercased() == "not" else {
                return false
            }
            rest.removeFirst(3)
            return true
        }

        /// What stands between two brackets; the first one is next.
        mutating func enclosed(_ open: Character, _ close: Unicode.Scalar) throws(DAVError) -> String {
            rest.removeFirst()
            guard let end = rest.firstIndex(of: UInt8(ascii: close)) else { throw IfHeader.malformed }
            defer { rest = rest[rest.index(after: end)...] }
            return String(decoding: rest[..<end], as: UTF8.self)
        }
    }
}

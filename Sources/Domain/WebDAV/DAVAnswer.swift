// SPDX-License-Identifier: MIT
package import Bytes

/// What the hub answers to a ``DAVRequest``.
package enum DAVAnswer: Equatable, Sendable {
    case entry(DAVEntry)
    /// A folder and a page of what it holds, or a file alone.
    case page(DAVEntry, [DAVEntry], isLast: Bool)
    /// Done. RFC 4918 tells a client whether something was made.
    case done(isNew: Bool)
    /// The lock that was made or refreshed, beside those that were there.
    case locked(LockToken, DAVEntry, isNew: Bool)

    /// Bytes of a coded answer.
    package static let maximumCount = 60 << 10
    /// Bytes of the entries of a page; the last one may go beyond it.
    package static let pageBytes = 40 << 10

    package var coded: [CBORValue] {
        switch self {
        case .entry(let entry): [.unsigned(0), entry.coded]
        case .page(let entry, let entries, let isLast):
            [.unsigned(1), entry.coded, .array(entries.map(\.coded)), .bool(isLast)]
        case .done(let isNew): [.unsigned(2), .bool(isNew)]
        case .locked(let token, let entry, let isNew):
            [.unsigned(3), .bytes(token.bytes), entry.coded, .bool(isNew)]
        }
    }

    private static let maximumEntries = 1 << 12

    /// - Throws: `BytesError`, `FileModelError`.
    package init(from reader: inout CBORReader) throws {
        switch try reader.uint() {
        case 0: self = .entry(try DAVEntry(from: &reader))
        case 1:
            let entry = try DAVEntry(from: &reader)
            let count = try reader.array(maximum: Self.maximumEntries)
            let entries = try (0..<count).map { _ in try DAVEntry(from: &reader) }
            self = .page(entry, entries, isLast: try reader.bool())
        case 2: self = .done(isNew: try reader.bool())
        case 3:
            guard let token = LockToken(try reader.bytes(count: LockToken.byteCount)) else {
                throw BytesError(.malformed, "A lock token has \(LockToken.byteCount) bytes.")
            }
            self = .locked(token, try DAVEntry(from: &reader), isNew: try reader.bool())
        default: throw BytesError(.malformed, "There is no such answer of WebDAV.")
        }
    }
}

/// A refusal that only WebDAV has.
package struct DAVRefusal: Error, Equatable, Sendable {
    package enum Code: String, CaseIterable, Sendable {
        /// 409: a folder of the path is not there.
        case conflict = "CONFLICT"
        /// 405: there is something already, or the method is not for it.
        case notAllowed = "METHOD_NOT_ALLOWED"
        /// 412
        case preconditionFailed = "PRECONDITION_FAILED"
        /// 423
        case locked = "LOCKED"
        /// 403
        case forbidden = "FORBIDDEN"
        /// 409: the token is of no lock here.
        case noSuchLock = "NO_SUCH_LOCK"
        /// 507: more properties than an item may have.
        case noRoom = "PROPERTIES_FULL"
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Of HTTP.
    package var status: Int {
        switch code {
        case .conflict, .noSuchLock: 409
        case .notAllowed: 405
        case .preconditionFailed: 412
        case .locked: 423
        case .forbidden: 403
        case .noRoom: 507
        }
    }
}

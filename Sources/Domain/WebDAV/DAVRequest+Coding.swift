// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import FileModel

//  A request as CBOR: [path, order, if | null, match | null, none match | null, unmodified since | null]
//
//  path       [space or "", [name]]
//  order      [number, …], see below
//  if         [[[resource], [[is negated, kind, bytes]]]]
//  match      true for any, or [content]

extension DAVRequest {
    package var coded: [UInt8] {
        CBORValue.array([
            path.coded, order.coded, ifHeader.map(\.coded) ?? .null, match.map(\.coded) ?? .null,
            noneMatch.map(\.coded) ?? .null, unmodifiedSince.map { .unsigned(UInt64(max(0, $0))) } ?? .null,
        ]).encoded
    }

    /// - Throws: `BytesError`, `FileModelError`.
    package init(decoding bytes: [UInt8]) throws {
        var reader = try CBORReader(bytes, maximumCount: Self.maximumCount)
        try reader.array(of: 6)
        self.init(try DAVPath(from: &reader), try DAVOrder(from: &reader))
        if try !reader.null() { ifHeader = try IfHeader(from: &reader) }
        if try !reader.null() { match = try TagCondition(from: &reader) }
        if try !reader.null() { noneMatch = try TagCondition(from: &reader) }
        if try !reader.null() { unmodifiedSince = Int64(try reader.uint(maximum: UInt64(Int64.max))) }
        try reader.finish()
    }
}

extension DAVPath {
    fileprivate var coded: CBORValue {
        .array([.bytes(space?.bytes ?? []), .array(names.map { .bytes($0.bytes) })])
    }

    fileprivate init(from reader: inout CBORReader) throws {
        try reader.array(of: 2)
        let space = try reader.bytes(maximum: SpaceID.byteCount)
        let count = try reader.array(maximum: FilePath.maximumDepth)
        let names = try (0..<count).map { _ in try FileName(reader.bytes(maximum: FileName.maximumCount)) }
        self.init(space: space.isEmpty ? nil : try SpaceID(space), names)
    }
}

extension DAVOrder {
    fileprivate var coded: CBORValue {
        switch self {
        case .look: .array([.unsigned(0)])
        case .list(let name): .array([.unsigned(1), .bytes(name?.bytes ?? [])])
        case .reserve(let upload, let length):
            .array([.unsigned(2), .bytes(upload.bytes), length.map { .unsigned($0) } ?? .null])
        case .store(let upload, let content, let modified):
            .array([.unsigned(3), .bytes(upload.bytes), .bytes(content.digest.bytes), Self.coded(modified)])
        case .makeFolder: .array([.unsigned(4)])
        case .remove: .array([.unsigned(5)])
        case .copy(let target, let overwrites, let isShallow):
            .array([.unsigned(6), target.coded, .bool(overwrites), .bool(isShallow)])
        case .move(let target, let overwrites): .array([.unsigned(7), target.coded, .bool(overwrites)])
        case .lock(let lockRequest, let isInfinite, let seconds):
            .array([
                .unsigned(8), .bool(lockRequest.isShared), .text(lockRequest.owner), .bool(isInfinite),
                .unsigned(seconds),
            ])
        case .refresh(let seconds): .array([.unsigned(9), .unsigned(seconds)])
        case .unlock(let token): .array([.unsigned(10), .bytes(token.bytes)])
        case .change(let changes, let isExecutable):
            .array([.unsigned(11), .array(changes.map(\.coded)), isExecutable.map { .bool($0) } ?? .null])
        }
    }

    private static func coded(_ time: Int64?) -> CBORValue { time.map { .unsigned(UInt64(max(0, $0))) } ?? .null }

    private static func optional(_ reader: inout CBORReader) throws -> UInt64? {
        try reader.null() ? nil : reader.uint(maximum: UInt64(Int64.max))
    }

    fileprivate init(from reader: inout CBORReader) throws {
        let count = try reader.array(maximum: 8)
        switch (try reader.uint(), count) {
        case (0, 1): self = .look
        case (1, 2):
            let name = try reader.bytes(maximum: FileName.maximumCount)
            self = .list(after: name.isEmpty ? nil : try FileName(name))
        case (2, 3):
            let upload = try UploadID(reader.bytes(count: UploadID.byteCount))
            self = .reserve(upload, length: try Self.optional(&reader))
        case (3, 4):
            let upload = try UploadID(reader.bytes(count: UploadID.byteCount))
            let content = ContentHash(try Digest(reader.bytes(count: Digest.count)))
            self = .store(upload, content, modified: try Self.optional(&reader).map { Int64($0) })
        case (4, 1): self = .makeFolder
        case (5, 1): self = .remove
        case (6, 4):
            self = .copy(to: try DAVPath(from: &reader), overwrites: try reader.bool(), isShallow: try reader.bool())
        case (7, 3): self = .move(to: try DAVPath(from: &reader), overwrites: try reader.bool())
        case (8, 5):
            let lockRequest = LockRequest(
                isShared: try reader.bool(), owner: try reader.text(maximum: LockRequest.maximumOwner))
            self = .lock(
                lockRequest, isInfinite: try reader.bool(), seconds: try reader.uint(maximum: LockTimeout.maximum))
        case (9, 2): self = .refresh(seconds: try reader.uint(maximum: LockTimeout.maximum))
        case (10, 2): self = .unlock(try LockToken(from: &reader))
        case (11, 3):
            let count = try reader.array(maximum: PropertyChange.maximumChanges)
            let changes = try (0..<count).map { _ in try PropertyChange(from: &reader) }
            self = .change(changes, isExecutable: try reader.null() ? nil : reader.bool())
        default: throw BytesError(.malformed, "There is no such order of WebDAV.")
        }
    }
}

extension LockToken {
    fileprivate init(from reader: inout CBORReader) throws {
        guard let token = LockToken(try reader.bytes(count: Self.byteCount)) else {
            throw BytesError(.malformed, "A lock token has \(Self.byteCount) bytes.")
        }
        self = token
    }
}

extension PropertyChange {
    fileprivate var coded: CBORValue {
        switch self {
        case .set(let name, let value): .array([.text(name.namespace), .text(name.name), .text(value)])
        case .remove(let name): .array([.text(name.namespace), .text(name.name), .null])
        }
    }

    fileprivate init(from reader: inout CBORReader) throws {
        try reader.array(of: 3)
        let name = PropertyName(
            try reader.text(maximum: DAVEntry.maximumPropertyBytes),
            try reader.text(maximum: DAVEntry.maximumPropertyBytes))
        self =
            try reader.null()
            ? .remove(name) : .set(name, value: try reader.text(maximum: DAVEntry.maximumPropertyBytes))
    }
}

extension TagCondition {
    fileprivate var coded: CBORValue {
        switch self {
        case .any: .bool(true)
        case .contents(let hashes): .array(hashes.map { .bytes($0.digest.bytes) })
        }
    }

    fileprivate init(from reader: inout CBORReader) throws {
        guard try reader.peekMajorType() == .array else {
            _ = try reader.bool()
            self = .any
            return
        }
        let count = try reader.array(maximum: Self.maximumTags)
        self = .contents(try (0..<count).map { _ in ContentHash(try Digest(reader.bytes(count: Digest.count))) })
    }
}

extension IfHeader {
    fileprivate var coded: CBORValue {
        .array(
            lists.map { list in
                let resource: CBORValue =
                    switch list.resource {
                    case .request: .array([.unsigned(0)])
                    case .path(let path): .array([.unsigned(1), path.coded])
                    case .foreign: .array([.unsigned(2)])
                    }
                let conditions = list.conditions.map { condition -> CBORValue in
                    let (kind, bytes): (UInt64, [UInt8]) =
                        switch condition.state {
                        case .lock(let token): (0, token.bytes)
                        case .content(let hash): (1, hash.digest.bytes)
                        case .never: (2, [])
                        }
                    return .array([.bool(condition.isNegated), .unsigned(kind), .bytes(bytes)])
                }
                return .array([resource, .array(conditions)])
            })
    }

    fileprivate init(from reader: inout CBORReader) throws {
        let count = try reader.array(maximum: Self.maximumLists)
        self.init(
            lists: try (0..<count).map { _ in
                try reader.array(of: 2)
                let resource = try Self.resource(&reader)
                let count = try reader.array(maximum: Self.maximumConditions)
                return List(resource, try (0..<count).map { _ in try Self.condition(&reader) })
            })
    }

    private static func resource(_ reader: inout CBORReader) throws -> Resource {
        let count = try reader.array(maximum: 2)
        switch (try reader.uint(), count) {
        case (0, 1): return .request
        case (1, 2): return .path(try DAVPath(from: &reader))
        case (2, 1): return .foreign
        default: throw BytesError(.malformed, "There is no such resource of a condition.")
        }
    }

    private static func condition(_ reader: inout CBORReader) throws -> Condition {
        try reader.array(of: 3)
        let isNegated = try reader.bool()
        switch try reader.uint() {
        case 0: return Condition(isNegated: isNegated, .lock(try LockToken(from: &reader)))
        case 1:
            return Condition(
                isNegated: isNegated, .content(ContentHash(try Digest(reader.bytes(count: Digest.count)))))
        case 2:
            _ = try reader.bytes(count: 0)
            return Condition(isNegated: isNegated, .never)
        default: throw BytesError(.malformed, "There is no such condition.")
        }
    }
}

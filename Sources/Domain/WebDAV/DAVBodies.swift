// SPDX-License-Identifier: MIT
package import XML

/// The bodies of WebDAV requests: XML without document types, of at most 64 KiB and 16 levels.
package enum DAVBody {
    package static let namespace = "DAV:"
    /// Bytes of a body.
    package static let maximumBytes = 64 << 10

    package static let limits = XMLLimits(
        bytes: maximumBytes, depth: 16, elements: 2_000, text: 16 << 10, attributes: 32)

    /// - Throws: ``DAVError`` with 400 or 413.
    static func read(_ bytes: [UInt8], root name: String) throws(DAVError) -> XMLElement {
        let root: XMLElement
        do throws(XMLError) {
            root = try XMLElement.read(bytes, limits: limits)
        } catch {
            throw DAVError(error.code == .tooLarge ? 413 : 400, error.message)
        }
        guard root.name == name, root.namespace == namespace else {
            throw DAVError(400, "The body is not an element '\(name)' of WebDAV.")
        }
        return root
    }
}

/// Names a property: a namespace, which may be empty, and a name in it.
package struct PropertyName: Hashable, Sendable {
    package let namespace: String
    package let name: String

    package init(_ namespace: String, _ name: String) {
        self.namespace = namespace
        self.name = name
    }

    init(_ element: XMLElement) { self.init(element.namespace, element.name) }
}

/// Which properties a PROPFIND asks for. RFC 4918, section 9.1
package enum PropertyRequest: Equatable, Sendable {
    case all(including: [PropertyName])
    case names
    case some([PropertyName])

    package static let maximumNames = 256

    /// - Parameter body: empty for all.
    /// - Throws: ``DAVError`` with 400 or 413.
    package init(_ body: [UInt8]) throws(DAVError) {
        guard !body.isEmpty else {
            self = .all(including: [])
            return
        }
        let root = try DAVBody.read(body, root: "propfind")
        let known = root.children.filter {
            $0.namespace == DAVBody.namespace && ["allprop", "propname", "prop"].contains($0.name)
        }
        guard known.count == 1, let wish = known.first else {
            throw DAVError(400, "A PROPFIND asks for one of prop, propname and allprop.")
        }
        let names = (wish.name == "prop" ? wish.children : root["include"]?.children ?? []).map { PropertyName($0) }
        guard names.count <= Self.maximumNames else {
            throw DAVError(413, "A PROPFIND names at most \(Self.maximumNames) properties.")
        }
        switch wish.name {
        case "allprop": self = .all(including: names)
        case "propname": self = .names
        default: self = .some(names)
        }
    }
}

/// One change of a PROPPATCH. RFC 4918, section 9.2
package enum PropertyChange: Equatable, Sendable {
    /// The value is what stands between the tags, as XML.
    case set(PropertyName, value: String)
    case remove(PropertyName)

    package static let maximumChanges = 64

    package var name: PropertyName {
        switch self {
        case .set(let name, _), .remove(let name): name
        }
    }

    /// The changes in their order.
    ///
    /// - Throws: ``DAVError`` with 400 or 413.
    package static func read(_ body: [UInt8]) throws(DAVError) -> [PropertyChange] {
        let root = try DAVBody.read(body, root: "propertyupdate")
        var changes: [PropertyChange] = []
        for part in root.children where part.namespace == DAVBody.namespace {
            guard ["set", "remove"].contains(part.name) else { continue }
            for element in part.all("prop").flatMap(\.children) {
                changes.append(
                    part.name == "set"
                        ? .set(PropertyName(element), value: element.inner) : .remove(PropertyName(element)))
            }
        }
        guard !changes.isEmpty else { throw DAVError(400, "A PROPPATCH sets or removes a property.") }
        guard changes.count <= maximumChanges else {
            throw DAVError(413, "A PROPPATCH changes at most \(maximumChanges) properties.")
        }
        return changes
    }
}

/// What a LOCK asks for. RFC 4918, section 14.11
package struct LockRequest: Equatable, Sendable {
    package let isShared: Bool
    /// What the client says of its user, as XML; it is shown to others who meet the lock.
    package let owner: String

    package static let maximumOwner = 1 << 10

    package init(isShared: Bool, owner: String) {
        self.isShared = isShared
        self.owner = owner
    }

    /// - Throws: ``DAVError`` with 400 or 413.
    package init(_ body: [UInt8]) throws(DAVError) {
        let root = try DAVBody.read(body, root: "lockinfo")
        guard root["locktype", "write"] != nil, let scope = root["lockscope"],
            (scope["exclusive"] != nil) != (scope["shared"] != nil)
        else { throw DAVError(400, "A lock is a write lock, and either exclusive or shared.") }
        let owner = root["owner"]?.inner ?? ""
        guard owner.utf8.count <= Self.maximumOwner else {
            throw DAVError(413, "The owner of a lock has at most \(Self.maximumOwner) bytes.")
        }
        self.init(isShared: scope["shared"] != nil, owner: owner)
    }
}

// SPDX-License-Identifier: MIT
internal import FileModel
internal import XML

/// Writes the parts of a `multistatus` body, and the bodies about locks. RFC 4918, section 14
package enum Multistatus {
    package static let start =
        #"<?xml version="1.0" encoding="utf-8"?>"# + "\n" + #"<D:multistatus xmlns:D="DAV:">"# + "\n"
    package static let end = "</D:multistatus>\n"

    /// Whether a file may be executed: a property that mod_dav has, and that its clients set.
    package static let executable = PropertyName("http://apache.org/dav/props/", "executable")

    /// The `response` of an item.
    ///
    /// - Parameter path: of the item itself.
    package static func response(_ entry: DAVEntry, at path: DAVPath, _ request: PropertyRequest) -> String {
        var text = "<D:response>\(href(path.href(isFolder: entry.isFolder)))"
        let live = live(of: entry, at: path)
        let dead = entry.properties.map { (name: $0.name, value: $0.value) }
        switch request {
        case .names:
            text += propstat((live + dead).map { empty($0.name) }, "200 OK")
        case .all(let including):
            let usual = live.filter { !quota.contains($0.name) || including.contains($0.name) } + dead
            let missing = including.filter { name in !usual.contains { $0.name == name } }
            text += propstat(usual.map(element), "200 OK") + propstat(missing.map(empty), "404 Not Found")
        case .some(let names):
            var (found, missing): ([String], [String]) = ([], [])
            for name in names {
                if let known = (live + dead).first(where: { $0.name == name }) {
                    found.append(element(known))
                } else {
                    missing.append(empty(name))
                }
            }
            text += propstat(found, "200 OK", isForced: missing.isEmpty) + propstat(missing, "404 Not Found")
        }
        return text + "</D:response>\n"
    }

    /// The `response` to a PROPPATCH: all of it was done, or nothing.
    ///
    /// - Parameters:
    ///   - refused: the names that no client may change; empty when all was done.
    ///   - status: why the others were not changed either; nil when all was done or a name was refused.
    package static func response(
        to changes: [PropertyChange], at path: DAVPath, isFolder: Bool, refused: Set<PropertyName>, status: String?
    ) -> String {
        var names: [PropertyName] = []
        for change in changes where !names.contains(change.name) { names.append(change.name) }
        let text: String
        if let status {
            text = propstat(names.map(empty), status)
        } else if refused.isEmpty {
            text = propstat(names.map(empty), "200 OK")
        } else {
            text =
                propstat(
                    names.filter(refused.contains).map(empty), "403 Forbidden",
                    error: "<D:cannot-modify-protected-property/>")
                + propstat(names.filter { !refused.contains($0) }.map(empty), "424 Failed Dependency")
        }
        return "<D:response>\(href(path.href(isFolder: isFolder)))\(text)</D:response>\n"
    }

    /// The body of an answer to LOCK.
    package static func locks(_ entry: DAVEntry, at path: DAVPath) -> String {
        #"<?xml version="1.0" encoding="utf-8"?>"# + "\n"
            + #"<D:prop xmlns:D="DAV:"><D:lockdiscovery>"# + discovery(entry.locks, at: path)
            + "</D:lockdiscovery></D:prop>\n"
    }

    /// The body of a refusal with a condition of RFC 4918, section 16.
    ///
    /// - Parameter href: what the condition is about.
    package static func error(_ condition: String, href: String?) -> String {
        let inner = href.map { "<D:\(condition)>\(Self.href($0))</D:\(condition)>" } ?? "<D:\(condition)/>"
        return #"<?xml version="1.0" encoding="utf-8"?>"# + "\n" + #"<D:error xmlns:D="DAV:">"# + inner + "</D:error>\n"
    }

    // MARK: - Properties

    /// Names that only the server changes. RFC 4918, section 15
    package static func isProtected(_ name: PropertyName) -> Bool { name.namespace == DAVBody.namespace }

    private static let quota: Set<PropertyName> = [
        PropertyName(DAVBody.namespace, "quota-available-bytes"), PropertyName(DAVBody.namespace, "quota-used-bytes"),
    ]

    /// No type is told: clients guess it by the name, as they do on a disk.
    private static func live(of entry: DAVEntry, at path: DAVPath) -> [(name: PropertyName, value: String)] {
        func own(_ name: String, _ value: String) -> (name: PropertyName, value: String) {
            (PropertyName(DAVBody.namespace, name), value)
        }
        var all = [own("resourcetype", entry.isFolder ? "<D:collection/>" : "")]
        if let file = entry.file {
            all.append(own("getcontentlength", "\(file.size)"))
            all.append(own("getetag", XMLElement.escaped(file.content.entityTag)))
            all.append((executable, file.isExecutable ? "T" : "F"))
        }
        all.append(own("getlastmodified", HTTPDate.text(entry.modified)))
        all.append(
            own(
                "supportedlock",
                ["exclusive", "shared"].map {
                    "<D:lockentry><D:lockscope><D:\($0)/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>"
                }.joined()))
        all.append(own("lockdiscovery", discovery(entry.locks, at: path)))
        if let room = entry.room {
            all.append(own("quota-available-bytes", "\(room.available)"))
            all.append(own("quota-used-bytes", "\(room.used)"))
        }
        return all
    }

    private static func discovery(_ locks: [DAVLock], at path: DAVPath) -> String {
        locks.map { lock in
            let root = DAVPath(space: path.space, Array(path.names.prefix(lock.level)))
            return "<D:activelock><D:locktype><D:write/></D:locktype><D:lockscope>"
                + "<D:\(lock.isShared ? "shared" : "exclusive")/></D:lockscope>"
                + "<D:depth>\(lock.isInfinite ? "infinity" : "0")</D:depth>"
                + (lock.owner.isEmpty ? "" : "<D:owner>\(lock.owner)</D:owner>")
                + "<D:timeout>Second-\(lock.seconds)</D:timeout>"
                + "<D:locktoken>\(href(lock.token.description))</D:locktoken>"
                + "<D:lockroot>\(href(root.href(isFolder: false)))</D:lockroot></D:activelock>"
        }.joined()
    }

    // MARK: - XML

    private static func href(_ text: String) -> String { "<D:href>\(XMLElement.escaped(text))</D:href>" }

    private static func propstat(
        _ properties: [String], _ status: String, error: String? = nil, isForced: Bool = false
    ) -> String {
        guard !properties.isEmpty || isForced else { return "" }
        return "<D:propstat><D:prop>\(properties.joined())</D:prop><D:status>HTTP/1.1 \(status)</D:status>"
            + (error.map { "<D:error>\($0)</D:error>" } ?? "") + "</D:propstat>"
    }

    private static func element(_ property: (name: PropertyName, value: String)) -> String {
        let (start, end) = tags(property.name)
        return property.value.isEmpty ? "<\(start)/>" : "<\(start)>\(property.value)</\(end)>"
    }

    private static func empty(_ name: PropertyName) -> String { "<\(tags(name).start)/>" }

    private static func tags(_ name: PropertyName) -> (start: String, end: String) {
        switch name.namespace {
        case DAVBody.namespace: ("D:\(name.name)", "D:\(name.name)")
        case "": ("\(name.name) xmlns=\"\"", name.name)
        default: ("p:\(name.name) xmlns:p=\"\(XMLElement.escaped(name.namespace))\"", "p:\(name.name)")
        }
    }
}

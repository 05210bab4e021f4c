// SPDX-License-Identifier: MIT
import FileModel
import WebDAV
import XML

/// What WebDAV clients send.
extension FuzzEntry {
    /// What is read is written, and reads the same again.
    func xml(_ input: [UInt8]) {
        check(XMLError.self) {
            try XMLElement.read(input, limits: DAVBody.limits)
        } writesBack: { element in
            let limits = XMLLimits(bytes: 1 << 22, depth: 16, elements: 2_000, text: 1 << 16, attributes: 33)
            do { return try XMLElement.read(Array(element.written.utf8), limits: limits) == element } catch {
                return false
            }
        }
    }

    /// A body is refused, or has what its kind has.
    func davBody(_ input: [UInt8]) {
        check(DAVError.self) {
            try PropertyRequest(input)
        } writesBack: { request in
            switch request {
            case .all(let names), .some(let names): names.count <= PropertyRequest.maximumNames
            case .names: true
            }
        }
        check(DAVError.self) {
            try PropertyChange.read(input)
        } writesBack: {
            (1...PropertyChange.maximumChanges).contains($0.count)
        }
        check(DAVError.self) {
            try LockRequest(input)
        } writesBack: {
            $0.owner.utf8.count <= LockRequest.maximumOwner
        }
    }

    /// A path, and the headers that have paths, tokens and tags in them.
    func davHeader(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        check(DAVError.self) {
            try DAVPath(text)
        } writesBack: { path in
            do { return try DAVPath(path.href(isFolder: true)) == path } catch { return false }
        }
        check(DAVError.self) {
            try IfHeader(text, host: "h")
        } writesBack: { header in
            do {
                let request = DAVRequest(DAVPath(), .look, ifHeader: header)
                return try DAVRequest(decoding: request.coded) == request
            } catch {
                return false
            }
        }
        if let token = LockToken(text) { precondition(token.description == text, "davHeader: another token") }
        if let time = HTTPDate.seconds(text) { precondition(HTTPDate.text(time) == text, "davHeader: another time") }
        // Safe: a header is refused or not; only a crash counts.
        _ = try? DAVPath(reference: text, host: "h")
        _ = LockTimeout.seconds(text)
        _ = AppPassword(text)
        // Safe: bytes of the other process are refused or not; only a crash counts.
        _ = try? DAVRequest(decoding: input)
    }

    static let xmlSeeds = [
        #"<?xml version="1.0"?><D:propfind xmlns:D="DAV:"><D:prop><D:getetag/><x xmlns="urn:x"/></D:prop></D:propfind>"#,
        #"<a b="1"><![CDATA[x]]>&amp;<c xmlns:d="urn:d" d:e="f"/></a>"#,
    ]

    static let davBodySeeds =
        xmlSeeds + [
            #"<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><x>1</x></D:prop></D:set></D:propertyupdate>"#,
            #"<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner>o</D:owner></D:lockinfo>"#,
        ]

    static let davHeaderSeeds = [
        "/dav/a%20b/%FF", "(<satchel:q6urq6urq6urq6urq6urqw> [\"x\"]) (Not <DAV:no-lock>)",
        "<http://h/dav/a> ([W/\"y\"])", "Second-60, Infinite", "Sun, 06 Nov 1994 08:49:37 GMT",
        "0011-2233-4455-6677-8899-aabb-ccdd-eeff",
    ]
}

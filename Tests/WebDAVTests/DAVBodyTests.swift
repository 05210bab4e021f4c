// SPDX-License-Identifier: MIT
import Testing
import WebDAV

struct DAVBodyTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func aPropfindAsksForAllForNamesOrForSome() throws {
        #expect(try PropertyRequest([]) == .all(including: []))
        #expect(try PropertyRequest(bytes(#"<propfind xmlns="DAV:"><propname/></propfind>"#)) == .names)
        #expect(
            try PropertyRequest(
                bytes(#"<d:propfind xmlns:d="DAV:"><d:prop><d:a/><b xmlns="urn:x"/></d:prop></d:propfind>"#))
                == .some([PropertyName("DAV:", "a"), PropertyName("urn:x", "b")]))
        #expect(
            try PropertyRequest(
                bytes(#"<propfind xmlns="DAV:"><allprop/><include><a/></include></propfind>"#))
                == .all(including: [PropertyName("DAV:", "a")]))
    }

    @Test(
        arguments: [
            "x", "<propfind/>", #"<propfind xmlns="DAV:"/>"#, #"<propfind xmlns="DAV:"><prop/><allprop/></propfind>"#,
            #"<D:propfind xmlns:D="DAV:"><D:prop><bar:foo xmlns:bar=""/></D:prop></D:propfind>"#,
            #"<!DOCTYPE a><propfind xmlns="DAV:"><propname/></propfind>"#,
        ]) func whatIsNoPropfindIsRefused(text: String)
    {
        #expect { try PropertyRequest(bytes(text)) } throws: { ($0 as? DAVError)?.status == 400 }
    }

    @Test func aBodyIsBounded() {
        let deep = String(repeating: "<a>", count: 17) + String(repeating: "</a>", count: 17)
        for inner in [deep, String(repeating: " ", count: 64 << 10)] {
            #expect {
                try PropertyRequest(bytes(#"<propfind xmlns="DAV:"><prop>\#(inner)</prop></propfind>"#))
            } throws: {
                ($0 as? DAVError)?.status == 413
            }
        }
    }

    @Test func changesComeInTheirOrder() throws {
        let changes = try PropertyChange.read(
            bytes(
                #"<propertyupdate xmlns="DAV:"><set><prop><a xmlns="urn:x">1 &lt; 2</a></prop></set>"#
                    + #"<remove><prop><a xmlns="urn:x"/></prop></remove></propertyupdate>"#))
        let name = PropertyName("urn:x", "a")
        #expect(changes == [.set(name, value: "1 &lt; 2"), .remove(name)])
    }

    @Test func aLockIsExclusiveOrShared() throws {
        func wish(_ scope: String) throws -> LockRequest {
            try LockRequest(
                bytes(
                    #"<lockinfo xmlns="DAV:"><lockscope>\#(scope)</lockscope><locktype><write/></locktype>"#
                        + "<owner><href>me</href></owner></lockinfo>"))
        }
        #expect(try !wish("<exclusive/>").isShared && wish("<shared/>").isShared)
        #expect(try wish("<shared/>").owner == #"<n:href xmlns:n="DAV:">me</n:href>"#)
        for scope in ["", "<exclusive/><shared/>", "<other/>"] { #expect(throws: DAVError.self) { try wish(scope) } }
    }

    @Test func headersAreUnderstood() throws {
        #expect(LockTimeout.seconds("Infinite, Second-5") == 3_600)
        #expect(LockTimeout.seconds("Second-5") == 5 && LockTimeout.seconds("Second-4100000000") == 3_600)
        #expect(LockTimeout.seconds(nil) == 3_600 && LockTimeout.seconds("Extend, Second-9") == 9)
        #expect(try DAVDepth(nil) == .infinity && DAVDepth("Infinity") == .infinity)
        #expect(throws: DAVError.self) { try DAVDepth("2") }
        #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.seconds("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
        #expect(
            HTTPDate.text(0) == "Thu, 01 Jan 1970 00:00:00 GMT"
                && HTTPDate.seconds("Mon, 29 Feb 2028 00:00:00 GMT") == nil)
        for day: Int64 in stride(from: 0, to: 2_932_896, by: 97) {
            #expect(HTTPDate.seconds(HTTPDate.text(day * 86_400)) == day * 86_400)
        }
    }
}

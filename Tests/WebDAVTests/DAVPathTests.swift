// SPDX-License-Identifier: MIT
import FileModel
import Testing
import WebDAV

struct DAVPathTests {
    @Test(
        arguments: [
            "/dav", "/dav/a", "/dav/%FF/%20", "/dav/%C3%A9", "/dav/%252e",
            "/dav-spaces/000102030405060708090a0b0c0d0e0f",
            "/dav-spaces/000102030405060708090a0b0c0d0e0f/a%2Cb",
        ]) func aPathIsWrittenAsItWasRead(text: String) throws
    {
        let path = try DAVPath(text)
        #expect(path.href(isFolder: false) == text)
        #expect(try DAVPath(text + "/") == path && path.href(isFolder: true) == text + "/")
    }

    @Test(
        arguments: [
            ("/dav/..", 400), ("/dav/%2e%2E", 400), ("/dav/a%2Fb", 400), ("/dav/%00", 400), ("/dav/%", 400),
            ("/dav/%4", 400), ("/dav//", 400), ("/dav/a//b", 400), ("/davx", 404), ("/v1/dav", 404), ("/", 404),
            ("/dav-spaces/", 404), ("/dav-spaces/x/a", 404), ("/dav" + String(repeating: "/a", count: 257), 414),
        ]) func whatIsNoPathIsRefused(text: String, status: Int)
    {
        #expect { try DAVPath(text) } throws: { ($0 as? DAVError)?.status == status }
    }

    @Test func aReferenceIsOfThisServer() throws {
        let path = try DAVPath("/dav/a")
        for text in ["/dav/a", "http://h/dav/a", "https://H:8443/dav/a/"] {
            #expect(try DAVPath(reference: text, host: "h:80") == path)
        }
        #expect(try DAVPath(reference: "https://[::1]:1/dav/a", host: "[::1]") == path)
        #expect { try DAVPath(reference: "https://other/dav/a", host: "h") } throws: {
            ($0 as? DAVError)?.status == 502
        }
        for text in ["dav/a", "ftp://h/dav/a", "https://h", "http://h/dav/a?b"] {
            #expect(throws: DAVError.self) { try DAVPath(reference: text, host: "h") }
        }
    }
}

// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FileModel
import Testing
import WebDAV

struct IfHeaderTests {
    private let token: LockToken
    private let content = ContentHash(SHA256.hash([1]))

    init() throws { token = try #require(LockToken([UInt8](repeating: 0xab, count: 16))) }

    /// litmus and others keep the header in 200 bytes.
    @Test func aHeaderOfTwoTagsAndATokenIsShort() {
        let tag = content.entityTag
        #expect("(<\(token)> [\(tag)]) (Not <DAV:no-lock> [\(tag)])".utf8.count < 200)
        #expect(LockToken("satchel:q6urq6urq6urq6urq6urqx") == nil && LockToken(token.description) == token)
    }

    @Test func listsConditionsAndTagsAreRead() throws {
        let header = try IfHeader(
            "</dav/a> (<\(token)> [\(content.entityTag)]) (Not <DAV:no-lock>) <http://h:1/dav/b/> (not[\"x\"])",
            host: "h")
        let (a, b) = (try DAVPath("/dav/a"), try DAVPath("/dav/b"))
        #expect(
            header.lists == [
                .init(.path(a), [.init(isNegated: false, .lock(token)), .init(isNegated: false, .content(content))]),
                .init(.path(a), [.init(isNegated: true, .never)]),
                .init(.path(b), [.init(isNegated: true, .never)]),
            ])
        #expect(header.tokens == [token])
    }

    @Test func oneTrueListIsEnough() throws {
        let header = try IfHeader("(<\(token)> [\(content.entityTag)]) (Not <\(token)>)", host: nil)
        func isTrue(_ states: [IfHeader.Condition.State]) -> Bool { header.isTrue { states.contains($1) } }
        #expect(isTrue([.lock(token), .content(content)]))
        #expect(!isTrue([.lock(token)]))
        #expect(isTrue([.content(content)]))
    }

    @Test func whatIsOfAnotherServerIsNeverTrue() throws {
        let header = try IfHeader("<http://other/dav/a> (<\(token)>)", host: "h")
        #expect(header.lists.map(\.resource) == [.foreign])
    }

    @Test(
        arguments: [
            "", "()", "(", "(<x", "(<x>", "x", "(x)", "<a>", "(<a>) <b> (<c>)", "([\"a\")", "(Not)", "<a> <b> (<c>)",
            String(repeating: "(<a>)", count: 33), "(" + String(repeating: "<a>", count: 17) + ")",
        ]) func whatIsMalformedIsRefused(text: String)
    {
        #expect(throws: DAVError.self) { try IfHeader(text, host: nil) }
    }
}

// SPDX-License-Identifier: MIT
import Hub
import HubAPI
import HubStorage
import TestSupport
import Testing

/// M7: two names that look the same and differ let one account pass for another.
@Suite struct VisibleTextTests {
    @Test(arguments: [
        "Bob\u{200b}", "B\u{feff}ob", "Bo\u{200d}b", "Bob\u{ad}", "Bob\u{2060}", "\u{202e}boB", "Bob\u{061c}",
        "Bob\u{180e}",
        "Bob\u{3164}", "Bob\u{fe0f}", "Bob\u{2028}", "Bob\u{e0062}", "Bob\u{7f}", "Bob\u{9b}31m", "Bob\nBank", "  ",
        "\u{2003}",
        "\u{200d}\u{200d}", "\u{34f}", "Bob\u{fff9}",
    ])
    func aNameWithAnInvisibleCharacterIsRefused(text: String) throws {
        let hub = try TestHub()
        _ = try hub.account("bob")
        #expect(throws: HubError.self) { try hub.hub.setMerchant("bob", name: text) }
    }

    @Test(arguments: [
        "Bob", "Müller & Söhne", "東京 商店", "محمد", "می\u{200c}خواهم", "क्\u{200d}ष", "👩\u{200d}👧", "❤\u{fe0f}",
        "1\u{fe0f}\u{20e3}",
        "👩\u{1f3fd}\u{200d}🚀", "❤\u{fe0f}\u{200d}🔥", "e\u{301}", "O'Brien",
        "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}", "Ⅷ",
    ])
    func whatPeopleWriteIsTaken(text: String) throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 500)
        _ = try hub.account("bob")
        try hub.hub.setMerchant("bob", name: text)
        _ = try alice.send(100, to: "bob", note: text)
    }

    @Test func aNoteMayHaveLinesAndMayBeEmpty() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 500)
        _ = try hub.account("bob")
        for note in ["two\nlines\tand a tab\r\n", "", "   "] { _ = try alice.send(100, to: "bob", note: note) }
    }

    @Test func theHubRefusesThemWhereverPeopleWrite() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 500)
        _ = try hub.account("bob")
        for text in ["a\u{200b}b", "a\u{feff}b", "a\u{1b}b"] {
            #expect(refusal { _ = try alice.send(100, to: "bob", note: text) } == .badRequest, "\(text.unicodeScalars)")
            let contact = ContactOrder(id: alice.operation(), Contact(username: "bob", name: text))
            #expect(refusal { _ = try hub.caller.call(Routes.keepContact, contact, as: alice.proof) } == .badRequest)
            #expect(throws: HubError.self) { try hub.hub.setMerchant("bob", name: text) }
        }
        #expect(try alice.balance().balance == dollars(500))
    }
}

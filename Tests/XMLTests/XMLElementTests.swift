// SPDX-License-Identifier: MIT
import Testing
import XML

struct XMLElementTests {
    private static let limits = XMLLimits(bytes: 4_096, depth: 4, elements: 20, text: 100, attributes: 3)

    private func read(_ text: String) throws(XMLError) -> XMLElement {
        try XMLElement.read(Array(text.utf8), limits: Self.limits)
    }

    @Test func namesAreNamespacesNotPrefixes() throws {
        let one = try read(#"<a:x xmlns:a="urn:n"><a:y z="1"> t </a:y></a:x>"#)
        let other = try read(#"<x xmlns="urn:n"><y z="1">t</y></x>"#)
        #expect(one == other && one["y"]?.text == "t" && one.children[0].attributes == ["z": "1"])
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        let element = try read(#"<a x="1 &lt;&quot;"><b xmlns="urn:&amp;">&lt;&amp;&#13;]]&gt;</b><c/></a>"#)
        #expect(try read(element.written) == element)
        #expect(XMLElement.escaped("\u{1}\u{FFFE}") == "\u{FFFD}\u{FFFD}")
    }

    @Test(
        arguments: [
            "", "<a>", "<a></b>", "<!DOCTYPE a><a/>", "<a>&x;</a>", "<b:a/>", #"<b:a xmlns:b=""/>"#, "\u{0}",
            #"<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>"#,
        ]) func whatIsNoDocumentIsRefused(text: String)
    {
        #expect { try read(text) } throws: { ($0 as? XMLError)?.code == .malformed }
    }

    @Test(
        arguments: [
            "<a><b><c><d><e/></d></c></b></a>", "<a>" + String(repeating: "<b/>", count: 20) + "</a>",
            "<a>" + String(repeating: "t", count: 101) + "</a>", #"<a a="" b="" c="" d=""/>"#,
            "<a>" + String(repeating: " ", count: 4_096) + "</a>",
        ]) func whatIsTooLargeIsRefused(text: String)
    {
        #expect { try read(text) } throws: { ($0 as? XMLError)?.code == .tooLarge }
    }
}

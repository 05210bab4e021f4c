// SPDX-License-Identifier: MIT
import PeerSupport
import TestSupport
import Testing

/// Passes as a person has them from a shop's site.
@Suite(.needsPeers)
struct CardPassTests {
    private let network: TestNetwork
    private let ann: Person

    init() throws {
        network = try TestNetwork()
        ann = try network.watcher("ann")
    }

    private func pass(_ name: String, _ more: [(name: String, bytes: [UInt8])] = []) throws -> String {
        // With a comma too much, as many have.
        let json = #"{"organizationName":"Café","serialNumber":"\#(name)","passTypeIdentifier":"p","description":"d",}"#
        let bytes = try OtherArchiver().write([("pass.json", Array(json.utf8))] + more)
        try File.write(bytes, to: network.file(name))
        return network.file(name)
    }

    @Test func aPassComesInTheLanguageThatIsAskedForAndLeavesAsItCame() throws {
        let path = try pass("a.pkpass", [("de.lproj/pass.strings", Array(#""d" = "Stempelkarte";"#.utf8))])
        try ann.cards("import", path, "--language", "de_AT.UTF-8")
        let shown = try ann.cards("show", "1").output
        #expect(shown.contains("Stempelkarte") && shown.contains("The pass is not signed."))
        try ann.cards("export", network.file("b.pkpass"), "1", "--as", "pkpass")
        #expect(try File.read(network.file("b.pkpass")) == File.read(path))
    }

    @Test func anExportSaysHowManyCardsItHolds() throws {
        try ann.cards("import", try pass("a.pkpass"))
        try ann.cards("import", try pass("b.pkpass"))
        try ann.cards("add", "--store", "Grocer", "--number", "17")
        let said = try ann.cards("export", network.file("all.pkpasses"), "--as", "pkpasses").output
        #expect(said.contains("2 cards written to") && said.contains(", 1 skipped."))
        let json = try ann.cardsJSON("export", network.file("all.pkpasses"), "--as", "pkpasses")
        #expect(json["cards"] == .number(2) && json["leftOut"] == .number(1))
        #expect(try ann.cards("export", network.file("all.json")).output.contains("3 cards written to"))
    }

    @Test func aPassThatWasChangedIsTakenAndSaysSo() throws {
        let manifest = Array(#"{"pass.json":"0000000000000000000000000000000000000000"}"#.utf8)
        try ann.cards("import", try pass("c.pkpass", [("manifest.json", manifest), ("../../x.png", [1])]))
        #expect(try ann.cardsJSON("show", "1")["seal"]?.text == "changed")
    }
}

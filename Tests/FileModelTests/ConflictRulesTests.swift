// SPDX-License-Identifier: MIT
import Crypto
import FileModel
import Testing

struct ConflictRulesTests {
    private static let (a, b, c) = (hash("a"), hash("b"), hash("c"))
    private static func hash(_ text: String) -> ContentHash { ContentHash(SHA256.hash(Array(text.utf8))) }

    /// The table of the design, and what it leaves to common sense: all 64 cases of three contents or none.
    @Test func noContentOfEitherSideIsEverLost() {
        let all: [ContentHash?] = [nil, Self.a, Self.b, Self.c]
        for base in all {
            for local in all {
                for server in all {
                    let what = ConflictRules.resolve(base: base, local: local, server: server)
                    let survivors: Set<ContentHash?> =
                        switch what {
                        case .adopt, .followServer, .dropDeletion: [server]
                        case .replace, .create, .createAgain: [local]
                        case .keepBoth: [server, local]
                        case .trash: [nil]
                        }
                    // What changed since both agreed survives; an unchanged side gives way.
                    if local != base, local != nil { #expect(survivors.contains(local), "\(what)") }
                    if server != base, server != nil { #expect(survivors.contains(server), "\(what)") }
                }
            }
        }
    }

    @Test func eachRowOfTheTable() {
        let (a, b, c) = (Self.a, Self.b, Self.c)
        let rows: [(ContentHash?, ContentHash?, ContentHash?, ConflictResolution)] = [
            (a, b, a, .replace(base: a)), (a, b, b, .adopt), (a, b, c, .keepBoth), (nil, b, c, .keepBoth),
            (a, b, nil, .createAgain), (a, nil, b, .dropDeletion), (a, nil, a, .trash), (nil, b, nil, .create),
            (a, a, b, .followServer), (a, a, nil, .followServer), (nil, nil, a, .followServer), (nil, nil, nil, .adopt),
        ]
        for (base, local, server, expected) in rows {
            #expect(ConflictRules.resolve(base: base, local: local, server: server) == expected)
        }
    }
}

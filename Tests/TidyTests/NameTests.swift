// SPDX-License-Identifier: MIT
import Testing

/// One name, one type; and the field's term wherever the field has one.
struct NameTests {
    /// Names of our own that a term of the field replaced, so that they do not come back.
    private static let retired: Set<String> = [
        "Aftermath", "AnnouncementBook", "BankBook", "Books", "BooksMove", "CardCase", "CardDesk",
        "CarriedCoins", "Carrying", "CodeReadingDesk", "CoinDesk", "ContactBook", "CurrencyBook", "Custodian",
        "Desk", "Diary", "DoubtfulLog", "EventDesk", "FileKeeper", "FilesTown", "FreshLeaves", "HubLink",
        "HubParts", "KeyCabinet", "KnownMovements", "LaneModel", "LaneTests", "LaneWish", "LockWish",
        "LogKeeper", "Moody", "NameBook", "Occasion", "OpenStore", "PayoutBook", "PhotoDesk", "PinKeeper",
        "PinWish", "PocketError", "Purse", "RecurringBook", "RedemptionBook", "RedemptionDesk", "RequestBook",
        "ServerErrand", "SplitBook", "StandingRead", "StandingReadTests", "Surprise", "Surroundings",
        "SuspenseBook", "ToldNames", "Town", "TransferLane", "TransferSheet", "WalletDesk", "WebhookBook",
        "WebhookDesk", "World",
    ]
    private static let retiredModules: Set<String> = ["Parcels", "Pocket", "Symbols"]
    /// The three chains do the same things, each in its own way, under the same names.
    private static let chains: Set<String> = ["Bitcoin", "Ethereum", "Solana"]

    @Test func noTypeHasARetiredName() throws {
        let found = try SourceTree("Sources", "Tests", "Benchmarks").files.flatMap { file in
            file.lines.enumerated().compactMap { index, line in
                Self.declared(in: line[...].drop { $0 == " " }).flatMap { name in
                    Self.retired.contains(name) ? "\(file.path):\(index + 1): \(name)" : nil
                }
            }
        }
        #expect(found == [])
    }

    @Test func noModuleHasARetiredName() throws {
        let modules = Set(try SourceTree("Sources").files.map(\.module))
        #expect(modules.isDisjoint(with: Self.retiredModules))
    }

    @Test func noTwoModulesDeclareTheSameName() throws {
        var modules: [String: Set<String>] = [:]
        for file in try SourceTree("Sources").files where !file.module.isEmpty {
            for line in file.lines {
                guard let name = Self.declared(in: line[...]) else { continue }
                modules[name, default: []].insert(file.module)
            }
        }
        #expect(modules.count > 1_000, "declarations are recognised")
        let shared = modules.filter { $0.value.count > 1 && !$0.value.isSubset(of: Self.chains) }
        #expect(shared.map { "\($0.key): \($0.value.sorted())" }.sorted() == [])
    }

    /// The type that a line declares at its beginning, for more than its own file.
    private static func declared(in line: Substring) -> String? {
        guard line.first != " " else { return nil }
        var words = line.split(separator: " ")
        while let first = words.first, ["package", "internal", "public", "final", "indirect"].contains(first) {
            words.removeFirst()
        }
        guard words.count > 1, ["struct", "class", "enum", "actor", "protocol", "typealias"].contains(words[0]) else {
            return nil
        }
        return String(words[1].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }
}

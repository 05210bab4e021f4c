// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import HTTP
import Hub
import HubAPI
import HubLedger
import HubStorage
import Money
import SQLite
import Synchronization
import Testing
import Tokens

@Suite struct LedgerTreeTests {
    @Test func everyEntryIsProvedToEachAccountWithAPartInIt() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 10_000)
        let bob = try hub.account("bob")
        for cents in 1...7 { _ = try alice.send(Int64(cents), to: "bob", note: "\(cents)") }
        for account in [alice, bob] {
            let page = try hub.caller.call(Routes.transactions, Nothing(), as: account.proof)
            for transaction in page.items {
                let proof = try prove(transaction.id, account)
                let head = try LedgerHead(decoding: proof.state.head.bytes)
                let posting = try LedgerPosting(decoding: proof.posting.bytes)
                #expect(head.size == 8)
                #expect(posting.account == (try account.id.bytes))
                #expect(posting.amount == transaction.amount.decimalText)
                #expect(posting.balanceAfter == transaction.balanceAfter.decimalText)
                #expect(posting.counterpart == transaction.counterpart && posting.note == transaction.note)
                let leaf = try LedgerLeaf(checking: proof.commitments.map(\.bytes))
                #expect(leaf.commitments.contains(posting.commitment))
                #expect(
                    MerkleTree.root(
                        leafHash: leaf.hash, index: proof.position, size: head.size, path: proof.path.map(\.bytes))
                        == head.root)
            }
        }
        try hub.requireSoundLedger()
    }

    private static func euros(_ cents: Int64) throws -> Amount {
        Amount(minorUnits: cents, currency: try Currency(code: "EUR"))
    }

    /// Alice has sent euros to bob.
    private static func haveSentEuros(_ hub: TestHub) throws -> (alice: TestAccount, bob: TestAccount) {
        try hub.hub.add(try Currency(code: "EUR"))
        let alice = try hub.account("alice", cents: 1_000)
        let bob = try hub.account("bob")
        _ = try hub.hub.topUp(.account("alice"), try euros(500))
        let order = SendOrder(id: alice.operation(), recipient: "bob", amount: try euros(200), note: "tea")
        _ = try hub.caller.call(Routes.send, order, as: alice.proof)
        return (alice, bob)
    }

    private static func transactions(_ code: String, _ account: TestAccount) throws -> [AccountTransaction] {
        try account.hub.caller.call(
            Routes.transactions, Nothing(), query: [("currency", code)], as: account.proof
        ).items
    }

    @Test func entriesOfAnotherCurrencyAreProvedToo() throws {
        let hub = try TestHub()
        let (alice, bob) = try Self.haveSentEuros(hub)
        try hub.hub.set(try ExchangeRate(pair: "EUR/USD", rate: "1.0850", spread: "0.5"))
        let quote = try hub.caller.call(
            Routes.quote, QuoteOrder(from: "USD", to: "EUR", amount: dollars(1_000)), as: alice.proof)
        _ = try hub.caller.call(
            Routes.convert, ConvertOrder(id: alice.operation(), quote: quote.quote), as: alice.proof)
        for account in [alice, bob] {
            let name = Array("user:\(Hex.encode(try account.id.bytes)):EUR".utf8)
            for transaction in try Self.transactions("EUR", account) {
                let proof = try prove(transaction.id, account)
                let head = try LedgerHead(decoding: proof.state.head.bytes)
                let posting = try LedgerPosting(decoding: proof.posting.bytes)
                let leaf = try LedgerLeaf(checking: proof.commitments.map(\.bytes))
                #expect(head.covers(posting, in: leaf, at: proof.position, path: proof.path.map(\.bytes)))
                #expect(posting.account == name)
                #expect(OperationID(bytes: posting.id)?.description == transaction.id)
                #expect(posting.amount == transaction.amount.decimalText && posting.currency == "EUR")
                #expect(posting.balanceAfter == transaction.balanceAfter.decimalText)
                #expect(posting.counterpart == transaction.counterpart && posting.note == transaction.note)
            }
        }
        let counts = try [alice, bob].map { try Self.transactions("EUR", $0).count }
        #expect(counts == [3, 1])
        let sent = try #require(try Self.transactions("EUR", alice).first { $0.note == "tea" })
        let carol = try hub.account("carol")
        #expect(refusal { _ = try prove(sent.id, carol) } == .notFound)
        try hub.requireSoundLedger()
    }

    /// What was signed stays: the leaf has the hash that it was given, and the audit knows that form as well.
    @Test func anEntryOfAnotherCurrencyWhoseLeafIsOfTheFormerFormIsSoundAndHasNoProof() throws {
        let disk = try HubOnDisk()
        let first = try disk.open()
        let (alice, bob) = try Self.haveSentEuros(first)
        let sent = try #require(try Self.transactions("EUR", alice).first { $0.note == "tea" })
        let received = try #require(try Self.transactions("EUR", bob).first)
        try first.hub.extendTree()
        first.hub.close()
        let database = try Database(path: disk.directory.database)
        var leaves = try #require(try database.row("SELECT leaves FROM tree_tile")).blob(0)
        let start = leaves.count - 56
        let salt = Array(leaves[start + 8..<start + 24])
        let id = try #require(OperationID(text: received.id))
        let commitments = try [(alice, sent), (bob, received)].map { account, transaction in
            let name = Array("user:\(Hex.encode(try account.id.bytes)):EUR".utf8)
            return LedgerPosting(
                blind: Array(SHA256.hash(salt, name).bytes.prefix(16)), account: name, id: id.bytes, kind: 2,
                amount: transaction.amount.decimalText, balanceAfter: transaction.balanceAfter.decimalText,
                currency: "EUR", time: Timestamp(seconds: transaction.time), counterpart: "alice", note: "tea"
            ).commitment
        }
        leaves.replaceSubrange(start + 24..<start + 56, with: LedgerLeaf(commitments).hash)
        try database.run("UPDATE tree_tile SET leaves = ?", [.blob(leaves)])
        let second = try disk.open()
        try second.requireSoundLedger()
        #expect(refusal { _ = try prove(sent.id, TestAccount(hub: second, session: alice.session)) } == .notFound)
        #expect(try second.hub.proveEntry(id).isProved)
        second.hub.close()
        // Neither form is taken for the other's change.
        try database.run("UPDATE entry SET note = 'gold' WHERE note = 'tea'")
        let third = try disk.open()
        #expect(try third.hub.audit().findings.contains { $0.rule == .treeEntry })
        third.hub.close()
    }

    /// Every wallet asks at each sync; while the tree waits for the writer, searches find room beside them.
    @Test func aRushOnTheLedgersStateLeavesRoomForSearches() throws {
        let disk = try HubOnDisk()
        let writer = HeldWriter()
        let hub = try disk.open { $0.onStep = writer.onStep }
        defer { hub.hub.close() }
        let alice = try hub.account("alice", cents: 1_000)
        var state = Request(method: .get, path: Routes.ledgerState.path)
        var search = Request(method: .get, path: Routes.transactions.path, query: [(name: "text", value: "tea")])
        alice.proof.prove(&state, for: .account)
        alice.proof.prove(&search, for: .account)
        let logout = Request(
            method: .post, path: Routes.logout.path, body: try Wire.encode(RefreshToken(refreshToken: "x")))
        let statuses = Mutex<[Int]>([])
        let count = 300
        _ = writer.batch([logout], on: hub.hub, meanwhile: logout) {
            for request in Array(repeating: state, count: count) + [search] {
                hub.hub.handle(request) { answer in statuses.withLock { $0.append(answer.status) } }
            }
            // All but those that wait for the tree.
            #expect(statuses.withLock { $0.count } > count - 20)
        }
        while statuses.withLock({ $0.count }) <= count { usleep(1_000) }
        #expect(statuses.withLock { Set($0) } == [200])
    }

    @Test func oneSideOfAnEntryLearnsNothingOfTheOther() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 10_000)
        let bob = try hub.account("bob")
        let sent = try alice.send(5, to: "bob").transaction
        let received = try #require(
            try hub.caller.call(Routes.transactions, Nothing(), as: bob.proof).items.first)
        let (one, other) = (try prove(sent.id, alice), try prove(received.id, bob))
        #expect(one.commitments == other.commitments && one.position == other.position)
        let (ours, theirs) = (
            try LedgerPosting(decoding: one.posting.bytes), try LedgerPosting(decoding: other.posting.bytes)
        )
        // What stands for bob's side cannot be made from alice's: their blinds differ.
        #expect(ours.blind != theirs.blind)
        var guess = theirs
        guess.blind = ours.blind
        #expect(!one.commitments.map(\.bytes).contains(guess.commitment))
        // Under either id each gets its own side, and a stranger nothing.
        #expect(try LedgerPosting(decoding: prove(received.id, alice).posting.bytes) == ours)
        let carol = try hub.account("carol")
        #expect(refusal { _ = try prove(received.id, carol) } == .notFound)
    }

    @Test func eachHeadContinuesTheOnesBefore() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 10_000)
        _ = try hub.account("bob")
        var heads: [LedgerHead] = []
        for cents in 1...12 {
            _ = try alice.send(Int64(cents), to: "bob")
            for old in heads {
                let state = try hub.caller.call(
                    Routes.ledgerState, Nothing(), query: [("since", "\(old.size)")], as: alice.proof)
                let head = try LedgerHead(decoding: state.head.bytes)
                #expect(
                    MerkleTree.isConsistent(
                        old: old.size, old.root, new: head.size, head.root, path: state.consistency.map(\.bytes)))
            }
            let state = try hub.caller.call(Routes.ledgerState, Nothing(), as: alice.proof)
            heads.append(try LedgerHead(decoding: state.head.bytes))
        }
        #expect(heads.map(\.size) == (2...13).map { UInt64($0) })
    }

    @Test func theAuditNamesAnEntryThatWasChangedAfterTheFact() throws {
        let disk = try HubOnDisk()
        let first = try disk.open()
        let alice = try first.account("alice", cents: 10_000)
        _ = try first.account("bob")
        _ = try alice.send(5, to: "bob", note: "tea")
        try first.hub.extendTree()
        first.hub.close()
        do {
            let database = try Database(path: disk.directory.database)
            try database.run("UPDATE entry SET note = 'gold' WHERE note = 'tea'")
        }
        let second = try disk.open()
        let findings = try second.hub.audit().findings
        #expect(findings.filter { $0 == AuditFinding(.treeEntry, "entry 2") }.count == 1)
        // The answer that was kept still says what the note was.
        #expect(findings.filter { $0 == AuditFinding(.answer, "entry 2") }.count == 1)
        #expect(findings.count == 2)
        second.hub.close()
    }

    /// Leaves from memory and leaves read from the database, in more than one tile, which grows many times.
    @Test func whatWasHashedFromMemoryIsWhatTheDatabaseSays() throws {
        let disk = try HubOnDisk()
        let served = try disk.open()
        let alice = try served.account("alice", cents: 10_000)
        _ = try served.account("bob")
        var heads: [LedgerHead] = []
        for number in 0..<600 {
            _ = try alice.send(1, to: "bob", note: number % 3 == 0 ? nil : "Grüße \(number)")
            if number % 100 == 50 { _ = try served.account("carol\(number)", cents: 5) }
            guard number % 64 == 0 else { continue }
            let since = heads.last.map { [("since", "\($0.size)")] } ?? []
            let state = try served.caller.call(Routes.ledgerState, Nothing(), query: since, as: alice.proof)
            let head = try LedgerHead(decoding: state.head.bytes)
            if let old = heads.last {
                #expect(
                    MerkleTree.isConsistent(
                        old: old.size, old.root, new: head.size, head.root, path: state.consistency.map(\.bytes)))
            }
            heads.append(head)
        }
        #expect(heads.last?.size == 1 + 577 + 6)
        try served.hub.extendTree()
        #expect(try served.hub.audit().findings.isEmpty)
        served.hub.close()
    }

    @Test func aTreeWhoseLeavesWereRowsKeepsItsHashes() throws {
        let disk = try HubOnDisk()
        let first = try disk.open()
        let alice = try first.account("alice", cents: 10_000)
        _ = try first.account("bob")
        for _ in 0..<600 { _ = try alice.send(1, to: "bob") }
        let state = try first.caller.call(Routes.ledgerState, Nothing(), as: alice.proof)
        let before = try LedgerHead(decoding: state.head.bytes)
        first.hub.close()
        do {
            let database = try Database(path: disk.directory.database)
            try database.transaction { try takeOutOfTiles(database) }
        }
        let second = try disk.open()
        let later = TestAccount(hub: second, session: alice.session)
        let after = try LedgerHead(
            decoding: second.caller.call(Routes.ledgerState, Nothing(), as: later.proof).head.bytes)
        #expect(after.size == before.size && after.root == before.root)
        let sent = try later.send(1, to: "bob").transaction
        let proof = try prove(sent.id, later)
        #expect(proof.position == before.size)
        #expect(try second.hub.audit().findings.isEmpty)
        second.hub.close()
    }

    /// The rows of a hub from before the tiles.
    private func takeOutOfTiles(_ database: Database) throws {
        var hashes: [[UInt8]] = []
        for row in try database.rows("SELECT leaves FROM tree_tile ORDER BY place") {
            let bytes = try row.blob(0)
            for start in stride(from: 0, to: bytes.count, by: 56) {
                let entry = bytes[start..<start + 8].reduce(Int64(0)) { $0 << 8 | Int64($1) }
                try database.run(
                    "INSERT INTO tree_leaf (position, entry, salt) VALUES (?, ?, ?)",
                    [.integer(Int64(hashes.count)), .integer(entry), .blob(Array(bytes[start + 8..<start + 24]))])
                hashes.append(Array(bytes[start + 24..<start + 56]))
            }
        }
        for level in 0..<8 {
            for (place, hash) in hashes.enumerated() {
                try database.run(
                    "INSERT INTO tree_node (level, place, hash) VALUES (?, ?, ?)",
                    [.integer(Int64(level)), .integer(Int64(place)), .blob(hash)])
            }
            hashes = stride(from: 0, to: hashes.count - 1, by: 2).map {
                MerkleTree.nodeHash(hashes[$0], hashes[$0 + 1])
            }
        }
        try database.run("DELETE FROM tree_tile")
    }

    @Test func aWrongSizeIsABadRequest() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1)
        for text in ["x", "-1", "99999999999999999999"] {
            #expect(
                refusal {
                    _ = try hub.caller.call(Routes.ledgerState, Nothing(), query: [("since", text)], as: alice.proof)
                } == .badRequest)
        }
    }

    private func prove(_ id: String, _ account: TestAccount) throws -> EntryProof {
        try account.hub.caller.call(Routes.entryProof, Nothing(), values: [id], as: account.proof)
    }
}

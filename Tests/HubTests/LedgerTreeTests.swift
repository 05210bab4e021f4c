// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Hub
import HubAPI
import Money
import SQLite
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
        try hub.requireSoundBooks()
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
            let books = try Database(path: disk.directory.database)
            try books.run("UPDATE entry SET note = 'gold' WHERE note = 'tea'")
        }
        let second = try disk.open()
        let findings = try second.hub.audit().findings
        #expect(findings.count == 1 && findings.allSatisfy { $0.contains("entry 2 is not what") })
        second.hub.close()
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

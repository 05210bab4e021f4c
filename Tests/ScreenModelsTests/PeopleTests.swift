// SPDX-License-Identifier: MIT
import HubAPI
import ScreenModels
import Testing
import TestSupport

@MainActor
struct PeopleTests {
    @Test func contactsAreKeptFoundForgottenAndTakenBack() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice")
        _ = try await network.phone("bob")
        let model = ContactsModel(alice.session)
        await model.load()
        #expect(model.contacts.isEmpty && !model.canKeep)
        (model.draft.username, model.draft.name, model.draft.isFavourite) = ("bob", "Robert", true)
        #expect(await model.keep())
        #expect(model.draft == ContactsModel.Draft() && model.contacts.items.map(\.username) == ["bob"])
        model.search = "rob"
        #expect(model.found.count == 1)
        model.search = "carol"
        #expect(model.found.isEmpty)
        await model.forget(try #require(model.contacts.items.first))
        #expect(model.contacts.isEmpty && model.forgotten?.name == "Robert")
        await model.undoForgetting()
        #expect(model.contacts.items.first?.favourite == true && model.forgotten == nil)
        model.draft.username = "nobody"
        #expect(await model.keep() == false)
        #expect(model.refusal != nil)

        network.line.isDown = true
        let sending = SendModel(alice.session)
        await sending.loadContacts()
        sending.recipient = "rOb"
        #expect(sending.suggestions.map(\.username) == ["bob"])
    }

    @Test func aChangedContactShowsBeforeTheHubHasIt() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice")
        _ = try await network.phone("bob")
        _ = try await network.phone("carol")
        let model = ContactsModel(alice.session)
        await model.load()
        network.line.hold()
        model.draft.username = "bob"
        let keeping = Task { await model.keep() }
        await network.line.waitUntilHeld()
        #expect(model.contacts.items.map(\.username) == ["bob"] && model.isBusy)
        network.line.release()
        #expect(await keeping.value)
        model.draft.username = "carol"
        await model.keep()

        let carol = try #require(model.contacts.items.last)
        network.line.hold()
        let favouring = Task { await model.setFavourite(carol, true) }
        await network.line.waitUntilHeld()
        #expect(model.contacts.items.map(\.username) == ["carol", "bob"])
        network.line.release()
        await favouring.value
        #expect(model.contacts.items.map(\.username) == ["carol", "bob"])

        // What the hub does not take is as it was, with the reason.
        network.line.isDown = true
        await model.forget(carol)
        #expect(model.contacts.items.map(\.username) == ["carol", "bob"] && model.forgotten == nil)
        #expect(model.refusal?.word == .refusedUnreachable)
        model.draft.username = "nobody"
        #expect(await !model.keep())
        #expect(model.contacts.items.count == 2 && model.draft.username == "nobody")
    }

    @Test func aRequestIsAskedSeenAndPaidOnce() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000)
        let bob = try await network.phone("bob")
        let asking = RequestsModel(bob.session)
        (asking.payer, asking.amount.text, asking.note) = ("alice", "7.50", "tea")
        await asking.ask()
        #expect(asking.made?.request.payer == "alice" && asking.refusal == nil, "\(asking.refusal?.detail ?? "")")
        let seen = RequestsModel(alice.session)
        await seen.load()
        seen.look(at: try #require(seen.requests.items.first))
        await seen.pay()
        #expect(seen.looked?.state == .paid && alice.atHub == 4_250)
        seen.look(at: try #require(asking.made?.request))
        await seen.pay()
        #expect(seen.refusal?.word == .refusedRequestClosed && alice.atHub == 4_250)
    }

    @Test func aLinkForAnybodyIsPaidWithWhatThePayerChooses() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000)
        let bob = try await network.phone("bob")
        let asking = RequestsModel(bob.session)
        await asking.ask()
        let link = try #require(asking.made?.code.text)
        #expect(Scanned(text: link) == .link(.request(link)))
        let paying = RequestsModel(alice.session)
        await paying.look(at: link)
        #expect(paying.looked?.payee == "bob" && paying.looked?.amount == nil)
        await paying.pay()
        #expect(paying.looked?.state == .open)
        paying.chosen.text = "3"
        await paying.pay()
        #expect(paying.looked?.state == .paid && alice.atHub == 4_700)
    }

    @Test func aRequestIsDeclinedOrTakenBack() async throws {
        let network = try TestNetwork()
        let alice = try await network.phone("alice", funds: 5_000)
        let bob = try await network.phone("bob")
        let asking = RequestsModel(bob.session)
        asking.direction = .outgoing
        for _ in 0..<2 {
            (asking.payer, asking.amount.text) = ("alice", "1")
            await asking.ask()
        }
        let seen = RequestsModel(alice.session)
        await seen.load()
        await seen.decline(try #require(seen.requests.items.first))
        await asking.load()
        await asking.cancel(try #require(asking.requests.items.first { $0.state == .open }))
        #expect(Set(asking.requests.items.map(\.state)) == [.declined, .cancelled])
        network.line.isDown = true
        await seen.load()
        #expect(seen.requests.refusal?.word == .refusedUnreachable)
    }
}

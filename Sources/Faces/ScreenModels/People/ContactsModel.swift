// SPDX-License-Identifier: MIT
package import HubAPI
internal import Observation
internal import Wallet

/// People whom one wants to find again: favourites first, one's own names, and who may not ask.
@Observable @MainActor
package final class ContactsModel {
    package private(set) var contacts: Content<[Contact]> = .loading
    package private(set) var blocked: Set<String> = []
    package private(set) var isBusy = false
    package private(set) var refusal: Refusal?
    /// What is typed to look for somebody.
    package var search = ""
    /// What becomes of the next `keep`: the form's fields.
    package var draft = Draft()
    /// A contact that was just forgotten, for taking it back.
    package private(set) var forgotten: Contact?
    package let session: WalletSession

    /// A contact as a form has it.
    package struct Draft: Hashable, Sendable {
        package var username = ""
        package var name = ""
        package var note = ""
        package var isFavourite = false

        package init(_ contact: Contact? = nil) {
            username = contact?.username ?? ""
            name = contact?.name ?? ""
            note = contact?.note ?? ""
            isFavourite = contact?.favourite ?? false
        }

        fileprivate var contact: Contact {
            let (name, note) = (name.trimmed, note.trimmed)
            return Contact(
                username: username.trimmed, name: name.isEmpty ? nil : name, note: note.isEmpty ? nil : note,
                favourite: isFavourite)
        }
    }

    package init(_ session: WalletSession) { self.session = session }

    /// Reads the contacts; without a network those that were last heard of.
    package func load() async {
        do {
            contacts = Content(try await session.custodian.ask { try $0.contacts() })
        } catch {
            contacts = .failed(Refusal(error))
        }
        do {
            blocked = Set(try await session.custodian.ask { try $0.blockedAccounts() })
        } catch {
            // The list of the blocked needs the hub; without it nobody is shown as blocked.
            blocked = []
        }
    }

    /// The contacts that fit what is typed.
    package var found: [Contact] {
        let words = search.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        return contacts.items.filter { contact in
            let text = [contact.name, contact.username, contact.note].compactMap(\.self).joined(separator: " ")
                .lowercased()
            return words.allSatisfy(text.contains)
        }
    }

    package var canKeep: Bool { !isBusy && !draft.username.trimmed.isEmpty }

    /// Keeps what the form has.
    ///
    /// - Returns: whether it is kept.
    @discardableResult
    package func keep() async -> Bool {
        guard canKeep else { return false }
        let contact = draft.contact
        let isKept = await attempt { _ = try await self.session.custodian.use { try $0.keep(contact) } }
        if isKept { draft = Draft() }
        return isKept
    }

    package func setFavourite(_ contact: Contact, _ isFavourite: Bool) async {
        var contact = contact
        contact.favourite = isFavourite
        let changed = contact
        await attempt { _ = try await self.session.custodian.use { try $0.keep(changed) } }
    }

    package func forget(_ contact: Contact) async {
        let isGone = await attempt { try await self.session.custodian.use { try $0.forgetContact(contact.username) } }
        if isGone { forgotten = contact }
    }

    /// Takes the last contact back that was forgotten.
    package func undoForgetting() async {
        guard let contact = forgotten else { return }
        if await attempt({ _ = try await self.session.custodian.use { try $0.keep(contact) } }) { forgotten = nil }
    }

    /// Ends somebody's requests, or takes them again.
    package func setBlocked(_ username: String, _ isBlocked: Bool) async {
        await attempt {
            try await self.session.custodian.use { isBlocked ? try $0.block(username) : try $0.unblock(username) }
        }
    }

    @discardableResult
    private func attempt(_ body: () async throws -> Void) async -> Bool {
        isBusy = true
        refusal = nil
        defer { isBusy = false }
        do {
            try await body()
        } catch {
            refusal = Refusal(error)
            return false
        }
        await load()
        return true
    }
}

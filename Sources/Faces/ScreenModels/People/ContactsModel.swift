// SPDX-License-Identifier: MIT
package import HubAPI
internal import Observation
internal import Wallet

/// The contacts: favourites first, with the user's own names and the blocked accounts.
///
/// A change is shown immediately, before the hub has it. If the hub refuses it, the list shows the earlier state and
/// the reason.
@Observable @MainActor
package final class ContactsModel {
    package private(set) var contacts: LoadState<[Contact]> = .loading
    package private(set) var blocked: Set<String> = []
    package private(set) var isBusy = false
    package private(set) var refusal: UserMessage?
    /// The search text.
    package var search = ""
    /// The form's fields for the next `keep`.
    package var draft = Draft()
    /// The last deleted contact, for undo.
    package private(set) var forgotten: Contact?
    package let session: WalletSession

    /// A contact in the form.
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

    package init(_ session: WalletSession) {
        self.session = session
        session.feed.follow([.answers], by: self) { await $0.read() }
    }

    /// Reads the last known contacts again, unless a change of the user's is on the screen before the hub has it.
    private func read() async {
        guard !isBusy, contacts.value != nil || contacts.isEmpty else { return }
        do {
            let known = try await session.walletService.use { try $0.knownContacts() }
            // A change of the user's may have begun meanwhile; it is read again afterwards.
            if !isBusy, known != contacts.items { contacts = LoadState(known) }
        } catch {
            contacts = .failed(UserMessage(error))
        }
    }

    /// Reads the contacts; without a network the last known ones.
    package func load() async {
        do {
            contacts = LoadState(try await session.walletService.ask { try $0.contacts() })
        } catch {
            contacts = .failed(UserMessage(error))
        }
        do {
            blocked = Set(try await session.walletService.ask { try $0.blockedAccounts() })
        } catch {
            // The block list needs the hub; without it, no account is shown as blocked.
            blocked = []
        }
    }

    /// The contacts that match the search text.
    package var found: [Contact] {
        let words = search.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        return contacts.items.filter { contact in
            let text = [contact.name, contact.username, contact.note].compactMap(\.self).joined(separator: " ")
                .lowercased()
            return words.allSatisfy(text.contains)
        }
    }

    package var canKeep: Bool { !isBusy && !draft.username.trimmed.isEmpty }

    /// Saves the form.
    ///
    /// - Returns: whether it was saved.
    @discardableResult
    package func keep() async -> Bool {
        guard canKeep else { return false }
        let typed = draft
        draft = Draft()
        let isKept = await change(to: typed.contact)
        // After a refusal, the user need not type it again.
        if !isKept { draft = typed }
        return isKept
    }

    package func setFavourite(_ contact: Contact, _ isFavourite: Bool) async {
        var contact = contact
        contact.favourite = isFavourite
        await change(to: contact)
    }

    package func forget(_ contact: Contact) async {
        forgotten = contact
        let isGone = await attempt(showing: { $0.filter { $0.username != contact.username } }) {
            try await self.session.walletService.use { try $0.forgetContact(contact.username) }
        }
        guard isGone else { return forgotten = nil }
        let words = session.words
        session.toasts.show(words(.forgotten, ["name": contact.name ?? contact.username])) {
            await self.undoForgetting()
        }
    }

    /// Restores the last deleted contact.
    package func undoForgetting() async {
        guard let contact = forgotten else { return }
        forgotten = nil
        if await !change(to: contact) { forgotten = contact }
    }

    @discardableResult
    private func change(to contact: Contact) async -> Bool {
        await attempt(showing: { contacts in
            // In the hub's order: favourites first, then by name.
            (contacts.filter { $0.username != contact.username } + [contact]).sorted {
                ($0.favourite ? 0 : 1, $0.name ?? $0.username, $0.username)
                    < ($1.favourite ? 0 : 1, $1.name ?? $1.username, $1.username)
            }
        }) {
            _ = try await self.session.walletService.use { try $0.keep(contact) }
        }
    }

    /// Blocks or unblocks an account's requests.
    package func setBlocked(_ username: String, _ isBlocked: Bool) async {
        let before = blocked
        if isBlocked { blocked.insert(username) } else { blocked.remove(username) }
        let isDone = await attempt(showing: { $0 }) {
            try await self.session.walletService.use { isBlocked ? try $0.block(username) : try $0.unblock(username) }
        }
        if !isDone { blocked = before }
    }

    /// Shows the new contacts, then performs the change; restores the old ones if it is refused.
    private func attempt(showing next: ([Contact]) -> [Contact], _ body: () async throws -> Void) async -> Bool {
        let before = contacts
        isBusy = true
        refusal = nil
        if !contacts.isLoading, contacts.refusal == nil { contacts = LoadState(next(contacts.items)) }
        defer { isBusy = false }
        do {
            try await body()
        } catch {
            contacts = before
            refusal = UserMessage(error)
            return false
        }
        await load()
        return true
    }
}

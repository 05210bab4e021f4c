// SPDX-License-Identifier: MIT
internal import HubAPI
internal import ScreenModels

#if canImport(SwiftUI)
    internal import SwiftUI
#else
    internal import Canvas
#endif

/// People whom one wants to find again.
struct ContactsView: View {
    @State private var model: ContactsModel
    private var words: Localizer { model.session.words }

    init(session: WalletSession) { _model = State(initialValue: ContactsModel(session)) }

    var body: some View {
        @Bindable var model = model
        List {
            Section {
                if let gone = model.forgotten {
                    HStack {
                        Text(words(.forgotten, ["name": gone.name ?? gone.username])).font(.subheadline)
                            .frame(maxWidth: .infinity, alignment: .leading)
                        Button(words(.undo)) { Task { await model.undoForgetting() } }.buttonStyle(.bordered)
                    }
                }
                if model.contacts.value != nil {
                    ForEach(model.found.map { ContactLine(contact: $0) }) { line in
                        row(line)
                            .swipeActions(edge: .leading) { favourite(line.contact) }
                            .swipeActions { remove(line.contact) }
                    }
                } else {
                    ContentNote(
                        content: model.contacts, words: words, symbol: "person", empty: words(.noContacts),
                        hint: words(.noContactsHint)
                    ) { Task { await model.load() } }
                }
            }
            Section(words(.addContact)) {
                Field(words(.username), text: $model.draft.username)
                Field(words(.ownName), text: $model.draft.name)
                Field(words(.note), text: $model.draft.note)
                Toggle(words(.favourite), isOn: $model.draft.isFavourite)
                RefusalNote(refusal: model.refusal, words: words)
                MainButton(title: words(.save), isBusy: model.isBusy, isEnabled: model.canKeep) {
                    Task { await model.keep() }
                }
            }
        }
        .sensoryFeedback(.selection, trigger: model.forgotten) { _, gone in gone != nil }
        .navigationTitle(words(.contacts)).navigationBarTitleDisplayMode(.inline)
        .searchable(text: $model.search, prompt: words(.search))
        .task { await model.load() }
    }

    private func row(_ line: ContactLine) -> some View {
        let contact = line.contact
        let isBlocked = model.blocked.contains(contact.username)
        return HStack {
            VStack(alignment: .leading, spacing: 2) {
                Text(line.title)
                if isBlocked { Text(words(.blocked)).font(.footnote).foregroundStyle(Color.red) }
            }
            .frame(maxWidth: .infinity, alignment: .leading)
            if contact.favourite {
                Image(systemName: "star.fill").foregroundStyle(Color.yellow).accessibilityLabel(words(.favourite))
            }
            Menu {
                favourite(contact)
                Button(words(isBlocked ? .unblock : .block), systemImage: "nosign") {
                    Task { await model.setBlocked(contact.username, !isBlocked) }
                }
                remove(contact)
            } label: {
                Image(systemName: "ellipsis").accessibilityLabel(words(.details))
            }
        }
    }

    private func favourite(_ contact: Contact) -> some View {
        Button(words(.favourite), systemImage: "star") {
            Task { await model.setFavourite(contact, !contact.favourite) }
        }
    }

    private func remove(_ contact: Contact) -> some View {
        Button(words(.remove), systemImage: "trash", role: .destructive) { Task { await model.forget(contact) } }
    }
}

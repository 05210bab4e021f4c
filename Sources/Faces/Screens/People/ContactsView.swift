// SPDX-License-Identifier: MIT
internal import HubAPI
internal import ScreenModels
internal import Views

/// People whom one wants to find again. A person's page leads to sending and asking.
struct ContactsView: View {
    @State private var model: ContactsModel
    private let go: @MainActor (Panel?) -> Void
    @State private var isAdding = false
    private var words: Localizer { model.session.words }

    init(session: WalletSession, go: @escaping @MainActor (Panel?) -> Void) {
        _model = State(initialValue: ContactsModel(session))
        self.go = go
    }

    var body: some View {
        @Bindable var model = model
        List {
            Section {
                Button(words(.addContact), systemImage: "plus") {
                    model.draft = ContactsModel.Draft()
                    isAdding = true
                }
            }
            Section {
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
                RefusalNote(refusal: model.refusal, words: words)
            }
        }
        .sensoryFeedback(.selection, trigger: model.forgotten) { _, gone in gone != nil }
        .navigationTitle(words(.contacts)).navigationBarTitleDisplayMode(.inline)
        .searchable(text: $model.search, prompt: words(.search))
        .navigationDestination(isPresented: $isAdding) {
            ContactForm(model: model, isNew: true) { isAdding = false }
        }
        .task { await model.load() }
    }

    private func row(_ line: ContactLine) -> some View {
        NavigationLink {
            ContactView(username: line.contact.username, model: model, go: go)
        } label: {
            HStack {
                VStack(alignment: .leading, spacing: 2) {
                    Text(line.title)
                    if let note = line.contact.note {
                        Text(note).font(.footnote).foregroundStyle(.secondary).lineLimit(1)
                    }
                    if model.blocked.contains(line.contact.username) {
                        Text(words(.blocked)).font(.footnote).foregroundStyle(Color.red)
                    }
                }
                .frame(maxWidth: .infinity, alignment: .leading)
                if line.contact.favourite {
                    Image(systemName: "star.fill").foregroundStyle(Color.yellow)
                        .accessibilityLabel(words(.favourite))
                }
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

/// One person: pay them, ask them, and what one has noted about them.
struct ContactView: View {
    let username: String
    let model: ContactsModel
    let go: @MainActor (Panel?) -> Void
    @State private var isEditing = false
    @Environment(\.dismiss) private var dismiss
    private var words: Localizer { model.session.words }
    private var contact: Contact? { model.contacts.items.first { $0.username == username } }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                Heading(title: contact?.name ?? username, text: contact?.name == nil ? nil : username)
                if let note = contact?.note { LabeledContent(words(.note), value: note) }
                MainButton(title: words(.send)) {
                    go(.send(DeepLink.Transfer(recipient: username, amount: "", note: "")))
                }
                SideButton(title: words(.askFor)) { go(.asking(username)) }
                if contact != nil {
                    SideButton(title: words(.edit)) {
                        model.draft = ContactsModel.Draft(contact)
                        isEditing = true
                    }
                }
                OtherWays(words: words, title: .details) {
                    let isBlocked = model.blocked.contains(username)
                    SideButton(title: words(isBlocked ? .unblock : .block), isEnabled: !model.isBusy) {
                        Task { await model.setBlocked(username, !isBlocked) }
                    }
                    if let contact {
                        SideButton(title: words(.remove), isEnabled: !model.isBusy, role: .destructive) {
                            Task {
                                await model.forget(contact)
                                if model.refusal == nil { dismiss() }
                            }
                        }
                    }
                }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(contact?.name ?? username).navigationBarTitleDisplayMode(.inline)
        .navigationDestination(isPresented: $isEditing) {
            ContactForm(model: model, isNew: false) { isEditing = false }
        }
    }
}

/// The form of a person.
struct ContactForm: View {
    @State private var model: ContactsModel
    private let isNew: Bool
    private let done: @MainActor () -> Void
    private var words: Localizer { model.session.words }

    init(model: ContactsModel, isNew: Bool, done: @escaping @MainActor () -> Void) {
        _model = State(initialValue: model)
        self.isNew = isNew
        self.done = done
    }

    var body: some View {
        @Bindable var model = model
        ScrollView {
            VStack(spacing: 18) {
                RefusalNote(refusal: model.refusal, words: words)
                VStack(spacing: 18) {
                    if isNew {
                        Field(words(.username), text: $model.draft.username, takesFocus: true)
                        Field(words(.ownName), text: $model.draft.name)
                    } else {
                        LabeledContent(words(.username), value: model.draft.username)
                        Field(words(.ownName), text: $model.draft.name, takesFocus: true)
                    }
                    Field(words(.note), text: $model.draft.note)
                }
                .onSubmit { save() }
                Toggle(words(.favourite), isOn: $model.draft.isFavourite)
                MainButton(title: words(.save), isBusy: model.isBusy, isEnabled: model.canKeep) { save() }
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(isNew ? .addContact : .edit)).navigationBarTitleDisplayMode(.inline)
    }

    private func save() {
        Task { if await model.keep() { done() } }
    }
}

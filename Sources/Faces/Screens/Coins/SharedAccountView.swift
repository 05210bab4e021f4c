// SPDX-License-Identifier: MIT
internal import Chains
internal import Coins
internal import ScreenModels
internal import Views

/// Making an account of several people.
struct SharedAccountView: View {
    @State private var model: SharedAccountModel
    private let done: @MainActor () async -> Void
    private var words: Localizer { model.session.words }

    init(session: WalletSession, done: @escaping @MainActor () async -> Void) {
        _model = State(initialValue: SharedAccountModel(session))
        self.done = done
    }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                switch model.step {
                case .collecting: collecting
                case .made(let account, let address, let descriptor):
                    Outcome(symbol: "checkmark.circle.fill", title: words(.accountAdded, ["name": account.name]))
                    Section {
                        Text(address).font(.footnote).monospaced().textSelection(.enabled)
                    } footer: {
                        Text(words(.sharedMade))
                    }
                    Section {
                        Text(descriptor).font(.footnote).monospaced().textSelection(.enabled)
                    } footer: {
                        Text(words(.keepDescriptor))
                    }
                }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.sharedAccount)).navigationBarTitleDisplayMode(.inline)
        .task(id: model.network) { await model.load() }
    }

    @ViewBuilder private var collecting: some View {
        @Bindable var model = model
        Heading(title: words(.sharedAccount), text: words(.sharedText))
        Picker(words(.network), selection: $model.network) {
            ForEach(SharedAccountModel.networks, id: \.self) { Text($0.title).tag($0) }
        }
        if let key = model.ownKey, let code = model.ownCode {
            Heading(title: words(.ownPart))
            CodeView(model: code, words: words)
            Text(key).font(.footnote).monospaced().textSelection(.enabled)
        }
        Heading(title: words(.othersParts))
        ForEach(model.keys, id: \.self) { key in
            HStack {
                Text(key).font(.footnote).monospaced().lineLimit(2).frame(maxWidth: .infinity, alignment: .leading)
                Button(words(.remove)) { model.remove(key) }.buttonStyle(.bordered)
                    .accessibilityLabel(words(.removePart))
            }
        }
        Field(words(.typedPart), text: $model.typedKey)
        SideButton(title: words(.add), isEnabled: !model.typedKey.isEmpty) { model.addKey() }
        IntakeField(intake: model.intake, title: words(.next), session: model.session) { await model.take(typed: $0) }
        if model.people > 1 {
            Picker(words(.neededSigners), selection: $model.needed) {
                ForEach(Array(1...model.people), id: \.self) { needed in
                    Text(
                        words(
                            .ofPeople, ["needed": words.number(needed), "people": words.number(model.people)])
                    ).tag(needed)
                }
            }
        }
        Field(words(.accountName), text: $model.name)
        MainButton(title: words(.makeShared), isBusy: model.isBusy, isEnabled: model.canMake) {
            Task {
                await model.make()
                await done()
            }
        }
    }
}

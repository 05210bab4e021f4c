// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Views

/// The PIN or the passphrase before something that cannot be undone, or that others must not see.
struct OwnerCheckView: View {
    @State private var model: OwnerCheckModel
    private let title: String
    /// What will happen, in sentences.
    private let consequences: [String]
    private let role: ButtonRole?
    private let words: Localizer
    private let cancel: @MainActor () -> Void
    private let done: @MainActor () async -> Void
    @FocusState private var isTyping: Bool

    init(
        session: WalletSession, title: String, consequences: [String], role: ButtonRole? = nil,
        cancel: @escaping @MainActor () -> Void, done: @escaping @MainActor () async -> Void
    ) {
        _model = State(initialValue: OwnerCheckModel(session))
        self.title = title
        self.consequences = consequences
        self.role = role
        words = session.words
        self.cancel = cancel
        self.done = done
    }

    var body: some View {
        @Bindable var model = model
        NavigationStack {
            ScrollView {
                VStack(spacing: 18) {
                    ForEach(consequences, id: \.self) { sentence in
                        Text(sentence).frame(maxWidth: .infinity, alignment: .leading)
                    }
                    SecureField(words(model.asksForPIN ? .pin : .passphrase), text: $model.secret)
                        .keyboardType(model.asksForPIN ? .numberPad : .default).focused($isTyping)
                        .onSubmit { Task { await confirm() } }.accessibilityIdentifier("owner.secret")
                    RefusalNote(refusal: model.refusal, words: words)
                    if role == .destructive {
                        SideButton(title: title, isEnabled: model.canConfirm, role: role) { Task { await confirm() } }
                    } else {
                        MainButton(title: title, isBusy: model.isBusy, isEnabled: model.canConfirm) {
                            Task { await confirm() }
                        }
                    }
                    if model.hasPIN {
                        SideButton(title: words(model.prefersPassphrase ? .usePIN : .usePassphrase)) {
                            model.prefersPassphrase.toggle()
                        }
                    }
                }
                .padding(20).clamped()
            }
            .navigationTitle(title).navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button(words(.cancel), action: cancel) }
            }
        }
        .onAppear { isTyping = true }
        .task { await model.load() }
    }

    private func confirm() async {
        if await model.confirm() { await done() }
    }
}

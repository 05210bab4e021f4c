// SPDX-License-Identifier: MIT
internal import Chains
internal import Coins
internal import ScreenModels
internal import Views

/// Adding an account of the phrase, or watching one whose keys are elsewhere.
struct CoinAddingView: View {
    @State private var model: CoinAddingModel
    private let hasPhrase: Bool
    private let scanned: Scanned?
    private let done: @MainActor () async -> Void
    private var words: Localizer { model.session.words }

    /// - Parameter done: called when an account was added.
    init(
        session: WalletSession, hasPhrase: Bool = true, scanned: Scanned? = nil,
        done: @escaping @MainActor () async -> Void
    ) {
        _model = State(initialValue: CoinAddingModel(session))
        self.hasPhrase = hasPhrase && scanned == nil
        self.scanned = scanned
        self.done = done
    }

    var body: some View {
        @Bindable var model = model
        ScrollView {
            VStack(spacing: 18) {
                if let added = model.added {
                    Outcome(symbol: "checkmark.circle.fill", title: words(.accountAdded, ["name": added.name]))
                }
                if let caution = model.caution { Text(words(caution)).font(.footnote) }
                Picker(words(.network), selection: $model.network) {
                    ForEach(CoinAddingModel.networks, id: \.self) { Text($0.title).tag($0) }
                }
                Field(words(.accountName), text: $model.name)
                if hasPhrase { own }
                watching
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.addAccount)).navigationBarTitleDisplayMode(.inline)
        .task { if let scanned, await model.take(scanned) { await done() } }
    }

    @ViewBuilder private var own: some View {
        @Bindable var model = model
        Heading(title: words(.ownAccount))
        if model.schemes.count > 1 {
            Picker(words(.accountKind), selection: $model.scheme) {
                ForEach(model.schemes, id: \.self) { Text(words.title(of: $0)).tag(AccountScheme?.some($0)) }
            }
        }
        Field(words(.accountNumber), text: $model.number).keyboardType(.numberPad)
        Field(words(.accountPath), text: $model.path)
        MainButton(title: words(.addAccount), isBusy: model.isBusy, isEnabled: model.canAdd) {
            Task { if await model.add() { await done() } }
        }
    }

    @ViewBuilder private var watching: some View {
        @Bindable var model = model
        Heading(title: words(.watchAccount), text: words(.watchText))
        Field(words(.watchedKey), text: $model.watched)
        if model.isOfAnyKind {
            Picker(words(.accountKind), selection: $model.watchedScheme) {
                Text(words(.automatic)).tag(AccountScheme?.none)
                ForEach(model.schemes, id: \.self) { Text(words.title(of: $0)).tag(AccountScheme?.some($0)) }
            }
        }
        MainButton(title: words(.watch), isBusy: model.isBusy, isEnabled: model.canWatch) {
            Task { if await model.watch() { await done() } }
        }
        ForEach(model.offers, id: \.self) { offer in
            SideButton(title: words.title(of: offer.scheme), isEnabled: !model.isBusy) {
                Task { if await model.watch(offer) { await done() } }
            }
        }
        IntakeField(intake: model.intake, title: words(.next), session: model.session) {
            if await model.take(typed: $0) { await done() }
        }
    }
}

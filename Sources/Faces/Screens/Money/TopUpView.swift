// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Views

/// Taking money offline.
struct TopUpView: View {
    @State private var model: TopUpModel
    private var words: Localizer { model.session.words }

    init(session: WalletSession) { _model = State(initialValue: TopUpModel(session)) }

    var body: some View {
        @Bindable var model = model
        ScrollView {
            VStack(spacing: 18) {
                switch model.step {
                case .editing, .working:
                    Heading(title: words(.topUpTitle), text: words(.topUpText))
                    Field(words(.amount), text: $model.amount.text, takesFocus: true).keyboardType(.decimalPad)
                        .onSubmit { Task { await model.go() } }
                    if let available = model.available {
                        Text(words(.available, ["amount": model.session.shown(available)])).font(.footnote)
                            .foregroundStyle(.secondary).frame(maxWidth: .infinity, alignment: .leading)
                    }
                    Toggle(words(.keepFilled), isOn: $model.keepsFilled)
                    RefusalNote(refusal: model.amount.objection ?? model.refusal, words: words)
                    MainButton(title: words(.topUp), isBusy: model.step == .working, isEnabled: model.canGo) {
                        Task { await model.go() }
                    }
                case .bought(let amount):
                    Outcome(
                        symbol: "checkmark.circle.fill", title: words(.bought, ["amount": words.amount(amount)]))
                case .keeping(let amount):
                    Outcome(
                        symbol: "checkmark.circle.fill", title: words(.keeping, ["amount": words.amount(amount)]))
                }
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.topUp)).navigationBarTitleDisplayMode(.inline)
    }
}

// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Views
internal import Wallet

/// One line of the history with everything about it.
struct PaymentView: View {
    @State private var model: PaymentModel
    private var words: Localizer { model.session.words }
    private var session: WalletSession { model.session }

    init(line: Activity, session: WalletSession) { _model = State(initialValue: PaymentModel(line, session)) }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                if let amount = session.amount(of: model.line) {
                    Text(amount).font(.system(size: 34, weight: .bold).monospacedDigit()).padding(.top, 12)
                }
                Section { facts }
                if let code = model.code { CodeView(model: code, words: words) }
                if let until = model.withheldUntil {
                    Text(words(.paymentWithheld, ["time": session.when(until)])).foregroundStyle(.secondary)
                }
                if let proof = model.proof.value {
                    Label(
                        words(
                            .proved,
                            ["position": words.number(Int(proof.position) + 1), "size": words.number(Int(proof.size))]),
                        systemImage: "checkmark.seal")
                    Text(proof.root).font(.caption).foregroundStyle(.secondary)
                }
                ForEach(model.actions, id: \.self) { action in
                    SideButton(
                        title: title(of: action), isEnabled: !model.isBusy,
                        role: action == .withhold || action == .takeBack ? .destructive : nil
                    ) {
                        Task { await model.perform(action) }
                    }
                }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(.horizontal, 20).padding(.bottom, 24).clamped()
        }
        .navigationTitle(session.title(of: model.line)).navigationBarTitleDisplayMode(.inline)
        .task { await model.load() }
    }

    @ViewBuilder private var facts: some View {
        LabeledContent(words(.state), value: session.state(of: model.line))
        LabeledContent(words(.time), value: session.when(model.line.time))
        if let name = session.counterpart(of: model.line) { LabeledContent(words(.name), value: name) }
        if let note = model.line.note { LabeledContent(words(.note), value: note) }
        Text(session.sentence(of: model.line)).font(.footnote).foregroundStyle(.secondary)
    }

    private func title(of action: PaymentModel.Action) -> String {
        switch action {
        case .showAgain: words(.showAgain)
        case .withhold: words(.withhold)
        case .takeBack: words(.takeBack)
        case .prove: words(.prove)
        case .showFraudProof: words(.showFraudProof)
        }
    }
}

// SPDX-License-Identifier: MIT
internal import Chains
internal import Coins
internal import ScreenModels
internal import Views

/// Looking into PSBTs, putting them together, finishing them.
struct PSBTView: View {
    @State private var model: PSBTModel
    @State private var isSaved = false
    private var words: Localizer { model.session.words }

    init(session: WalletSession) { _model = State(initialValue: PSBTModel(session)) }

    var body: some View {
        @Bindable var model = model
        ScrollView {
            VStack(spacing: 18) {
                Heading(title: words(.psbt), text: words(.psbtText))
                if let summary = model.summary {
                    Picker(words(.network), selection: $model.network) {
                        ForEach(PSBTModel.networks, id: \.self) { Text($0.title).tag($0) }
                    }
                    content(summary)
                    if model.transaction == nil, let code = model.code { CodeView(model: code, words: words) }
                    finish
                }
                RefusalNote(refusal: model.refusal, words: words)
                IntakeField(intake: model.intake, title: words(.next), session: model.session) {
                    await model.take(typed: $0)
                }
                if model.summary != nil { SideButton(title: words(.psbtClear)) { model.clear() } }
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.psbt)).navigationBarTitleDisplayMode(.inline)
    }

    @ViewBuilder private func content(_ summary: PSBTSummary) -> some View {
        let open = summary.inputs.filter { !$0.isComplete }.count
        Section {
            ForEach(summary.outputs.indices) { index in
                VStack(alignment: .leading, spacing: 2) {
                    Text(words.amount(summary.outputs[index].amount)).fontWeight(.semibold)
                    Text(summary.outputs[index].address).font(.footnote).monospaced().foregroundStyle(.secondary)
                        .textSelection(.enabled)
                }
            }
            LabeledContent(words(.fee), value: summary.fee.map { words.amount($0) } ?? words(.unknownAmount))
            ForEach(summary.inputs.indices) { index in
                VStack(alignment: .leading, spacing: 2) {
                    LabeledContent(
                        words(.psbtInput, ["number": words.number(index + 1)]),
                        value: summary.inputs[index].amount.map { words.amount($0) } ?? words(.unknownAmount))
                    Text(words.state(of: summary.inputs[index])).font(.footnote).foregroundStyle(.secondary)
                }
            }
        } header: {
            Text(words(.psbtTogether, count: model.count))
        } footer: {
            Text(open == 0 ? words(.psbtComplete) : words(.psbtOpen, count: open))
        }
    }

    @ViewBuilder private var finish: some View {
        if let transaction = model.transaction, let digits = model.digits {
            Outcome(symbol: "checkmark.circle.fill", title: words(.psbtFinished), text: transaction.id)
            Text(digits).font(.caption).monospaced().lineLimit(6).textSelection(.enabled)
            SaveButton(title: words(.saveFile), type: .plainText, name: "transaction.txt") {
                Array(digits.utf8)
            } done: { result in
                if case .success = result { isSaved = true }
            }
            if isSaved { Text(words(.fileSaved)).font(.footnote).foregroundStyle(.secondary) }
        } else if model.canFinish {
            MainButton(title: words(.psbtFinish), isBusy: model.isBusy) { Task { await model.finish() } }
        }
    }
}

extension Localizer {
    /// How far an input of a PSBT is signed.
    func state(of input: PSBTSummary.Input) -> String {
        if input.isFinal { return self(.psbtInputFinished) }
        guard let needed = input.needed else { return self(.psbtSomeSignatures, count: input.signatures) }
        return self(.psbtSignatures, ["signatures": number(input.signatures), "needed": number(needed)])
    }
}

// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Tokens
internal import Views
internal import Wallet

/// The hub's ledger as this wallet has seen it, and the evidence when the hub has shown two that do not fit.
struct LedgerView: View {
    @State private var model: LedgerModel
    @State private var isAccepting = false
    @State private var isSaved = false
    private var words: Localizer { model.session.words }

    init(session: WalletSession) { _model = State(initialValue: LedgerModel(session)) }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                Heading(title: words(.ledger), text: words(.ledgerText))
                if let newest = model.newest {
                    Section { state(newest) }
                } else {
                    Text(words(.ledgerUnseen)).foregroundStyle(.secondary)
                }
                MainButton(title: words(.checkLedger), isBusy: model.isBusy) { Task { await model.check() } }
                if !model.contradictions.isEmpty { evidence }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.ledger)).navigationBarTitleDisplayMode(.inline)
        .task { await model.load() }
        .confirmationDialog(words(.acceptLedgerQuestion), isPresented: $isAccepting) {
            Button(words(.acceptLedger), role: .destructive) { Task { await model.accept() } }
            Button(words(.cancel), role: .cancel) {}
        }
    }

    private func state(_ head: LedgerHead) -> some View {
        Group {
            LabeledContent(words(.ledgerEntries), value: words.number(Int(clamping: head.size)))
            LabeledContent(words(.ledgerSigned), value: model.session.when(head.time))
            LabeledContent(words(.ledgerFingerprint), value: LedgerModel.fingerprint(of: head))
        }
    }

    @ViewBuilder private var evidence: some View {
        Heading(title: words(.ledgerEvidence), text: words(.ledgerEvidenceText))
        ForEach(model.contradictions.indices, id: \.self) { index in
            Section(words(.ledgerBefore)) { state(model.contradictions[index].before) }
            Section(words(.ledgerAfter)) { state(model.contradictions[index].after) }
        }
        SaveButton(title: words(.saveFile), type: .plainText, name: "ledger-evidence.txt") {
            model.evidence
        } done: { result in
            if case .success = result { isSaved = true }
        }
        if isSaved { Text(words(.fileSaved)).font(.footnote) }
        SideButton(title: words(.acceptLedger), isEnabled: !model.isBusy, role: .destructive) { isAccepting = true }
    }
}

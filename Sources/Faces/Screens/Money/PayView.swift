// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Wallet

#if canImport(SwiftUI)
    internal import SwiftUI
#else
    internal import Canvas
#endif

/// Paying with codes and no network.
struct PayView: View {
    @State private var model: PayModel
    private let scanned: Scanned?
    private var words: Localizer { model.session.words }

    init(session: WalletSession, scanned: Scanned?) {
        _model = State(initialValue: PayModel(session))
        self.scanned = scanned
    }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                step
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20)
        }
        .navigationTitle(words(.payTitle)).navigationBarTitleDisplayMode(.inline)
        .sensoryFeedback(.success, trigger: isDone) { _, isDone in isDone }
        .task { if let scanned { await model.take(scanned) } }
    }

    /// The payee has the money.
    private var isDone: Bool { if case .confirmed = model.step { true } else { false } }

    @ViewBuilder private var step: some View {
        @Bindable var model = model
        switch model.step {
        case .waiting:
            Heading(title: words(.payTitle), text: words(.payHint))
            IntakeField(intake: model.intake, title: words(.next), session: model.session) {
                await model.take(typed: $0)
            }
        case .reviewing(let review):
            let payee = review.payee ?? words(.somebody)
            Heading(title: words(.reviewPay, ["amount": words.amount(review.amount), "name": payee]))
            LabeledContent(words(.time), value: model.session.when(review.asked))
            if review.isOld {
                Label(words(.oldRequest), systemImage: "exclamationmark.triangle").foregroundStyle(Color.orange)
                Toggle(words(.payOldRequest), isOn: $model.allowsOld)
            }
            Field(words(.note), text: $model.note)
            RefusalNote(refusal: model.objection, words: words)
            MainButton(title: words(.pay), isBusy: model.isBusy, isEnabled: model.canPay) {
                Task { await model.pay() }
            }
            SideButton(title: words(.back)) { model.back() }
        case .paying: ProgressView()
        case .showing(let payment, let code):
            Heading(
                title: words(.paid, ["amount": words.amount(payment.amount)]), text: words(.showToPayee))
            CodeView(model: code, words: words)
            IntakeField(intake: model.intake, title: words(.scanReceipt), session: model.session) {
                await model.take(typed: $0)
            }
            SideButton(title: words(.withhold), role: .destructive) { Task { await model.withhold() } }
        case .confirmed(let payment):
            Outcome(
                symbol: "checkmark.circle.fill",
                title: words(.paymentConfirmed, ["amount": words.amount(payment.amount)]))
        case .returned(let amount):
            Outcome(
                symbol: "arrow.counterclockwise", title: words(.paymentReturned, ["amount": words.amount(amount)]),
                isGood: false)
        case .withheld(_, let until):
            Outcome(
                symbol: "hand.raised", title: words(.paymentWithheld, ["time": model.session.when(until)]),
                isGood: false)
        }
    }
}

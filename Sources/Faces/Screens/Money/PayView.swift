// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Views
internal import Wallet

/// Paying with codes and no network: the camera reads the request, the payment is shown, the camera reads the receipt.
struct PayView: View {
    @State private var model: PayModel
    private let scanned: Scanned?
    private let done: @MainActor () -> Void
    private var words: Localizer { model.session.words }

    init(session: WalletSession, scanned: Scanned?, done: @escaping @MainActor () -> Void) {
        _model = State(initialValue: PayModel(session))
        self.scanned = scanned
        self.done = done
    }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                if let number { StepMark(steps: words.paymentSteps, current: number, words: words) }
                RefusalNote(refusal: model.refusal, words: words)
                step
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.payTitle)).navigationBarTitleDisplayMode(.inline)
        .sensoryFeedback(.success, trigger: isDone) { _, isDone in isDone }
        .task { if let scanned { await model.take(scanned) } }
    }

    /// The payee has the money.
    private var isDone: Bool { if case .confirmed = model.step { true } else { false } }

    /// Nil where the payment did not go its way to the end.
    private var number: Int? {
        switch model.step {
        case .waiting: 1
        case .reviewing, .paying: 2
        case .showing: 3
        case .confirmed: 4
        case .returned, .withheld: nil
        }
    }

    @ViewBuilder private var step: some View {
        @Bindable var model = model
        switch model.step {
        case .waiting:
            FaceToFace(waitsFor: words(.payHint), intake: model.intake, session: model.session) {
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
            Field(words(.note), text: $model.note).onSubmit { Task { await model.pay() } }
            RefusalNote(refusal: model.objection, words: words)
            MainButton(title: words(.pay), isBusy: model.isBusy, isEnabled: model.canPay) {
                Task { await model.pay() }
            }
            SideButton(title: words(.back)) { model.back() }
        case .paying: ProgressView()
        case .showing(let payment, let code):
            Heading(
                title: words(.paid, ["amount": words.amount(payment.amount)]), text: words(.showToPayee))
            FaceToFace(
                code: code, waitsFor: words(.waitsForReceipt), intake: model.intake, session: model.session
            ) {
                await model.take(typed: $0)
            }
            SideButton(title: words(.withhold), role: .destructive) { Task { await model.withhold() } }
        case .confirmed(let payment):
            Outcome(
                symbol: "checkmark.circle.fill",
                title: words(.paymentConfirmed, ["amount": words.amount(payment.amount)]))
            MainButton(title: words(.done), action: done)
        case .returned(let amount):
            Outcome(
                symbol: "arrow.counterclockwise", title: words(.paymentReturned, ["amount": words.amount(amount)]),
                isGood: false)
            MainButton(title: words(.done), action: done)
        case .withheld(_, let until):
            Outcome(
                symbol: "hand.raised", title: words(.paymentWithheld, ["time": model.session.when(until)]),
                isGood: false)
            MainButton(title: words(.done), action: done)
        }
    }
}

// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Wallet

#if canImport(SwiftUI)
    internal import SwiftUI
#else
    internal import Canvas
#endif

/// Being paid with codes and no network.
struct ReceiveView: View {
    @State private var model: ReceiveModel
    private let scanned: Scanned?
    private var words: Localizer { model.session.words }

    init(session: WalletSession, scanned: Scanned?) {
        _model = State(initialValue: ReceiveModel(session))
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
        .navigationTitle(words(.receiveTitle)).navigationBarTitleDisplayMode(.inline)
        .sensoryFeedback(.success, trigger: isDone) { _, isDone in isDone }
        .task { if let scanned { await model.take(scanned) } }
    }

    /// The money is here.
    private var isDone: Bool { if case .received = model.step { true } else { false } }

    @ViewBuilder private var step: some View {
        @Bindable var model = model
        switch model.step {
        case .editing:
            Field(words(.amount), text: $model.amount.text).keyboardType(.decimalPad)
                .onSubmit { Task { await model.ask() } }
            Field(words(.note), text: $model.note)
            RefusalNote(refusal: model.objection, words: words)
            MainButton(title: words(.ask), isBusy: model.isBusy, isEnabled: model.canAsk) {
                Task { await model.ask() }
            }
            Text(words(.requestsReady, count: model.requestsReady)).font(.footnote).foregroundStyle(.secondary)
        case .showing(let request, let code):
            Heading(title: words.amount(request.amount), text: words(.showToPayer))
            CodeView(model: code, words: words)
            IntakeField(intake: model.intake, title: words(.takePayment), session: model.session) {
                await model.take(typed: $0)
            }
            SideButton(title: words(.another)) { model.another() }
        case .received(let payment, let code):
            Outcome(
                symbol: "checkmark.circle.fill",
                title: words(
                    payment.isRepeat ? .alreadyReceived : .received, ["amount": words.amount(payment.amount)]),
                text: payment.isHeld ? words(.receivedHeld) : payment.isExtra ? words(.receivedExtra) : nil)
            Text(words(.showReceipt)).foregroundStyle(.secondary)
            CodeView(model: code, words: words)
            SideButton(title: words(.another)) { model.another() }
        case .declined(let code):
            Heading(title: words(.declined))
            CodeView(model: code, words: words)
        }
    }
}

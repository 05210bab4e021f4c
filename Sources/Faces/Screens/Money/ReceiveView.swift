// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Views
internal import Wallet

/// Being paid: by code without a network, by the own code over the hub, or at a till. The last choice comes first.
struct ReceiveView: View {
    private let session: WalletSession
    private let scanned: Scanned?
    private let go: @MainActor (Panel?) -> Void
    @State private var byCode: ReceiveModel
    @State private var ownCode: OwnCodeModel
    @State private var till: TillModel
    private var words: Localizer { session.words }

    init(session: WalletSession, scanned: Scanned?, go: @escaping @MainActor (Panel?) -> Void) {
        self.session = session
        self.scanned = scanned
        self.go = go
        _byCode = State(initialValue: ReceiveModel(session))
        _ownCode = State(initialValue: OwnCodeModel(session))
        _till = State(initialValue: TillModel(session))
    }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                if scanned == nil { pages }
                switch page {
                case .byCode: RequestByCode(model: byCode) { go(nil) }
                case .ownCode: OwnCodeView(model: ownCode) { go(.entrance(nil)) }
                case .till: TillView(model: till)
                }
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.receive)).navigationBarTitleDisplayMode(.inline)
        .task { if let scanned { await byCode.take(scanned) } }
    }

    /// A payment from outside belongs to the first page.
    private var page: Preferences.Receiving { scanned == nil ? session.preferences.receiving : .byCode }

    private var pages: some View {
        Group {
            // Three words side by side have no room when letters are large.
            if session.preferences.textPercent > 115 {
                choice.pickerStyle(.menu)
            } else {
                choice.pickerStyle(.segmented)
            }
        }
        .labelsHidden()
    }

    private var choice: some View {
        @Bindable var preferences = session.preferences
        return Picker(words(.receive), selection: $preferences.receiving) {
            Text(words(.receiveByCode)).tag(Preferences.Receiving.byCode)
            Text(words(.ownCode)).tag(Preferences.Receiving.ownCode)
            Text(words(.till)).tag(Preferences.Receiving.till)
        }
    }
}

/// A request by code, the payment for it, and the receipt: three messages between two devices.
struct RequestByCode: View {
    let model: ReceiveModel
    let done: @MainActor () -> Void
    private var words: Localizer { model.session.words }

    var body: some View {
        VStack(spacing: 18) {
            StepMark(steps: words.paymentSteps, current: number, words: words)
            RefusalNote(refusal: model.refusal, words: words)
            if let refused = model.refused {
                SideButton(title: words(.declinePayment), isEnabled: !model.isBusy, role: .destructive) {
                    Task { await model.decline(refused) }
                }
            }
            step
        }
        .sensoryFeedback(.success, trigger: isDone) { _, isDone in isDone }
    }

    /// The money is here.
    private var isDone: Bool { if case .received = model.step { true } else { false } }

    private var number: Int {
        switch model.step {
        case .editing: 1
        case .showing: 2
        case .received, .declined: 3
        }
    }

    @ViewBuilder private var step: some View {
        @Bindable var model = model
        switch model.step {
        case .editing:
            VStack(spacing: 18) {
                AmountField(title: words(.amount), entry: $model.amount, session: model.session, takesFocus: true)
                Field(words(.note), text: $model.note)
            }
            .onSubmit { Task { await model.ask() } }
            RefusalNote(refusal: model.objection, words: words)
            MainButton(title: words(.ask), isBusy: model.isBusy, isEnabled: model.canAsk) {
                Task { await model.ask() }
            }
            Text(words(.requestsReady, count: model.requestsReady)).font(.footnote).foregroundStyle(.secondary)
        case .showing(let request, let code):
            Heading(
                title: words.amount(request.amount),
                text: words(model.declinesNext ? .declinesNextText : .showToPayer))
            FaceToFace(
                code: code, waitsFor: words(.waitsForPayment), intake: model.intake, session: model.session
            ) {
                await model.take(typed: $0)
            }
            Toggle(words(.declinesNext), isOn: $model.declinesNext)
            SideButton(title: words(.another)) { model.another() }
        case .received(let payment, let code):
            Outcome(
                symbol: "checkmark.circle.fill",
                title: words(
                    payment.isRepeat ? .alreadyReceived : .received, ["amount": words.amount(payment.amount)]),
                text: payment.isHeld ? words(.receivedHeld) : payment.isExtra ? words(.receivedExtra) : nil)
            Text(words(.showReceipt)).foregroundStyle(.secondary).multilineTextAlignment(.center)
            CodePicture(model: code, words: words)
            MainButton(title: words(.done), action: done)
            OtherWays(words: words) { CodeTools(model: code, words: words) }
        case .declined(let code):
            Heading(title: words(.declined))
            CodePicture(model: code, words: words)
            MainButton(title: words(.done), action: done)
            OtherWays(words: words) { CodeTools(model: code, words: words) }
        }
    }
}

/// The user's own code, to be paid over the hub.
struct OwnCodeView: View {
    let model: OwnCodeModel
    let logIn: @MainActor () -> Void
    private var words: Localizer { model.session.words }

    var body: some View {
        @Bindable var model = model
        VStack(spacing: 18) {
            if let username = model.username {
                Heading(title: username, text: words(.ownCodeText))
                if let code = model.code {
                    CodePicture(model: code, words: words)
                    CopyButton(title: words(.copyLink), text: code.text, words: words)
                }
                AmountField(title: words(.amountOptional), entry: $model.amount, session: model.session)
                RefusalNote(refusal: model.amount.objection ?? model.refusal, words: words)
                if let code = model.code { OtherWays(words: words) { CodeTools(model: code, words: words) } }
            } else {
                Heading(title: words(.ownCode), text: words(.ownCodeNeedsAccount))
                MainButton(title: words(.logIn), action: logIn)
            }
        }
        .task { await model.session.loadCurrencies() }
    }
}

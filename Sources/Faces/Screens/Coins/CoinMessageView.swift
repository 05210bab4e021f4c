// SPDX-License-Identifier: MIT
internal import Chains
internal import Coins
internal import ScreenModels
internal import Views

/// Signing a text with an account.
struct CoinMessageView: View {
    @State private var model: CoinMessageModel
    private var words: Localizer { model.session.words }

    init(account: CoinAccount, session: WalletSession) {
        _model = State(initialValue: CoinMessageModel(account, session))
    }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                step
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.signText)).navigationBarTitleDisplayMode(.inline)
    }

    @ViewBuilder private var step: some View {
        @Bindable var model = model
        switch model.step {
        case .editing:
            Heading(title: words(.signText), text: words(.signTextHint))
            LongField(words(.textToSign), text: $model.text)
            if model.canBeTyped {
                Toggle(words(.typedData), isOn: $model.isTyped)
                ChooseButton(title: words(.chooseTextFile), isEnabled: !model.isBusy) { await model.take(file: $0) }
            }
            if model.canChooseAddress { Field(words(.signingAddress), text: $model.address) }
            MainButton(title: words(.review), isBusy: model.isBusy, isEnabled: model.canLook) {
                Task { await model.look() }
            }
        case .reviewing(let review): look(review)
        case .signed(let signer, let signature, let code):
            Heading(title: words(.signedTitle))
            MatrixView(matrix: code.matrix, name: words(.codeOfDocument))
            Section(words(.signature)) {
                Text(signature).font(.footnote).monospaced().textSelection(.enabled)
            }
            Section(words(.signer)) { Text(signer).font(.footnote).monospaced().textSelection(.enabled) }
        }
    }

    @ViewBuilder private func look(_ review: WalletService.MessageReview) -> some View {
        @Bindable var model = model
        Heading(title: words(.reviewCoins))
        Section(words(.signer)) { Text(review.signer).font(.footnote).monospaced().textSelection(.enabled) }
        Section(words(.textToSign)) {
            ForEach(review.lines.indices) { Text(review.lines[$0]).font(.subheadline) }
        }
        WarningList(warnings: review.warnings, acknowledged: $model.acknowledged, words: words)
        MainButton(title: words(.sign), isBusy: model.isBusy, isEnabled: model.canSign) {
            Task { await model.sign() }
        }
        SideButton(title: words(.back)) { model.back() }
    }
}

/// Verifies a signed message.
struct CoinVerifyView: View {
    @State private var model: CoinVerifyModel
    private var words: Localizer { model.session.words }

    init(session: WalletSession) { _model = State(initialValue: CoinVerifyModel(session)) }

    var body: some View {
        @Bindable var model = model
        ScrollView {
            VStack(spacing: 18) {
                Picker(words(.network), selection: $model.network) {
                    ForEach(CoinAddingModel.networks, id: \.self) { Text($0.title).tag($0) }
                }
                Field(words(.address), text: $model.address)
                LongField(words(.textToSign), text: $model.text)
                if model.canBeTyped { Toggle(words(.typedData), isOn: $model.isTyped) }
                Field(words(.signature), text: $model.signature)
                MainButton(title: words(.verify), isEnabled: model.canVerify) { model.verify() }
                switch model.verdict {
                case .unknown: EmptyView()
                case .signedBy(let signer):
                    Outcome(symbol: "checkmark.circle.fill", title: words(.signatureIsRight), text: signer)
                case .notSignedBy(let signer):
                    Outcome(
                        symbol: "exclamationmark.triangle", title: words(.signatureIsWrong), text: signer, isGood: false
                    )
                }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.verifyText)).navigationBarTitleDisplayMode(.inline)
    }
}

// SPDX-License-Identifier: MIT
internal import Coins
internal import ScreenModels
internal import Views

/// Signing for a wallet that has no keys.
struct CoinSigningView: View {
    @State private var model: CoinSigningModel
    private let scanned: Scanned?
    private var words: Localizer { model.session.words }

    init(session: WalletSession, scanned: Scanned? = nil) {
        _model = State(initialValue: CoinSigningModel(session))
        self.scanned = scanned
    }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                step
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.signCoins)).navigationBarTitleDisplayMode(.inline)
        .task { if let scanned { await model.take(scanned) } }
    }

    @ViewBuilder private var step: some View {
        @Bindable var model = model
        switch model.step {
        case .waiting:
            Heading(title: words(.signCoins), text: words(.signCoinsText))
            IntakeField(intake: model.intake, title: words(.next), session: model.session) {
                await model.take(typed: $0)
            }
        case .reviewing(let review):
            CoinReviewView(review: review, acknowledged: $model.acknowledged, words: words)
            MainButton(title: words(.sign), isBusy: model.isBusy, isEnabled: model.canSign) {
                Task { await model.sign() }
            }
            SideButton(title: words(.back)) { model.back() }
        case .signed(let code):
            Heading(title: words(.signedTitle), text: words(.signedText))
            CodeView(model: code, words: words)
        }
    }
}

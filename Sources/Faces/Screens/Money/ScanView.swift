// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Tokens
internal import Views

/// Looking at any code, and going where it leads.
struct ScanView: View {
    let session: WalletSession
    let go: @MainActor (Panel?) -> Void
    @State private var intake = Intake()
    @State private var refusal: UserMessage?
    private var words: Localizer { session.words }

    var body: some View {
        ScrollView {
            VStack(spacing: 18) {
                Heading(title: words(.scan), text: words(.scanHint))
                IntakeField(
                    intake: intake, title: words(.next), session: session, beginsLooking: true, offersQROnly: true
                ) { typed in
                    if let scanned = await intake.take(typed: typed) { lead(scanned) }
                }
                RefusalNote(refusal: refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.scan)).navigationBarTitleDisplayMode(.inline)
    }

    private func lead(_ scanned: Scanned) {
        refusal = nil
        switch scanned {
        case .document(let kind, _): go(kind == .payment || kind == .decline ? .receive(scanned) : .pay(scanned))
        case .link(let link):
            do { try session.follow(link) } catch { return refusal = UserMessage(error) }
            go(nil)
        case .cards(let source): go(.cards(source))
        case .coins(let link): go(.coinLink(link))
        case .signing: go(.signing(scanned))
        case .account: go(.watching(scanned))
        case .other(let text): go(.newCard(text, intake.symbol))
        }
    }
}

// SPDX-License-Identifier: MIT
internal import Money
internal import ScreenModels
internal import Views

/// Sending and asking, two pages side by side: the choice above leads from one to the other, and so does a finger.
struct SendOrAskView: View {
    enum Page: Hashable, Sendable { case send, ask }

    @State private var page: Page
    /// Both stay as they are while the other is seen.
    @State private var sending: SendModel
    @State private var asking: RequestsModel
    private let link: String?
    private let go: @MainActor (Panel?) -> Void
    private var words: Localizer { sending.session.words }

    /// Points by which a finger moves a page aside until the other comes.
    private static let turn = 80.0

    init(
        session: WalletSession, _ page: Page, proposal: DeepLink.Transfer? = nil, link: String? = nil,
        payer: String? = nil,
        go: @escaping @MainActor (Panel?) -> Void
    ) {
        _page = State(initialValue: page)
        _sending = State(initialValue: SendModel(session, proposal))
        _asking = State(initialValue: RequestsModel(session, asking: payer))
        self.link = link
        self.go = go
    }

    var body: some View {
        VStack(spacing: 0) {
            Group {
                // Two words side by side have no room when letters are large.
                if sending.session.preferences.textPercent > 115 {
                    pages.pickerStyle(.menu)
                } else {
                    pages.pickerStyle(.segmented)
                }
            }
            .labelsHidden().padding(.horizontal, 20).padding(.top, 12)
            switch page {
            case .send: SendView(model: sending) { go(.pay(nil)) }
            case .ask: RequestsView(model: asking, link: link) { go(.exchange($0)) }
            }
        }
        .gesture(
            DragGesture(minimumDistance: 30).onEnded { drag in
                let (across, down) = (drag.translation.width, drag.translation.height)
                guard abs(across) > Self.turn, abs(across) > 2 * abs(down) else { return }
                page = across < 0 ? .ask : .send
            })
    }

    private var pages: some View {
        Picker(words(.sendOrAsk), selection: $page) {
            Text(words(.send)).tag(Page.send)
            Text(words(.askFor)).tag(Page.ask)
        }
    }
}

// SPDX-License-Identifier: MIT
internal import Barcodes
internal import HubAPI
internal import Money
internal import ScreenModels
internal import Tokens
internal import Views

/// The wallet behind the lock: five places, and what comes up over them.
struct MainView: View {
    let session: WalletSession
    let app: AppModel
    @State private var tab = DeepLink.Place.wallet
    @State private var panel: Panel?
    /// The panel that a link opened while others waited behind it: they come when it is closed.
    @State private var held: String?

    private var words: Localizer { session.words }

    var body: some View {
        TabView(selection: $tab) {
            HomeView(session: session, panel: $panel, tab: $tab)
                .tabItem { Label(words(.wallet), systemImage: "wallet.bifold") }.tag(DeepLink.Place.wallet)
                .badge(session.requestsToPay)
            ActivityView(session: session)
                .tabItem { Label(words(.activity), systemImage: "clock") }.tag(DeepLink.Place.activity)
            CardsView(session: session)
                .tabItem { Label(words(.cards), systemImage: "creditcard") }.tag(DeepLink.Place.cards)
            CoinsView(session: session)
                .tabItem { Label(words(.coins), systemImage: "bitcoinsign.circle") }.tag(DeepLink.Place.coins)
            SettingsView(session: session)
                .tabItem { Label(words(.settings), systemImage: "gearshape") }.tag(DeepLink.Place.settings)
        }
        .toasts(of: session)
        // Here, because the view with the camera goes as soon as the code leads elsewhere.
        .sensoryFeedback(.success, trigger: session.scans)
        .sheet(item: $panel) { panel in
            PanelView(panel: panel, session: session, linkRefusal: app.linkRefusal) { self.panel = $0 }
        }
        .task(id: session.route) { follow() }
        .task(id: tab) { app.noteUse() }
        .task(id: panel?.id) {
            app.noteUse()
            follow()
        }
        .onChange(of: tab) { app.dismissLinkRefusal() }
        .onChange(of: panel?.id) { app.dismissLinkRefusal() }
        .task { await session.sync() }
        .task(id: RequestQuestion(account: session.account, news: session.news, lastSync: session.lastSync)) {
            await session.countRequests()
        }
        .task { await session.followNetwork() }
        .task(id: session.account) { await session.followEvents() }
    }

    /// Goes where a link leads.
    private func follow() {
        // A link never closes a form that the user is filling in; the form says that a link waits.
        if case .entrance = panel { return }
        // Nor does the next link take away what the one before has just brought, unseen.
        if let panel, panel.id == held { return }
        guard let route = session.takeLink() else { return }
        defer { held = session.links.isEmpty ? nil : panel?.id }
        switch route {
        case .join(let hub): panel = .entrance(hub)
        case .request(let link): panel = .requests(link)
        case .pay(let transfer): panel = .send(transfer)
        case .coins(let link): panel = .coinLink(link)
        case .document(let kind, let text):
            panel = kind == .payment || kind == .decline ? .receive(.document(kind, text)) : .pay(.document(kind, text))
        case .open(let place):
            switch place {
            case .wallet, .activity, .cards, .coins, .settings: tab = place
            case .scan: panel = .scan
            case .receive: panel = .receive(nil)
            case .contacts: panel = .contacts
            case .requests: panel = .requests(nil)
            case .splits: panel = .splits
            case .recurring: panel = .recurring
            case .exchange: panel = .exchange(nil)
            case .bank: panel = .bank
            case .files: panel = .files
            }
        }
    }
}

/// When the requests to pay are counted: for each account, after news and after each sync.
private struct RequestQuestion: Hashable {
    let account: WalletSession.Account
    let news: Int
    let lastSync: Timestamp?
}

/// What comes up over the places.
enum Panel: Identifiable {
    case send(DeepLink.Transfer?)
    case pay(Scanned?)
    case receive(Scanned?)
    case topUp, scan, contacts, splits, recurring, bank, backup, files
    /// With what a link says of a hub.
    case entrance(HubDescription?)
    /// With the amount that is missing of a currency.
    case exchange(Amount?)
    case requests(String?)
    /// A request to a person.
    case asking(String)
    case cards(Scanned.CardSource)
    case coinLink(String)
    case signing(Scanned)
    case watching(Scanned)
    /// With a scanned text and its code.
    case newCard(String, Symbol?)

    /// With what a link brought: a second one while the first is open is another panel.
    var id: String {
        switch self {
        case .send(let transfer): "send:" + String(describing: transfer)
        case .pay: "pay"
        case .receive: "receive"
        case .topUp: "topUp"
        case .scan: "scan"
        case .entrance(let hub): "entrance:" + (hub?.link ?? "")
        case .contacts: "contacts"
        case .asking(let payer): "asking:" + payer
        case .splits: "splits"
        case .recurring: "recurring"
        case .bank: "bank"
        case .backup: "backup"
        case .files: "files"
        case .exchange: "exchange"
        case .requests(let link): "requests:" + (link ?? "")
        case .cards: "cards"
        case .coinLink(let link): "coinLink:" + link
        case .signing: "signing"
        case .watching: "watching"
        case .newCard: "newCard"
        }
    }
}

/// A panel's own stack, with the way out.
struct PanelView: View {
    let panel: Panel
    let session: WalletSession
    /// What is wrong with the last link: the note behind the panel is not seen.
    let linkRefusal: UserMessage?
    /// Goes on to another panel, or to none.
    let go: @MainActor (Panel?) -> Void

    var body: some View {
        NavigationStack {
            // The page of the files has a bar of its own, with the way out.
            if case .files = panel {
                page
            } else {
                page.toolbar {
                    ToolbarItem(placement: .cancellationAction) { CloseButton(words: session.words, go: go) }
                }
            }
        }
    }

    private var page: some View {
        VStack(spacing: 0) {
            if let linkRefusal { RefusalNote(refusal: linkRefusal, words: session.words).padding(12) }
            if isLinkWaiting {
                Text(session.words(.linkWaits)).font(.footnote).foregroundStyle(.secondary)
                    .multilineTextAlignment(.center).padding(.horizontal, 20).padding(.vertical, 8)
            }
            content
        }
        .toasts(of: session)
    }

    /// The form for a hub or an account says it by itself.
    private var isLinkWaiting: Bool {
        if case .entrance = panel { return false }
        return !session.links.isEmpty
    }

    @ViewBuilder private var content: some View {
        switch panel {
        case .send(let transfer): SendOrAskView(session: session, .send, proposal: transfer, go: go)
        case .pay(let scanned): PayView(session: session, scanned: scanned) { go(nil) }
        case .receive(let scanned): ReceiveView(session: session, scanned: scanned) { go($0) }
        case .topUp: TopUpView(session: session)
        case .scan: ScanView(session: session, go: go)
        case .entrance(let hub): EntranceView(model: session.makeEntrance(hub), words: session.words) { go(nil) }
        case .contacts: ContactsView(session: session, go: go)
        case .requests(let link): SendOrAskView(session: session, .ask, link: link, go: go)
        case .asking(let payer): SendOrAskView(session: session, .ask, payer: payer, go: go)
        case .splits: SplitsView(session: session)
        case .recurring: RecurringView(session: session)
        case .exchange(let wanted): ExchangeView(session: session, wanted: wanted)
        case .bank: BankView(session: session)
        case .files: FilesView(session: session, go: go)
        case .backup: BackupView(model: SettingsModel(session))
        case .coinLink(let link): CoinLinkView(link: link, session: session)
        case .signing(let scanned): CoinSigningView(session: session, scanned: scanned)
        case .watching(let scanned): CoinAddingView(session: session, scanned: scanned) { go(nil) }
        case .cards(let source): CardImportView(session: session, source: source)
        case .newCard(let text, let symbol): CardFormView(session: session, scanned: (text, symbol)) { go(nil) }
        }
    }
}

/// The way out of a panel.
struct CloseButton: View {
    let words: Localizer
    let go: @MainActor (Panel?) -> Void

    var body: some View {
        Button {
            go(nil)
        } label: {
            Image(systemName: "xmark").accessibilityLabel(words(.close))
        }
        .keyboardShortcut(.cancelAction)
    }
}

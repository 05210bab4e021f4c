// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Views
internal import Wallet

/// The wallet's home.
struct HomeView: View {
    let session: WalletSession
    @Binding var panel: Panel?
    @Binding var tab: DeepLink.Place

    private var words: Localizer { session.words }
    private var model: HomeModel { HomeModel(session) }

    var body: some View {
        NavigationStack {
            ScrollView {
                VStack(spacing: 20) {
                    ForEach(session.banners.map { BannerLine(banner: $0) }) { line in
                        BannerView(banner: line.banner, words: words) {
                            act(line.banner.remedy)
                        } dismiss: {
                            session.dismiss(line.banner)
                        }
                    }
                    TotalCard(session: session)
                    requestsToPay
                    actions
                    places
                    services
                    recent
                }
                .padding(.horizontal, 20).padding(.bottom, 24).clamped()
            }
            .refreshable { await session.sync() }
            .task { await session.loadCurrencies() }
            .navigationTitle(words(.wallet))
            .toolbar {
                ToolbarItem(placement: .topBarTrailing) {
                    Button {
                        Task { await session.sync() }
                    } label: {
                        Image(systemName: "arrow.clockwise").accessibilityLabel(words(.sync))
                    }
                    .disabled(session.line == .syncing)
                }
                ToolbarItem(placement: .topBarTrailing) {
                    Button {
                        Task { await session.lockNow() }
                    } label: {
                        Image(systemName: "lock").accessibilityLabel(words(.lock))
                    }
                }
            }
        }
    }

    /// Leads to the requests that wait to be paid.
    @ViewBuilder private var requestsToPay: some View {
        if session.requestsToPay > 0 {
            Button {
                panel = .requests(nil)
            } label: {
                HStack(spacing: 12) {
                    Image(systemName: "envelope").foregroundStyle(Color.accentColor).accessibilityHidden(true)
                    Text(words(.requestsToPay, count: session.requestsToPay)).fontWeight(.semibold)
                        .frame(maxWidth: .infinity, alignment: .leading)
                    Image(systemName: "chevron.right").foregroundStyle(.secondary).accessibilityHidden(true)
                }
                .padding(14).background(Color.accentColor.opacity(0.12), in: RoundedRectangle(cornerRadius: 14))
            }
            .buttonStyle(.plain)
        }
    }

    private var actions: some View {
        LazyVGrid(columns: [GridItem(.adaptive(minimum: 92 * letters), spacing: 8)], spacing: 12) {
            action(words(.send), "arrow.up") { panel = .send(nil) }
            action(words(.receive), "arrow.down") { panel = .receive(nil) }
            action(words(.topUp), "plus") { panel = .topUp }
            action(words(.scan), "qrcode.viewfinder") { panel = .scan }
            action(words(.requests), "envelope") { panel = .requests(nil) }
            action(words(.contacts), "person") { panel = .contacts }
        }
    }

    /// How large letters are, with 1 for the usual size.
    private var letters: Double { Double(session.preferences.textPercent) / 100 }

    private func action(_ title: String, _ symbol: String, _ run: @escaping @MainActor () -> Void) -> some View {
        Button(action: run) {
            VStack(spacing: 8) {
                Image(systemName: symbol).font(.system(size: 20, weight: .semibold))
                    .foregroundStyle(Color.accentColor).frame(width: 56, height: 56)
                    .background(Color.accentColor.opacity(0.13), in: RoundedRectangle(cornerRadius: 18))
                    .accessibilityHidden(true)
                Text(title).font(.footnote).fontWeight(.medium).multilineTextAlignment(.center)
            }
            .frame(maxWidth: .infinity)
        }
        .buttonStyle(.plain)
    }

    @ViewBuilder private var places: some View {
        if session.currency != nil {
            Section {
                ForEach(model.lines.map { PlaceLine(line: $0) }) { place in
                    LabeledContent(
                        words(place.line.word, place.line.values),
                        value: session.shown(place.line.amount))
                }
            } footer: {
                Text(words(.requestsReady, count: model.requestsReady))
            }
        }
    }

    /// What the hub does beyond a payment.
    @ViewBuilder private var services: some View {
        if case .loggedIn = session.account {
            Section(words(.services)) {
                Button(words(.splits)) { panel = .splits }
                Button(words(.recurring)) { panel = .recurring }
                if session.currencies.count > 1 { Button(words(.exchange)) { panel = .exchange(nil) } }
                Button(words(.bank)) { panel = .bank }
                Button(words(.files)) { panel = .files }
            }
        }
    }

    @ViewBuilder private var recent: some View {
        if let lines = session.recent.value {
            Section(words(.recentActivity)) {
                ForEach(lines, id: \.id) { line in
                    NavigationLink {
                        PaymentView(line: line, session: session)
                    } label: {
                        ActivityRow(line: line, session: session)
                    }
                }
                Button(words(.seeAll)) { tab = .activity }
            }
        } else {
            ContentNote(
                content: session.recent, words: words, symbol: "tray", empty: words(.noActivity),
                hint: words(.noActivityHint)
            ) { Task { await session.load() } }
        }
    }

    private func act(_ remedy: UserMessage.Remedy) {
        switch remedy {
        case .none: break
        case .retry, .sync: Task { await session.sync() }
        case .logIn, .join: panel = .entrance(nil)
        case .unlock: Task { await session.lockNow() }
        case .backUp: panel = .backup
        }
    }
}

private struct BannerLine: Identifiable {
    let banner: Banner
    var id: StringKey { banner.word }
}

private struct PlaceLine: Identifiable {
    let line: HomeModel.Line
    var id: HomeModel.Line { line }
}

/// What is at hand, in large digits.
struct TotalCard: View {
    let session: WalletSession
    private var words: Localizer { session.words }

    var body: some View {
        VStack(alignment: .leading, spacing: 10) {
            HStack {
                Text(words(.total)).font(.subheadline)
                Spacer()
                Button {
                    session.preferences.hidesAmounts.toggle()
                } label: {
                    Image(systemName: session.preferences.hidesAmounts ? "eye.slash" : "eye")
                        .accessibilityLabel(words(session.preferences.hidesAmounts ? .showAmounts : .hideAmounts))
                }
                .buttonStyle(.plain)
            }
            switch HomeModel(session).total {
            case .loading: Skeleton()
            case .ready(let total):
                if session.preferences.hidesAmounts {
                    Text("••••••").font(.system(size: 36, weight: .bold)).accessibilityLabel(words(.hiddenAmount))
                } else {
                    Text(words.amount(total)).font(.system(size: 36, weight: .bold).monospacedDigit())
                        .contentTransition(.numericText())
                }
            case .empty, .failed: Text("—").font(.system(size: 36, weight: .bold)).accessibilityHidden(true)
            }
            SignalMark(model: HomeModel(session))
        }
        .foregroundStyle(.white)
        .padding(20).frame(maxWidth: .infinity, alignment: .leading)
        .background {
            RoundedRectangle(cornerRadius: 24).fill(
                LinearGradient(
                    colors: [Color(red: 0.28, green: 0.22, blue: 0.78), Color(red: 0.5, green: 0.24, blue: 0.72)],
                    startPoint: .topLeading, endPoint: .bottomTrailing))
        }
    }
}

/// How the way to the hub is: a shape and a colour, and the words beside them.
struct SignalMark: View {
    let model: HomeModel

    var body: some View {
        HStack(spacing: 6) {
            Image(systemName: symbol).foregroundStyle(colour).accessibilityHidden(true)
            Text(model.status).foregroundStyle(Color.black)
        }
        .font(.footnote).padding(.horizontal, 10).padding(.vertical, 4)
        .background(Color.white, in: Capsule()).accessibilityIdentifier("home.signal")
    }

    private var symbol: String {
        switch model.signal {
        case .good: "checkmark.circle.fill"
        case .poor: "exclamationmark.circle"
        case .none: "wifi.slash"
        case .unknown: "clock"
        }
    }

    /// Dark enough on white in every look of the app.
    private var colour: Color {
        switch model.signal {
        case .good: Color(red: 0.09, green: 0.46, blue: 0.21)
        case .poor: Color(red: 0.6, green: 0.29, blue: 0)
        case .none: Color(red: 0.75, green: 0.15, blue: 0.11)
        case .unknown: Color(red: 0.36, green: 0.36, blue: 0.4)
        }
    }
}

/// A state of the wallet to know of.
struct BannerView: View {
    let banner: Banner
    let words: Localizer
    let act: @MainActor () -> Void
    let dismiss: @MainActor () -> Void
    @Environment(\.dynamicTypeSize) private var letters
    @State private var isOpen = false

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            HStack(spacing: 12) {
                Image(systemName: symbol).foregroundStyle(colour).accessibilityHidden(true)
                Text(words(banner.word, banner.values)).font(.subheadline)
                    .frame(maxWidth: .infinity, alignment: .leading)
                if letters <= .xLarge { remedy }
                if banner.isDismissible {
                    Button(action: dismiss) { Image(systemName: "xmark").accessibilityLabel(words(.dismiss)) }
                        .buttonStyle(.plain)
                }
            }
            // Large letters leave no room for a button beside them.
            if letters > .xLarge { remedy }
            if !banner.reasons.isEmpty { explanation }
        }
        .padding(14).background(colour.opacity(0.12), in: RoundedRectangle(cornerRadius: 14))
    }

    @ViewBuilder private var remedy: some View {
        if let title = words.title(of: banner.remedy) {
            Button(title, action: act).buttonStyle(.bordered)
        }
    }

    @ViewBuilder private var explanation: some View {
        Button(words(isOpen ? .fewerDetails : .details)) { isOpen.toggle() }.buttonStyle(.bordered)
            .accessibilityIdentifier("banner.details")
        if isOpen {
            VStack(alignment: .leading, spacing: 6) {
                ForEach(banner.reasons, id: \.self) { reason in
                    Text("• \(words(reason.word, reason.values))")
                }
                Text(words(.restrictedUntilThen)).fontWeight(.semibold)
                ForEach(banner.restrictions, id: \.self) { word in Text("• \(words(word))") }
            }
            .font(.footnote).frame(maxWidth: .infinity, alignment: .leading)
        }
    }

    private var symbol: String {
        switch banner.weight {
        case .information: "info.circle"
        case .warning: "exclamationmark.circle"
        case .alarm: "exclamationmark.triangle"
        }
    }

    private var colour: Color {
        switch banner.weight {
        case .information: .blue
        case .warning: .orange
        case .alarm: .red
        }
    }
}

// SPDX-License-Identifier: MIT
internal import Chains
internal import Coins
internal import ScreenModels
internal import Views

/// The coins: the phrase, then the accounts.
struct CoinsView: View {
    @State private var model: CoinsModel
    private let session: WalletSession
    @State private var isTyping = false
    @State private var showsMore = false
    @State private var isRevealing = false
    private var words: Localizer { session.words }

    init(session: WalletSession) {
        self.session = session
        _model = State(initialValue: CoinsModel(session))
    }

    var body: some View {
        NavigationStack {
            ScrollView {
                VStack(spacing: 18) {
                    step
                    RefusalNote(refusal: model.refusal, words: words)
                }
                .padding(.horizontal, 20).padding(.bottom, 24).clamped()
            }
            .refreshable { await model.refresh() }
            .navigationTitle(words(.coins))
            .toolbar {
                ToolbarItem(placement: .topBarTrailing) {
                    NavigationLink {
                        CoinSettingsView(session: session)
                    } label: {
                        Image(systemName: "gearshape").foregroundStyle(Color.accentColor)
                            .accessibilityLabel(words(.coinSettings))
                    }
                }
                ToolbarItem(placement: .topBarTrailing) {
                    Menu {
                        ForEach(CoinsModel.networks, id: \.self) { network in
                            Button(network.title) { Task { await model.addAccount(on: network) } }
                        }
                    } label: {
                        Image(systemName: "plus").accessibilityLabel(words(.addAccount))
                    }
                    .disabled(model.step != .ready)
                }
            }
        }
        .task {
            await model.load()
            await model.loadWorth()
        }
        .sheet(isPresented: $isRevealing) {
            OwnerCheckView(session: session, title: words(.showPhrase), consequences: [words(.showPhraseQuestion)]) {
                isRevealing = false
            } done: {
                isRevealing = false
                await model.revealPhrase()
            }
        }
    }

    @ViewBuilder private var step: some View {
        @Bindable var model = model
        switch model.step {
        case .unknown: Skeleton()
        case .noPhrase:
            Heading(title: words(.noPhraseTitle), text: words(.noPhraseText))
            MainButton(title: words(.makePhrase), isBusy: model.isBusy) { Task { await model.makePhrase() } }
            SideButton(title: words(.restorePhrase)) { isTyping = true }
            if isTyping {
                Field(words(.typedPhrase), text: $model.typedPhrase)
                MainButton(title: words(.next), isBusy: model.isBusy, isEnabled: !model.typedPhrase.isEmpty) {
                    Task { await model.restorePhrase() }
                }
            }
            if showsMore { choices } else { SideButton(title: words(.moreChoices)) { showsMore = true } }
            OtherWays(words: words, title: .advanced) {
                Section {
                    NavigationLink(words(.watchAccount)) {
                        CoinAddingView(session: session, hasPhrase: false) {}
                    }
                    NavigationLink(words(.verifyText)) { CoinVerifyView(session: session) }
                    NavigationLink(words(.psbt)) { PSBTView(session: session) }
                }
            }
        case .showing(let phrase):
            Heading(title: words(.phraseTitle), text: words(.phraseText))
            LazyVGrid(columns: [GridItem(.flexible()), GridItem(.flexible())], spacing: 10) {
                ForEach(phrase.indices) { index in
                    Text("\(index + 1). \(phrase[index])").fontWeight(.semibold)
                        .frame(maxWidth: .infinity, alignment: .leading).padding(10)
                        .background(Color.gray.opacity(0.14), in: RoundedRectangle(cornerRadius: 10))
                }
            }
            MainButton(title: words(.phraseWritten)) { model.check() }
            if model.isRevealed { SideButton(title: words(.hidePhrase)) { Task { await model.hidePhrase() } } }
        case .checking(_, let places):
            Heading(title: words(.checkTitle))
            ForEach(places.indices) { index in
                Field(words(.wordNumber, ["number": words.number(places[index])]), text: $model.answers[index])
            }
            MainButton(title: words(.next)) { Task { await model.confirm() } }
            SideButton(title: words(.showWordsAgain)) { model.showAgain() }
        case .ready: accounts
        }
    }

    @ViewBuilder private var accounts: some View {
        if let lines = model.lines.value {
            Section {
                ForEach(lines) { line in
                    NavigationLink {
                        CoinAccountView(account: line.account, session: session)
                    } label: {
                        HStack {
                            VStack(alignment: .leading, spacing: 2) {
                                Text(words.name(of: line.account))
                                Text(line.account.isWatchOnly ? words(.watchOnly) : line.account.network.title)
                                    .font(.footnote).foregroundStyle(.secondary)
                            }
                            Spacer()
                            VStack(alignment: .trailing, spacing: 2) {
                                let holding = line.balances.first.map { session.shown($0) }
                                Text(holding?.amount ?? words(.unknownBalance)).monospacedDigit()
                                ForEach(holding?.notes ?? [], id: \.self) { note in
                                    Text(note).font(.footnote).monospacedDigit().foregroundStyle(.secondary)
                                }
                                if let worth = line.balances.first?.worth {
                                    Text(session.shown(worth)).font(.footnote).monospacedDigit()
                                        .foregroundStyle(.secondary)
                                }
                            }
                        }
                    }
                }
            } footer: {
                if let stale = lines.lazy.compactMap(\.staleBecause).first { Text(words(stale)) }
            }
        } else {
            ContentNote(
                content: model.lines, words: words, symbol: "bitcoinsign.circle", empty: words(.noAccounts)
            ) { Task { await model.load() } }
        }
        if let found = model.found {
            Text(words(.accountsFound, count: found.count)).font(.footnote).foregroundStyle(.secondary)
                .frame(maxWidth: .infinity, alignment: .leading)
        }
        if model.lines.isEmpty {
            ForEach(CoinsModel.networks, id: \.self) { network in
                MainButton(title: words(.addNetwork, ["network": network.title]), isBusy: model.isBusy) {
                    Task { await model.addAccount(on: network) }
                }
            }
        }
        OtherWays(words: words, title: .advanced) {
            Section {
                NavigationLink(words(.otherAccount)) { CoinAddingView(session: session) {} }
                NavigationLink(words(.sharedAccount)) { SharedAccountView(session: session) {} }
                NavigationLink(words(.signCoins)) { CoinSigningView(session: session) }
                NavigationLink(words(.verifyText)) { CoinVerifyView(session: session) }
                NavigationLink(words(.psbt)) { PSBTView(session: session) }
            }
            SideButton(title: words(.discoverAccounts), isEnabled: !model.isBusy) { Task { await model.discover() } }
            SideButton(title: words(.showPhrase), isEnabled: !model.isBusy) { isRevealing = true }
        }
    }

    /// What few people choose about a phrase.
    @ViewBuilder private var choices: some View {
        @Bindable var model = model
        Picker(words(.wordCount), selection: $model.wordCount) {
            ForEach(Phrase.wordCounts, id: \.self) { Text(words.number($0)).tag($0) }
        }
        Picker(words(.wordLanguage), selection: $model.wordLanguage) {
            ForEach(Phrase.Language.allCases, id: \.self) { Text($0.ownName).tag($0) }
        }
        SecureField(words(.extraWord), text: $model.extraWord)
        Text(words(.extraWordText)).font(.footnote).foregroundStyle(.secondary)
            .frame(maxWidth: .infinity, alignment: .leading)
    }
}

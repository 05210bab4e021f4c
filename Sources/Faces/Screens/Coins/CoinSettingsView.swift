// SPDX-License-Identifier: MIT
internal import Chains
internal import Coins
internal import ScreenModels
internal import Views

/// What the coins stand on.
struct CoinSettingsView: View {
    @State private var model: CoinSettingsModel
    /// The server that the dialog asks about.
    @State private var offered: ServerAddress?
    private var words: Localizer { model.session.words }

    init(session: WalletSession) { _model = State(initialValue: CoinSettingsModel(session)) }

    var body: some View {
        @Bindable var model = model
        Form {
            Section {
                Picker(words(.network), selection: $model.network) {
                    ForEach(CoinsModel.networks + CoinsModel.testNetworks, id: \.self) { Text($0.title).tag($0) }
                }
            }
            servers
            if model.network.chain != .bitcoin { tokens }
            contacts
            if let caution = model.caution { Text(words(caution)).font(.footnote) }
            Section {
                TextField(words(.priceAddress), text: $model.priceAddress)
                TextField(words(.priceHistoryAddress), text: $model.priceHistoryAddress)
                TextField(words(.priceCurrency), text: $model.priceCurrency)
                Button(words(.save)) { Task { await model.keepPriceAddress() } }.disabled(model.isBusy)
            } header: {
                Text(words(.worth))
            } footer: {
                Text(words(.priceText))
            }
            if let refusal = model.refusal ?? model.servers.refusal { RefusalNote(refusal: refusal, words: words) }
        }
        .navigationTitle(words(.coinSettings)).navigationBarTitleDisplayMode(.inline)
        .confirmationDialog(
            words(.acceptServerQuestion, ["server": offered?.shown ?? "", "network": model.network.title]),
            isPresented: Binding(get: { offered != nil }, set: { if !$0 { offered = nil } })
        ) {
            if let server = offered { Button(words(.accept)) { Task { await model.accept(server) } } }
            Button(words(.cancel), role: .cancel) {}
        }
        .task { await model.load() }
    }

    @ViewBuilder private var servers: some View {
        @Bindable var model = model
        Section {
            if model.accepted.isEmpty { Text(words(.noServers)).foregroundStyle(.secondary) }
            ForEach(model.accepted, id: \.self) { server in
                HStack {
                    Text(server.shown).frame(maxWidth: .infinity, alignment: .leading)
                    Button(words(.remove)) { Task { await model.remove(server) } }.buttonStyle(.bordered)
                }
            }
        } header: {
            Text(words(.servers))
        } footer: {
            Text(words(.serversText))
        }
        if !model.suggested.isEmpty {
            Section(words(.suggestedServers)) {
                ForEach(model.suggested, id: \.self) { server in
                    HStack {
                        Text(server.shown).frame(maxWidth: .infinity, alignment: .leading)
                        Button(words(.accept)) { offered = server }.buttonStyle(.bordered)
                    }
                }
            }
        }
        Section(words(.ownServer)) {
            if model.kinds.count > 1 {
                Picker(words(.serverKind), selection: $model.kind) {
                    ForEach(model.kinds, id: \.self) { Text(Localizer.name(of: $0)).tag($0) }
                }
            }
            TextField(words(.serverURL), text: $model.url)
            Button(words(.add)) { Task { await model.addServer() } }.disabled(!model.canAddServer)
        }
    }

    @ViewBuilder private var tokens: some View {
        @Bindable var model = model
        Section(words(.tokens)) {
            ForEach(model.tokens.filter { $0.network == model.network }, id: \.self) { token in
                HStack {
                    VStack(alignment: .leading, spacing: 2) {
                        Text(token.unit.symbol)
                        Text(CoinAccount.shortened(token.address)).font(.footnote).foregroundStyle(.secondary)
                    }
                    .frame(maxWidth: .infinity, alignment: .leading)
                    Button(words(.remove)) { Task { await model.remove(token) } }.buttonStyle(.bordered)
                }
            }
            TextField(words(.address), text: $model.tokenAddress)
            TextField(words(.tokenSymbol), text: $model.tokenSymbol)
            TextField(words(.tokenDecimals), text: $model.tokenDecimals).keyboardType(.numberPad)
            Button(words(.add)) { Task { await model.addToken() } }.disabled(!model.canAddToken)
        }
    }

    @ViewBuilder private var contacts: some View {
        @Bindable var model = model
        Section(words(.contacts)) {
            ForEach(model.contacts.filter { $0.network == model.network }, id: \.self) { contact in
                HStack {
                    VStack(alignment: .leading, spacing: 2) {
                        Text(contact.name)
                        Text(CoinAccount.shortened(contact.address)).font(.footnote).foregroundStyle(.secondary)
                    }
                    .frame(maxWidth: .infinity, alignment: .leading)
                    Button(words(.remove)) { Task { await model.remove(contact) } }.buttonStyle(.bordered)
                }
            }
            TextField(words(.name), text: $model.contactName)
            TextField(words(.address), text: $model.contactAddress)
            Button(words(.add)) { Task { await model.addContact() } }.disabled(!model.canAddContact)
        }
    }
}

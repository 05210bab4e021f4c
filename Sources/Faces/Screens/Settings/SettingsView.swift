// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Release
internal import ScreenModels
internal import Tokens
internal import Views

/// The wallet's own affairs.
struct SettingsView: View {
    @State private var model: SettingsModel
    @State private var isLoggingOut = false
    @State private var isForgetting = false
    @State private var isMoving = false
    private let session: WalletSession
    private var words: Localizer { session.words }

    init(session: WalletSession) {
        self.session = session
        _model = State(initialValue: SettingsModel(session))
    }

    var body: some View {
        NavigationStack {
            Form {
                profile
                appearance
                notices
                Section {
                    NavigationLink(words(.security)) { SecurityView(model: model) }
                    NavigationLink(words(.deviceRisks)) { DeviceView(session: session) }
                    NavigationLink(words(.backup)) { BackupView(model: model) }
                    NavigationLink(words(.devices)) { DevicesView(model: model) }
                    if case .loggedIn = session.account {
                        NavigationLink(words(.accountSecurity)) { AccountView(session: session) }
                        NavigationLink(words(.ledger)) { LedgerView(session: session) }
                        NavigationLink(words(.merchant)) { MerchantView(session: session) }
                    }
                }
                Section(words(.about)) {
                    LabeledContent("Satchel", value: words(.version, ["number": Release.version]))
                }
                Section {
                    Button(words(.lock)) { Task { await session.lockNow() } }
                    Button(words(.forgetWallet), role: .destructive) { isForgetting = true }
                }
                if let refusal = model.refusal ?? session.preferences.refusal {
                    RefusalNote(refusal: refusal, words: words)
                }
            }
            .navigationTitle(words(.settings))
        }
        .task { await model.load() }
        .sheet(isPresented: $isMoving) {
            NavigationStack {
                EntranceView(model: session.makeAddressChange(), words: words) {
                    isMoving = false
                    Task { await model.load() }
                }
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) { Button(words(.close)) { isMoving = false } }
                }
            }
        }
        .confirmationDialog(words(.logOutQuestion), isPresented: $isLoggingOut) {
            Button(words(.logOut), role: .destructive) { Task { await model.logOut() } }
            Button(words(.cancel), role: .cancel) {}
        }
        .sheet(isPresented: $isForgetting) {
            OwnerCheckView(
                session: session, title: words(.forgetWallet), consequences: model.losses, role: .destructive
            ) {
                isForgetting = false
            } done: {
                isForgetting = false
                await model.forget()
            }
        }
    }

    private var profile: some View {
        Section(words(.profile)) {
            if let name = session.account.username {
                Text(words(.loggedInAs, ["name": name]))
            } else {
                Text(words(.loggedOut))
            }
            if session.account != .noHub, let hub = model.hub {
                LabeledContent(words(.hub), value: hub.url)
                Button(words(.changeAddress)) { isMoving = true }
            }
            if case .loggedIn = session.account { Button(words(.logOut)) { isLoggingOut = true } }
        }
    }

    private var appearance: some View {
        @Bindable var preferences = session.preferences
        return Section(words(.appearance)) {
            Picker(words(.language), selection: $preferences.language) {
                Text(words(.asSystem)).tag(Language?.none)
                ForEach(Language.allCases, id: \.self) { language in Text(language.name).tag(Language?.some(language)) }
            }
            Picker(words(.appearance), selection: $preferences.appearance) {
                Text(words(.asSystem)).tag(Preferences.Appearance.system)
                Text(words(.light)).tag(Preferences.Appearance.light)
                Text(words(.dark)).tag(Preferences.Appearance.dark)
            }
            Picker(words(.textSize), selection: $preferences.textPercent) {
                ForEach(Preferences.textPercents, id: \.self) { percent in
                    Text(words(.percent, ["number": words.number(percent)])).tag(percent)
                }
            }
            Toggle(words(.reduceMotion), isOn: $preferences.reducesMotion)
            Toggle(words(.hideAmounts), isOn: $preferences.hidesAmounts)
        }
    }

    private var notices: some View {
        @Bindable var preferences = session.preferences
        return Section {
            Picker(words(.notices), selection: $preferences.notices) {
                Text(words(.noticesOff)).tag(Preferences.Notices.off)
                Text(words(.noticesWithoutAmounts)).tag(Preferences.Notices.withoutAmounts)
                Text(words(.noticesWithAmounts)).tag(Preferences.Notices.withAmounts)
            }
            if case .loggedIn = session.account {
                Toggle(
                    words(.closedNotices),
                    isOn: Binding(
                        get: { model.tellsWhileClosed }, set: { isOn in Task { await model.tellWhileClosed(isOn) } })
                )
                .disabled(model.isBusy || preferences.notices == .off && !model.tellsWhileClosed)
            }
            if let hint = model.closedNoticesHint { Text(words(hint)) }
        } footer: {
            Text(words(.noticesText) + "\n" + words(.closedNoticesText))
        }
    }
}

/// How the wallet is locked.
struct SecurityView: View {
    let model: SettingsModel
    var words: Localizer { model.session.words }

    var body: some View {
        @Bindable var model = model
        @Bindable var preferences = model.preferences
        Form {
            Section {
                Picker(words(.lockAfter), selection: $preferences.lockMinutes) {
                    ForEach(Preferences.lockChoices, id: \.self) { minutes in
                        Text(minutes == 0 ? words(.never) : words(.minutes, count: minutes)).tag(minutes)
                    }
                }
                Toggle(words(.staysOpen), isOn: $preferences.staysOpen).accessibilityIdentifier("security.staysOpen")
            } footer: {
                Text(words(.staysOpenText))
            }
            pin
            Section(words(.changePassphrase)) {
                SecureField(words(.oldPassphrase), text: $model.oldPassphrase)
                SecureField(words(.newPassphrase), text: $model.newPassphrase)
                SecureField(words(.newPassphraseAgain), text: $model.newPassphraseAgain)
                MainButton(
                    title: words(.changePassphrase), isBusy: model.isBusy, isEnabled: model.canChangePassphrase
                ) { Task { await model.changePassphrase() } }
                if model.isPassphraseChanged { Text(words(.passphraseChanged)).font(.footnote) }
                if let refusal = model.refusal { RefusalNote(refusal: refusal, words: words) }
            }
        }
        .navigationTitle(words(.security)).navigationBarTitleDisplayMode(.inline)
        .task { await model.pin.load() }
    }
}

/// The whole wallet in one encrypted file.
struct BackupView: View {
    @State private var model: SettingsModel
    private var words: Localizer { model.session.words }

    init(model: SettingsModel) { _model = State(initialValue: model) }

    var body: some View {
        @Bindable var model = model
        Form {
            Section {
                ChooseButton(title: words(.chooseFolder), types: [.folder]) { model.backupFolder = $0 }
                if !model.backupFolder.isEmpty { LabeledContent(words(.backupFile), value: model.backupPath) }
                SecureField(words(.backupPassphrase), text: $model.backupPassphrase)
                SecureField(words(.backupAgain), text: $model.backupPassphraseAgain)
                MainButton(title: words(.backUp), isBusy: model.isBusy, isEnabled: model.canBackUp) {
                    Task { await model.backUp() }
                }
                LabeledContent(words(.lastBackup), value: model.lastBackup ?? words(.never))
                if let path = model.backedUpTo { Text(words(.backedUp, ["path": path])).font(.footnote) }
                if let refusal = model.refusal { RefusalNote(refusal: refusal, words: words) }
            } footer: {
                Text(words(.restoreText))
            }
        }
        .navigationTitle(words(.backup)).navigationBarTitleDisplayMode(.inline)
    }
}

/// Where the account is logged in.
struct DevicesView: View {
    let model: SettingsModel
    /// The device that the dialog asks about.
    @State private var leaving: Device?
    private var words: Localizer { model.session.words }

    var body: some View {
        ScrollView {
            VStack(spacing: 16) {
                if let devices = model.devices.value {
                    Section {
                        ForEach(devices, id: \.id) { device in
                            HStack {
                                VStack(alignment: .leading, spacing: 2) {
                                    Text(device.isPresent ? words(.thisDevice) : device.name ?? device.id)
                                    Text(
                                        words(
                                            .lastUsed,
                                            ["time": model.session.when(Timestamp(seconds: device.lastUsed))])
                                    )
                                    .font(.footnote).foregroundStyle(.secondary)
                                }
                                .frame(maxWidth: .infinity, alignment: .leading)
                                if !device.isPresent {
                                    Button(words(.logOut), role: .destructive) { leaving = device }
                                        .buttonStyle(.bordered)
                                }
                            }
                        }
                    }
                } else {
                    ContentNote(
                        content: model.devices, words: words, symbol: "iphone", empty: words(.loggedOut)
                    ) { Task { await model.load() } }
                }
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(words(.devices)).navigationBarTitleDisplayMode(.inline)
        .confirmationDialog(
            words(.logOutDeviceQuestion, ["name": leaving?.name ?? leaving?.id ?? ""]),
            isPresented: Binding(get: { leaving != nil }, set: { if !$0 { leaving = nil } })
        ) {
            if let device = leaving {
                Button(words(.logOut), role: .destructive) { Task { await model.revoke(device) } }
            }
            Button(words(.cancel), role: .cancel) {}
        }
    }
}

// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Money
internal import ScreenModels
internal import Views

/// From nothing to a wallet.
struct OnboardingView: View {
    let model: OnboardingModel
    let words: Localizer

    var body: some View {
        ScrollView {
            VStack(spacing: 20) {
                step
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(.horizontal, 24).padding(.vertical, 32).clamped()
        }
    }

    @ViewBuilder private var step: some View {
        @Bindable var model = model
        switch model.step {
        case .welcome:
            VStack(spacing: 20) {
                Image(systemName: "wallet.bifold").font(.system(size: 64)).foregroundStyle(Color.accentColor)
                    .padding(.top, 60).accessibilityHidden(true)
                Text(words(.welcomeTitle)).font(.largeTitle).multilineTextAlignment(.center)
                Text(words(.welcomeText)).foregroundStyle(.secondary).multilineTextAlignment(.center)
                MainButton(title: words(.createWallet)) { model.begin() }
                SideButton(title: words(.restoreWallet)) { model.beginRestoring() }
            }
        case .passphrase:
            Heading(title: words(.passphraseTitle), text: words(.passphraseText))
            newPassphrase
            MainButton(title: words(.next), isBusy: model.isBusy, isEnabled: model.canSetPassphrase) {
                Task { await model.create() }
            }
            SideButton(title: words(.back)) { model.back() }
        case .backup:
            Heading(title: words(.restoreTitle), text: words(.restoreText))
            ChooseButton(title: words(.chooseBackup)) { model.backupPath = $0 }
            if !model.backupPath.isEmpty { LabeledContent(words(.backupFile), value: model.backupPath) }
            SecureField(words(.backupPassphrase), text: $model.backupPassphrase)
            Heading(title: words(.passphraseTitle), text: words(.passphraseText))
            newPassphrase
            MainButton(title: words(.restoreWallet), isBusy: model.isBusy, isEnabled: model.canRestore) {
                Task { await model.restore() }
            }
            SideButton(title: words(.back)) { model.back() }
        case .hub, .address, .known, .account: EntranceSteps(model: model, words: words)
        }
    }

    @ViewBuilder private var newPassphrase: some View {
        @Bindable var model = model
        SecureField(words(.passphrase), text: $model.passphrase)
        SecureField(words(.passphraseAgain), text: $model.passphraseAgain)
            .onSubmit { Task { await model.step == .backup ? model.restore() : model.create() } }
        if model.offersPIN {
            SecureField(words(.pinOptional), text: $model.pin).keyboardType(.numberPad)
                .accessibilityIdentifier("opening.pin")
            Text(words(.pinText, ["number": words.number(PINModel.maximumTries)])).font(.footnote)
                .foregroundStyle(.secondary).frame(maxWidth: .infinity, alignment: .leading)
        }
        if let objection = model.passphraseObjection ?? model.pinObjection {
            Text(words(objection)).font(.footnote).foregroundStyle(.secondary)
                .frame(maxWidth: .infinity, alignment: .leading)
        }
    }
}

/// Joining a hub, and its account.
struct EntranceSteps: View {
    let model: OnboardingModel
    let words: Localizer
    @State private var isScanning = false

    @ViewBuilder var body: some View {
        switch model.step {
        case .welcome, .passphrase, .backup: EmptyView()
        case .hub: hub
        case .address(let present, let link): address(present, link)
        case .known:
            Heading(title: words(.hubKnownTitle), text: words(.hubKnownText, ["address": model.hub?.url ?? ""]))
            MainButton(title: words(.done)) { Task { await model.skip() } }
        case .account: account
        }
        if model.waitingLinks > 0 {
            Text(words(.linkWaits)).font(.footnote).foregroundStyle(.secondary)
                .accessibilityIdentifier("opening.linkWaits")
        }
    }

    @ViewBuilder private var hub: some View {
        @Bindable var model = model
        Heading(title: words(.hubTitle), text: words(.hubText))
        TextField(words(.hubClient), text: $model.hubClient).onSubmit { Task { await model.join() } }
        MainButton(title: words(.joinHub), isBusy: model.isBusy, isEnabled: !model.hubClient.isEmpty) {
            Task { await model.join() }
        }
        if isScanning {
            IntakeField(intake: model.intake, title: words(.next), words: words, camera: model.camera) {
                await model.take(typed: $0)
            }
        } else {
            SideButton(title: words(.scanHub), isEnabled: !model.isBusy) { isScanning = true }
        }
        later
    }

    @ViewBuilder private func address(_ present: HubDescription, _ link: HubDescription) -> some View {
        Heading(title: words(.addressTitle), text: words(.addressText))
        LabeledContent(words(.presentAddress), value: present.url)
        LabeledContent(words(.newAddress), value: link.url)
        MainButton(title: words(.useAddress), isBusy: model.isBusy) { Task { await model.acceptAddress() } }
        SideButton(title: words(.keepAddress), isEnabled: !model.isBusy) { Task { await model.skip() } }
    }

    @ViewBuilder private var account: some View {
        @Bindable var model = model
        Heading(title: words(.accountTitle), text: model.isHubReached ? nil : words(.hubNotReached))
        if let hub = model.hub { LabeledContent(words(.hub), value: hub.url) }
        if let currency = model.currency { LabeledContent(words(.currency), value: currency.code) }
        Picker(words(.accountTitle), selection: $model.entrance) {
            Text(words(.newAccount)).tag(OnboardingModel.Entrance.register)
            Text(words(.haveAccount)).tag(OnboardingModel.Entrance.logIn)
        }
        .pickerStyle(.segmented).labelsHidden()
        TextField(words(.username), text: $model.username)
        SecureField(words(.password), text: $model.password).onSubmit { Task { await model.enter() } }
        if model.wantsCode {
            TextField(words(.oneTimeCode), text: $model.code).keyboardType(.numberPad)
            Text(words(.oneTimeCodeText)).font(.footnote).foregroundStyle(.secondary)
        }
        if model.isDemo { Text(words(.demoAnyLogin)).font(.footnote).foregroundStyle(.secondary) }
        MainButton(
            title: model.entrance == .register ? words(.openAccount) : words(.logIn), isBusy: model.isBusy,
            isEnabled: model.canEnter
        ) { Task { await model.enter() } }
        if model.canGoBack { SideButton(title: words(.back)) { model.back() } }
        later
    }

    private var later: some View {
        SideButton(title: words(.later), isEnabled: !model.isBusy) { Task { await model.skip() } }
    }
}

/// Joining and logging in, when it was left for later.
struct EntranceView: View {
    @State private var model: OnboardingModel
    let words: Localizer
    let done: @MainActor () -> Void

    init(model: OnboardingModel, words: Localizer, done: @escaping @MainActor () -> Void) {
        _model = State(initialValue: model)
        self.words = words
        self.done = done
    }

    var body: some View {
        ScrollView {
            VStack(spacing: 20) {
                EntranceSteps(model: model, words: words)
                RefusalNote(refusal: model.refusal, words: words)
            }
            .padding(20).clamped()
        }
        .navigationTitle(title)
        .task(id: model.isFinished) { if model.isFinished { done() } }
    }

    private var title: String {
        switch model.step {
        case .hub: words(.joinHub)
        case .address, .known: words(.hub)
        default: words(.accountTitle)
        }
    }
}

// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Views

/// All risks of this device, and what the wallet does about them.
struct DeviceView: View {
    @State private var model: DeviceModel
    private let words: Localizer

    init(session: WalletSession) {
        _model = State(initialValue: DeviceModel(session))
        words = session.words
    }

    var body: some View {
        Form {
            if model.sections.isEmpty { Section { Text(words(.deviceNoRisks)) } }
            ForEach(model.sections, id: \.title) { section in
                Section(words(section.title)) {
                    ForEach(section.reasons, id: \.self) { Text(words($0.word, $0.values)) }
                }
            }
            Section { Button(words(.deviceCheckAgain)) { Task { await model.load() } } }
            mode
        }
        .navigationTitle(words(.deviceRisks))
        .task { await model.load() }
    }

    private var mode: some View {
        @Bindable var model = model
        return Section {
            Picker(words(.deviceMode), selection: $model.mode) {
                ForEach(DeviceModel.modes, id: \.self) { mode in
                    Text(words(DeviceModel.title(of: mode))).tag(mode)
                }
            }
            SecureField(words(.passphrase), text: $model.passphrase).accessibilityIdentifier("device.passphrase")
            MainButton(title: words(.deviceModeChange), isBusy: model.isBusy, isEnabled: model.canChange) {
                Task { await model.change() }
            }
            if let refusal = model.refusal { RefusalNote(refusal: refusal, words: words) }
        } footer: {
            Text(words(.deviceModeText))
        }
    }
}

// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Views

extension SecurityView {
    /// The PIN of this device.
    var pin: some View {
        @Bindable var model = model.pin
        return Section {
            if model.isSet == true { Text(words(.pinIsSet)) }
            SecureField(words(.passphrase), text: $model.passphrase)
                .accessibilityIdentifier("security.pinPassphrase")
            SecureField(words(.newPIN), text: $model.pin).keyboardType(.numberPad)
                .accessibilityIdentifier("security.pin")
            SecureField(words(.newPINAgain), text: $model.pinAgain).keyboardType(.numberPad)
                .onSubmit { Task { await model.set() } }.accessibilityIdentifier("security.pinAgain")
            if let objection = model.objection {
                Text(words(objection)).font(.footnote).foregroundStyle(.secondary)
            }
            MainButton(
                title: words(model.isSet == true ? .changePIN : .setPIN), isBusy: model.isBusy,
                isEnabled: model.canSet
            ) { Task { await model.set() } }
            if model.isSet == true {
                Button(words(.removePIN), role: .destructive) { Task { await model.remove() } }
            }
            if let refusal = model.refusal { RefusalNote(refusal: refusal, words: words) }
        } header: {
            Text(words(.pinTitle))
        } footer: {
            Text(words(.pinText, ["number": words.number(PINModel.maximumTries)]))
        }
    }
}

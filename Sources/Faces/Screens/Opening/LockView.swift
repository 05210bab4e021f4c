// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Views

/// The lock: the PIN where one is set on this device, and always the passphrase.
struct LockView: View {
    let model: LockModel
    let words: Localizer
    @FocusState private var isTyping: Bool

    var body: some View {
        @Bindable var model = model
        ScrollView {
            VStack(spacing: 20) {
                Image(systemName: "lock.fill").font(.system(size: 48)).foregroundStyle(Color.accentColor)
                    .padding(.top, 100).accessibilityHidden(true)
                Text(words(.lockedTitle)).font(.title).fontWeight(.bold).multilineTextAlignment(.center)
                if model.asksForPIN {
                    SecureField(words(.pin), text: $model.pin).keyboardType(.numberPad).focused($isTyping)
                        .onSubmit { Task { await model.unlock() } }.accessibilityIdentifier("lock.pin")
                } else {
                    SecureField(words(.passphrase), text: $model.passphrase).focused($isTyping)
                        .onSubmit { Task { await model.unlock() } }.accessibilityIdentifier("lock.passphrase")
                }
                if model.isDemo { Text(words(.demoAnyLogin)).font(.footnote).foregroundStyle(.secondary) }
                MainButton(title: words(.unlock), isBusy: model.isBusy, isEnabled: model.canUnlock) {
                    Task { await model.unlock() }
                }
                .accessibilityIdentifier("lock.unlock")
                RefusalNote(refusal: model.refusal, words: words)
                if model.asksForPIN { tries }
                if model.pinTries != nil {
                    SideButton(title: words(model.prefersPassphrase ? .usePIN : .usePassphrase)) {
                        model.prefersPassphrase.toggle()
                    }
                }
                if model.wrongTries > 1 {
                    Text(words(.wrongTries, count: model.wrongTries)).font(.footnote).foregroundStyle(.secondary)
                }
            }
            .padding(24).clamped()
        }
        .onAppear { isTyping = true }
        .sensoryFeedback(.error, trigger: model.refusal) { _, refusal in refusal != nil }
        .task(id: model.wait > 0) {
            while model.wait > 0, !Task.isCancelled {
                // Safe: a sleep only throws when the lock has gone, and then the loop ends.
                try? await Task.sleep(for: .seconds(1))
                await model.look()
            }
        }
    }

    @ViewBuilder private var tries: some View {
        if model.wait > 0 {
            Text(words(.waitSeconds, count: model.wait)).font(.footnote).foregroundStyle(.secondary)
        }
        if let left = model.pinTries?.left, left < PINModel.maximumTries {
            Text(words(.triesLeft, count: left)).font(.footnote).foregroundStyle(.secondary)
        }
    }
}

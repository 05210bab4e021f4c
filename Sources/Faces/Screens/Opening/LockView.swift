// SPDX-License-Identifier: MIT
internal import ScreenModels

#if canImport(SwiftUI)
    internal import SwiftUI
#else
    internal import Canvas
#endif

/// The lock.
struct LockView: View {
    let model: LockModel
    let words: Words
    @FocusState private var isTyping: Bool

    var body: some View {
        @Bindable var model = model
        ScrollView {
            VStack(spacing: 20) {
                Image(systemName: "lock.fill").font(.system(size: 48)).foregroundStyle(Color.accentColor)
                    .padding(.top, 100).accessibilityHidden(true)
                Text(words(.lockedTitle)).font(.title).fontWeight(.bold).multilineTextAlignment(.center)
                SecureField(words(.passphrase), text: $model.passphrase).focused($isTyping)
                    .onSubmit { Task { await model.unlock() } }
                MainButton(title: words(.unlock), isBusy: model.isBusy, isEnabled: model.canUnlock) {
                    Task { await model.unlock() }
                }
                RefusalNote(refusal: model.refusal, words: words)
                if model.wrongTries > 1 {
                    Text(words(.wrongTries, count: model.wrongTries)).font(.footnote).foregroundStyle(.secondary)
                }
            }
            .padding(24).frame(maxWidth: 520)
        }
        .onAppear { isTyping = true }
    }
}

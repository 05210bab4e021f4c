// SPDX-License-Identifier: MIT
package import ScreenModels
package import Views

/// The whole app in its window: onboarding, the lock, or the wallet.
package struct RootView: View {
    private let app: AppModel

    /// How often the app checks whether the user is still active.
    private static let lockCheck = Duration.seconds(5)
    /// How long a note about a link is shown.
    private static let linkNote = Duration.seconds(8)

    package init(app: AppModel) { self.app = app }

    package var body: some View {
        VStack(spacing: 0) {
            if let refusal = app.linkRefusal {
                RefusalNote(refusal: refusal, words: app.words).padding(12)
            }
            phase
        }
        .preferredColorScheme(scheme).chosen(in: app.preferences)
        .task(id: app.linkRefusals) {
            // Safe: a sleep only throws when another note came, which has its own time.
            guard (try? await Task.sleep(for: Self.linkNote)) != nil else { return }
            app.dismissLinkRefusal()
        }
        .task {
            await app.start()
            while !Task.isCancelled {
                // Safe: a sleep only throws when the window has gone, and then the loop ends.
                try? await Task.sleep(for: Self.lockCheck)
                await app.lockIfUnused()
                await app.rememberIfChosen()
                // A slow hub must not keep the app from locking.
                Task { await app.syncIfDue() }
            }
        }
    }

    @ViewBuilder private var phase: some View {
        switch app.phase {
        // In a stack, because its bar has the window's buttons.
        case .onboarding(let model): NavigationStack { OnboardingView(model: model, words: app.words) }
        case .locked(let model): NavigationStack { LockView(model: model, words: app.words) }
        case .open(let session): MainView(session: session, app: app)
        }
    }

    private var scheme: ColorScheme? {
        switch app.preferences.appearance {
        case .system: nil
        case .light: .light
        case .dark: .dark
        }
    }
}

#if canImport(SwiftUI)
    extension View {
        /// Letters of the size that was chosen; stillness is the system's own setting.
        fileprivate func chosen(in preferences: Preferences) -> some View {
            let size: DynamicTypeSize =
                switch preferences.textPercent {
                case ..<100: .small
                case ..<115: .large
                case ..<130: .xLarge
                case ..<150: .xxLarge
                case ..<200: .xxxLarge
                default: .accessibility2
                }
            return dynamicTypeSize(size)
        }
    }
#else
    extension View {
        /// Letters of the size that was chosen, and stillness.
        fileprivate func chosen(in preferences: Preferences) -> some View {
            textPercent(preferences.textPercent).reducesMotion(preferences.reducesMotion)
        }
    }
#endif

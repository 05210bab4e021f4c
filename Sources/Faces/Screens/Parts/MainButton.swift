// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Views

/// The one thing that a screen is for, as wide as the screen.
struct MainButton: View {
    let title: String
    var isBusy = false
    var isEnabled = true
    let action: @MainActor () -> Void

    var body: some View {
        Button(action: action) {
            HStack(spacing: 10) {
                if isBusy { ProgressView() }
                Text(title).font(.headline)
            }
            .frame(maxWidth: .infinity)
        }
        .buttonStyle(.borderedProminent).disabled(!isEnabled || isBusy)
    }
}

/// Something else that a screen offers, as wide as the screen.
struct SideButton: View {
    let title: String
    var isEnabled = true
    /// Destructive where something ends that does not come back.
    var role: ButtonRole?
    let action: @MainActor () -> Void

    var body: some View {
        Button(role: role, action: action) { Text(title).frame(maxWidth: .infinity) }
            .buttonStyle(.bordered).disabled(!isEnabled)
    }
}

/// A heading with an explanation below.
struct Heading: View {
    let title: String
    var text: String?

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            Text(title).font(.title2).fontWeight(.bold)
            if let text { Text(text).font(.subheadline).foregroundStyle(.secondary) }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}

/// The end of a flow: what happened, in large letters.
struct Outcome: View {
    let symbol: String
    let title: String
    var text: String?
    var isGood = true

    var body: some View {
        VStack(spacing: 12) {
            Image(systemName: symbol).font(.system(size: 44)).foregroundStyle(isGood ? Color.green : Color.orange)
                .accessibilityHidden(true)
            Text(title).font(.title2).fontWeight(.bold).multilineTextAlignment(.center)
            if let text { Text(text).foregroundStyle(.secondary).multilineTextAlignment(.center) }
        }
        .frame(maxWidth: .infinity).padding(.vertical, 20)
    }
}

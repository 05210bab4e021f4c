// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Views

/// What has just happened, above the lower edge of the screen for a few seconds.
struct ToastView: View {
    let board: ToastBoard
    let words: Localizer

    var body: some View {
        if let toast = board.toast {
            HStack(spacing: 12) {
                Text(toast.text).font(.subheadline).foregroundStyle(Color.white)
                    .frame(maxWidth: .infinity, alignment: .leading)
                if toast.undo != nil {
                    Button {
                        Task { await board.undo(toast.id) }
                    } label: {
                        Text(words(.undo)).fontWeight(.bold).foregroundStyle(Color.white).padding(8)
                    }
                    .buttonStyle(.plain)
                }
                Button {
                    board.dismiss(toast.id)
                } label: {
                    Image(systemName: "xmark").foregroundStyle(Color.white).accessibilityLabel(words(.dismiss))
                        .padding(8)
                }
                .buttonStyle(.plain)
            }
            .padding(.horizontal, 16).padding(.vertical, 8)
            .background(Color(red: 0.16, green: 0.16, blue: 0.2), in: RoundedRectangle(cornerRadius: 14))
            .padding(16).clamped().accessibilityIdentifier("toast")
            .task(id: toast.id) {
                // Safe: a sleep only throws when another note came, which has its own time.
                guard (try? await Task.sleep(for: ToastBoard.duration(hasUndo: toast.undo != nil))) != nil else {
                    return
                }
                board.dismiss(toast.id)
            }
        }
    }
}

extension View {
    /// With the session's notes above the lower edge.
    func toasts(of session: WalletSession) -> some View {
        overlay(alignment: .bottom) { ToastView(board: session.toasts, words: session.words) }
    }
}

// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Views

/// Why something did not happen, with what helps beside it.
struct RefusalNote: View {
    let refusal: UserMessage?
    let words: Localizer
    /// What the remedy's button does; without it there is no button.
    var remedy: (@MainActor () -> Void)?

    private static let general: Set<StringKey> = [
        .refusedByHub, .refusedByServer, .refusedUnforeseen, .refusedNotUnderstood,
        .refusedForUnknownReason,
    ]

    var body: some View {
        if let refusal {
            VStack(alignment: .leading, spacing: 8) {
                Label(words(refusal), systemImage: "exclamationmark.circle").font(.subheadline)
                    .foregroundStyle(Color.red)
                ForEach(refusal.reasons, id: \.self) { reason in
                    Text(words(reason)).font(.footnote).foregroundStyle(.secondary)
                }
                // Where one sentence stands for every refusal of another party, its own text says more.
                if let detail = refusal.detail, refusal.reasons.isEmpty, Self.general.contains(refusal.word) {
                    Text(words.original(detail)).font(.footnote).foregroundStyle(.secondary)
                }
                if let remedy, let title = words.title(of: refusal.remedy) {
                    Button(title, action: remedy).buttonStyle(.bordered)
                }
            }
            .frame(maxWidth: .infinity, alignment: .leading)
        }
    }
}

extension Localizer {
    /// What the button of a remedy is called; nil where there is none.
    func title(of remedy: UserMessage.Remedy) -> String? {
        switch remedy {
        case .none: nil
        case .retry: self(.retry)
        case .sync: self(.sync)
        case .logIn: self(.logIn)
        case .join: self(.joinHub)
        case .unlock: self(.unlock)
        case .backUp: self(.backUp)
        }
    }
}

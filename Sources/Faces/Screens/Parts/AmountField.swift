// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Money
internal import ScreenModels

#if canImport(SwiftUI)
    internal import SwiftUI
#else
    internal import Canvas
#endif

/// An amount to type, in one of the hub's currencies.
struct AmountField: View {
    let title: String
    @Binding var entry: AmountEntry
    let session: WalletSession
    /// Nil for what a person may type without limit.
    var available: Amount?

    private var words: Localizer { session.words }

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            HStack(alignment: .bottom, spacing: 10) {
                Field(title, text: $entry.text).keyboardType(.decimalPad)
                if session.currencies.count > 1 {
                    Picker(words(.currency), selection: $entry.currency) {
                        ForEach(session.currencies, id: \.self) { Text($0.code).tag(Currency?.some($0)) }
                    }
                    .labelsHidden().besideField()
                }
            }
            if let available {
                Text(words(.available, ["amount": words.amount(available)])).font(.footnote)
                    .foregroundStyle(.secondary)
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}

/// A field for a person, with the contacts that match what is typed.
struct PersonField: View {
    let title: String
    @Binding var name: String
    let names: NameTable
    let words: Localizer
    /// Looks at the person's code; without it there is no button.
    var scan: (@MainActor () -> Void)?

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            HStack(alignment: .bottom, spacing: 10) {
                Field(title, text: $name)
                if let scan {
                    Button(action: scan) {
                        Image(systemName: "qrcode.viewfinder").accessibilityLabel(words(.scanRecipient))
                    }
                    .buttonStyle(.bordered).accessibilityIdentifier("person.scan").besideField()
                }
            }
            if !names.suggestions(for: name).isEmpty {
                ScrollView(.horizontal) {
                    HStack(spacing: 8) {
                        ForEach(names.suggestions(for: name).prefix(5).map { ContactLine(contact: $0) }) { line in
                            Button(line.title) { name = line.contact.username }.buttonStyle(.bordered)
                        }
                    }
                }
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}

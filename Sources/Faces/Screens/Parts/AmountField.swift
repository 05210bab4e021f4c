// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Money
internal import ScreenModels
internal import Views

/// An amount to type, in one of the hub's currencies.
struct AmountField: View {
    let title: String
    @Binding var entry: AmountEntry
    let session: WalletSession
    /// Nil for what a person may type without limit.
    var available: Amount?
    /// Whether the keyboard goes here when the screen opens.
    var takesFocus = false

    private var words: Localizer { session.words }

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            HStack(alignment: .bottom, spacing: 10) {
                Field(title, text: $entry.text, takesFocus: takesFocus).keyboardType(.decimalPad)
                // The currency stands beside what is typed, also where there is no choice.
                if session.currencies.count < 2, let currency = entry.currency {
                    Text(currency.code).foregroundStyle(.secondary).besideField()
                }
                if session.currencies.count > 1 {
                    Picker(words(.currency), selection: $entry.currency) {
                        ForEach(session.currencies, id: \.self) { Text($0.code).tag(Currency?.some($0)) }
                    }
                    .labelsHidden().besideField()
                }
            }
            if let available {
                Text(words(.available, ["amount": session.shown(available)])).font(.footnote)
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
    /// Whether the keyboard goes here when the screen opens.
    var takesFocus = false
    /// Looks at the person's code; without it there is no button.
    var scan: (@MainActor () -> Void)?

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            HStack(alignment: .bottom, spacing: 10) {
                Field(title, text: $name, takesFocus: takesFocus)
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

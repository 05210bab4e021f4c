// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Views
internal import Wallet

/// A till: digits, one button, the code; and what the day has brought.
struct TillView: View {
    @State private var model: TillModel
    private var words: Localizer { model.session.words }

    init(model: TillModel) { _model = State(initialValue: model) }

    var body: some View {
        VStack(spacing: 18) {
            if let sale = model.sale { selling(sale) } else { typing }
        }
        .task { await model.load() }
    }

    // MARK: - Typing

    @ViewBuilder private var typing: some View {
        if let display = model.display {
            Text(display).font(.system(size: 44, weight: .bold).monospacedDigit())
                .frame(maxWidth: .infinity).accessibilityIdentifier("till.display")
            Keypad(words: words, type: model.type, erase: model.eraseLast)
            MainButton(title: words(.charge), isEnabled: model.amount != nil) { Task { await model.charge() } }
            day
        } else {
            Heading(title: words(.till), text: words(.refusedNotJoined))
        }
    }

    @ViewBuilder private var day: some View {
        if let total = model.total {
            Section(words(.today)) {
                LabeledContent(
                    words(.sales, count: model.today.items.count), value: model.session.shown(total))
                ForEach(model.today.items, id: \.id) { line in
                    NavigationLink {
                        PaymentView(line: line, session: model.session)
                    } label: {
                        ActivityRow(line: line, session: model.session)
                    }
                }
            }
        }
        RefusalNote(refusal: model.today.refusal, words: words)
    }

    // MARK: - Selling

    @ViewBuilder private func selling(_ sale: ReceiveModel) -> some View {
        if case .editing = sale.step {
            // The request could not be made: the reason, and the way back to the amount.
            if sale.isBusy { ProgressView() }
            RefusalNote(refusal: sale.refusal, words: words)
            if !sale.isBusy { SideButton(title: words(.back)) { model.back() } }
        } else {
            RequestByCode(model: sale) { model.next() }
            if case .showing = sale.step {
                SideButton(title: words(.cancelSale), role: .destructive) { model.next() }
            }
        }
    }
}

/// Ten digits, two zeros at once, and the key that erases.
struct Keypad: View {
    let words: Localizer
    let type: @MainActor (String) -> Void
    let erase: @MainActor () -> Void

    private static let rows = [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"]]

    var body: some View {
        VStack(spacing: 8) {
            ForEach(Self.rows, id: \.self) { row in
                HStack(spacing: 8) { ForEach(row, id: \.self) { key($0) } }
            }
            HStack(spacing: 8) {
                key("00")
                key("0")
                Button(action: erase) {
                    Image(systemName: "delete.left").font(.system(size: 22))
                        .accessibilityLabel(words(.eraseDigit)).frame(maxWidth: .infinity, minHeight: 48)
                }
                .buttonStyle(.bordered)
            }
        }
        .frame(maxWidth: 420)
    }

    private func key(_ digits: String) -> some View {
        Button {
            type(digits)
        } label: {
            Text(digits).font(.system(size: 24, weight: .semibold)).frame(maxWidth: .infinity, minHeight: 48)
        }
        .buttonStyle(.bordered)
    }
}

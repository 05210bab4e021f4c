// SPDX-License-Identifier: MIT
internal import Chains
internal import Coins
internal import ScreenModels
internal import Views

/// What will be signed, taken apart, with a box to tick for each warning.
struct CoinReviewView: View {
    let review: SendReview
    @Binding var acknowledged: Set<String>
    let words: Localizer

    var body: some View {
        Heading(title: words(.reviewCoins))
        Section {
            // By their places: two payments to one payee are two lines.
            ForEach(review.payees.indices, id: \.self) { index in
                let payee = review.payees[index]
                VStack(alignment: .leading, spacing: 2) {
                    Text(words.amount(payee.amount)).fontWeight(.semibold)
                    if let contact = payee.contact { Text(contact).font(.footnote) }
                    Text(payee.address).font(.footnote).monospaced().foregroundStyle(.secondary)
                        .textSelection(.enabled)
                }
            }
            if let worth = review.amountWorth { LabeledContent(words(.worth), value: words.amount(worth)) }
            if let change = review.change { LabeledContent(words(.change), value: words.amount(change)) }
            LabeledContent(words(.network), value: review.network.title)
            LabeledContent(fee, value: words.amount(review.fee))
            if let worth = review.feeWorth { LabeledContent(words(.feeWorth), value: words.amount(worth)) }
            ForEach(review.facts.indices, id: \.self) { index in
                Text(words(review.facts[index])).font(.footnote).foregroundStyle(.secondary)
            }
        }
        WarningList(warnings: review.warnings, acknowledged: $acknowledged, words: words)
    }

    /// What the fee is called, with its price where that says more.
    private var fee: String {
        review.rate == .whole(review.fee) ? words(.fee) : "\(words(.fee)) (\(words(review.rate)))"
    }
}

/// What looks wrong, each with a box to tick before anything is signed.
struct WarningList: View {
    let warnings: [SendReview.Warning]
    @Binding var acknowledged: Set<String>
    let words: Localizer

    var body: some View {
        ForEach(warnings, id: \.self) { warning in
            VStack(alignment: .leading, spacing: 6) {
                Label(words(warning), systemImage: "exclamationmark.triangle").foregroundStyle(Color.orange)
                Toggle(
                    words(.understood),
                    isOn: Binding(
                        get: { acknowledged.contains(warning.name) },
                        set: { isOn in
                            if isOn {
                                acknowledged.insert(warning.name)
                            } else {
                                acknowledged.remove(warning.name)
                            }
                        }))
            }
        }
    }
}

/// How fast, at which price.
struct FeePicker: View {
    let model: CoinSendModel
    private var words: Localizer { model.session.words }

    var body: some View {
        @Bindable var model = model
        VStack(alignment: .leading, spacing: 8) {
            Picker(words(.fee), selection: $model.level) {
                Text(words(.feeSlow)).tag(FeeLevel.slow)
                Text(words(.feeNormal)).tag(FeeLevel.normal)
                Text(words(.feeFast)).tag(FeeLevel.fast)
            }
            .pickerStyle(.segmented)
            if let quote = model.fees.items.first(where: { $0.level == model.level }) {
                let worth = quote.worth.map { " · \(words.amount($0))" } ?? ""
                Text("\(words.amount(quote.cost)) · \(words(quote.rate))\(worth)").font(.footnote).foregroundStyle(
                    .secondary)
            }
            if let speed { Text(speed).font(.footnote).foregroundStyle(.secondary) }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }

    /// How long a payment with this fee usually takes; nil where the chain has no such levels.
    private var speed: String? {
        guard model.customFee.isEmpty else { return nil }
        return words.usualTime(of: model.level, on: model.account.network.chain)
    }
}

/// A fee by number instead of a level.
struct CustomFee: View {
    let model: CoinSendModel
    private var words: Localizer { model.session.words }

    var body: some View {
        @Bindable var model = model
        Field(words(.ownFee, ["unit": model.feeUnit]), text: $model.customFee).keyboardType(.decimalPad)
    }
}

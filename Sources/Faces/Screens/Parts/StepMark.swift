// SPDX-License-Identifier: MIT
internal import ScreenModels
internal import Views

/// Where a flow is: a circle for each step, with its name below.
struct StepMark: View {
    let steps: [String]
    /// The present step, from 1; one more than there are steps when all are done.
    let current: Int
    let words: Localizer
    @Environment(\.dynamicTypeSize) private var letters

    var body: some View {
        HStack(alignment: .top, spacing: 6) {
            ForEach(steps.indices) { index in
                VStack(spacing: 6) {
                    circle(index + 1)
                    // Large letters leave room for one name only.
                    if letters <= .xLarge {
                        Text(steps[index]).font(.caption).fontWeight(index + 1 == current ? .semibold : .regular)
                            .foregroundStyle(index + 1 == current ? Color.primary : Color.secondary)
                            .multilineTextAlignment(.center)
                    }
                }
                .frame(maxWidth: .infinity).accessibilityHidden(true)
            }
        }
        .frame(maxWidth: .infinity)
        Text(said).font(.caption).foregroundStyle(.secondary).frame(maxWidth: .infinity)
            .multilineTextAlignment(.center).accessibilityIdentifier("flow.step")
    }

    private func circle(_ number: Int) -> some View {
        ZStack {
            Circle().fill(number <= current ? Color.accentColor : Color.gray.opacity(0.25)).frame(width: 28, height: 28)
            if number < current {
                Image(systemName: "checkmark").font(.system(size: 13, weight: .bold)).foregroundStyle(Color.white)
            } else {
                Text(words.number(number)).font(.system(size: 14, weight: .bold))
                    .foregroundStyle(number == current ? Color.white : Color.primary)
            }
        }
    }

    private var said: String {
        guard current <= steps.count else { return words(.stepsDone) }
        return words(
            .stepOf,
            ["number": words.number(current), "count": words.number(steps.count), "title": steps[current - 1]])
    }
}

extension Localizer {
    /// The three messages of a payment by code, in the words of both sides.
    var paymentSteps: [String] { [self(.stepRequest), self(.stepPayment), self(.stepReceipt)] }
}

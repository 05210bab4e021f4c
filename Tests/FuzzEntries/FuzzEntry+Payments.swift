// SPDX-License-Identifier: MIT
import HubAPI
import Money

extension FuzzEntry {
    /// A link to a request, a day, or the query of a history, whichever the text is like.
    func paymentText(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        check(HubProblem.self) {
            try RequestLink(text: text)
        } writesBack: {
            $0.text == text
        }
        if let day = CalendarDay(text: text) {
            precondition(day.description == text && CalendarDay(number: day.number) == day, "A day is not itself.")
        }
        let names = Set(HistoryFilter.fields.map(\.name))
        var query: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1).map { String($0) }
            if halves.count == 2, names.contains(halves[0]) { query[halves[0]] = halves[1] }
        }
        check(HubProblem.self) {
            try HistoryFilter(query: query, currency: try Currency(code: "USD"))
        } writesBack: { filter in
            Dictionary(uniqueKeysWithValues: filter.query) == query
        }
    }
}

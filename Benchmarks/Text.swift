// SPDX-License-Identifier: MIT

/// Numbers as the table shows them. Nothing here is money.
enum Text {
    /// `43.2 µs`, `8.31 ms`: three digits that matter.
    static func duration(_ nanoseconds: UInt64) -> String {
        switch nanoseconds {
        case ..<1_000: "\(nanoseconds) ns"
        case ..<1_000_000: "\(digits(Double(nanoseconds) / 1_000)) µs"
        case ..<1_000_000_000: "\(digits(Double(nanoseconds) / 1_000_000)) ms"
        default: "\(digits(Double(nanoseconds) / 1_000_000_000)) s"
        }
    }

    /// `2,345`.
    static func count(_ number: Int) -> String {
        var groups: [String] = []
        var rest = number
        while rest >= 1_000 {
            let group = String(rest % 1_000)
            groups.insert(String(repeating: "0", count: 3 - group.count) + group, at: 0)
            rest /= 1_000
        }
        return ([String(rest)] + groups).joined(separator: ",")
    }

    /// `0.97`, always two decimals.
    static func ratio(_ ratio: Double) -> String { fixed(ratio, decimals: 2) }

    private static func digits(_ number: Double) -> String {
        fixed(number, decimals: number < 10 ? 2 : number < 100 ? 1 : 0)
    }

    private static func fixed(_ number: Double, decimals: Int) -> String {
        let scale = [1, 10, 100][decimals]
        let scaled = Int((number * Double(scale)).rounded())
        guard decimals > 0 else { return String(scaled) }
        let fraction = String(scaled % scale)
        return "\(scaled / scale)." + String(repeating: "0", count: decimals - fraction.count) + fraction
    }
}

// SPDX-License-Identifier: MIT
internal import Bytes
internal import Vault

/// The prices of a coin recorded on one day: about one each half hour, and the last one.
struct PriceRecord: SealedRecord {
    enum State: Int64 { case kept = 0 }

    static let table = "chain_price"
    static let hidesNames = true
    var state = State.kept
    var coin: String
    var currency: String
    /// Days since 1970, UTC.
    var day: UInt64
    /// In time order; times in seconds since 1970.
    private(set) var prices: [(time: UInt64, minorUnits: Int64)] = []

    static let daySeconds: UInt64 = 86_400
    private static let distance: UInt64 = 1_800
    private static let maximumCount = 64

    init(coin: String, currency: String, day: UInt64) {
        self.coin = coin
        self.currency = currency
        self.day = day
    }

    /// Adds a price. It replaces the last one if it comes less than half an hour after the one before the last.
    mutating func note(_ minorUnits: Int64, at time: UInt64) {
        // A clock that was set back would break the order.
        guard time >= prices.last?.time ?? 0 else { return }
        let isClose = prices.count > 1 && time - prices[prices.count - 2].time < Self.distance
        if isClose || prices.count >= Self.maximumCount { prices.removeLast() }
        prices.append((time, minorUnits))
    }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 4)
        coin = try reader.string()
        currency = try reader.string()
        day = try reader.uint()
        let count = try reader.array(maximum: 2 * Self.maximumCount) / 2
        for _ in 0..<count { prices.append((try reader.uint(), Int64(clamping: try reader.uint()))) }
    }

    func write(to writer: inout CBORWriter) {
        writer.array(4)
        writer.text(coin)
        writer.text(currency)
        writer.uint(day)
        writer.array(2 * prices.count)
        for price in prices {
            writer.uint(price.time)
            writer.uint(UInt64(clamping: price.minorUnits))
        }
    }

    var reference: [UInt8] { RowReference.hash(Int64(clamping: day), Array("\(coin)/\(currency)".utf8)) }
}

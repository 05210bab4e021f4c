// SPDX-License-Identifier: MIT
internal import Chains
internal import Vault

/// The payments of an account that were signed after its balance was read: the balance shows them from the moment they
/// are signed, as the history does.
struct UnseenSends {
    private let open: [Stored<CoinSendRecord>]

    init(coins: OpenCoins, account: Int64) throws {
        open = try coins.table(CoinSendRecord.self).rows(.signed, .sent).filter { $0.record.account == account }
    }

    /// What they take away from the balance of a token, or of the network's own coin (nil), with fees.
    ///
    /// - Parameter time: when the balance was read, in seconds since 1970.
    func leaving(token: String?, after time: UInt64) throws -> UInt256 {
        try counted(after: time).reduce(UInt256.zero) { sum, record in
            let paid = record.token == token && record.purpose.paysOthers ? try record.paid : .zero
            return try sum.adding(paid).adding(token == nil ? record.fee : .zero)
        }
    }

    /// Of a payment and its replacement only one can happen: the replacement counts, unless the balance contains the
    /// first one already.
    private func counted(after time: UInt64) -> [CoinSendRecord] {
        let replaced = Set(open.compactMap(\.record.replaces))
        let reported = Set(open.filter { $0.record.time <= time }.map(\.id))
        return open.filter { stored in
            let isInstead = stored.record.replaces.map(reported.contains) ?? false
            return stored.record.time > time && !replaced.contains(stored.id) && !isInstead
        }
        .map(\.record)
    }
}

extension CoinSendRecord {
    /// The sum of all payees.
    var paid: UInt256 { get throws { try payees.reduce(UInt256.zero) { try $0.adding($1.amount) } } }
}

extension SendStatus.Purpose {
    /// Whether the money goes to the payees; a cancellation and a child pay the account itself.
    var paysOthers: Bool {
        switch self {
        case .payment, .bump: true
        case .cancel, .child: false
        }
    }
}

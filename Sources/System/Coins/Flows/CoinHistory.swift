// SPDX-License-Identifier: MIT
package import Chains
internal import Vault

/// The history of one account, as the last refresh found it.
struct CoinHistory {
    let coins: OpenCoins
    let chain: any AccountChain

    /// Pending lines first, then by time.
    func lines(limit: Int) throws -> [HistoryLine] {
        let network = try coins.network(of: chain.account.record)
        let units = try Tokens(coins: coins, network: network)
        let contacts = try coins.contacts(on: network)
        let rows = try coins.table(TransactionRecord.self).rows(.pending, .confirmed, .failed, .gone)
            .map(\.record).filter { $0.account == chain.account.id && $0.isShown }
            .sorted { ($0.height ?? .max, $0.time) > ($1.height ?? .max, $1.time) }
        return rows.prefix(max(0, limit)).compactMap { record in
            guard let unit = units.unit(of: record.movement.token) else { return nil }
            let movement = record.movement
            return HistoryLine(
                id: chain.text(ofID: record.id), origin: record.origin, direction: movement.direction,
                amount: CoinAmount(movement.amount, unit), token: movement.token,
                fee: movement.fee.map { CoinAmount($0, network.unit) }, counterpart: movement.counterpart,
                contact: movement.counterpart.flatMap { contacts[$0] }, label: record.label, time: record.time,
                status: record.status)
        }
    }

    func label(_ id: String, as label: String?) throws {
        let label = try label.map { try Name.checked($0) }
        let table = coins.table(TransactionRecord.self)
        let found = try table.rows(.pending, .confirmed, .failed, .gone).filter {
            $0.record.account == chain.account.id && chain.text(ofID: $0.record.id) == id
        }
        guard !found.isEmpty else {
            throw CoinsError(.notFound, "The history of this account has no transaction \(id).")
        }
        try coins.transaction {
            for var stored in found {
                stored.record.label = label
                try table.update(stored)
            }
        }
    }
}

extension TransactionRecord {
    /// A movement without a transaction rests on a server's answer alone, so without that answer nothing is shown.
    fileprivate var isShown: Bool { state != .gone || origin == .transaction }

    fileprivate var origin: HistoryLine.Origin {
        switch MovementSource(id: id) {
        case .transaction: .transaction
        case .block(let number): .block(number)
        case .withdrawal: .withdrawal
        case .between(_, _, let since): .between(since: since, until: time)
        case .unread: .unread
        }
    }

    var status: HistoryLine.Status {
        switch state {
        case .pending: height.map { .settling($0) } ?? .pending
        case .confirmed: .confirmed(height ?? 0)
        case .failed: .failed(height ?? 0)
        case .gone: .gone
        }
    }
}

extension OpenCoins {
    /// The names of the user's contacts by address.
    func contacts(on network: Network) throws -> [String: String] {
        try table(ContactRecord.self).rows(.kept).filter { $0.record.network == network.name }
            .reduce(into: [:]) { $0[$1.record.address] = $1.record.name }
    }

    /// The address of a recipient that the user typed: a contact's name, or an address of this network.
    package func address(of text: String, on network: Network) throws -> String {
        let contacts = try table(ContactRecord.self).rows(.kept).map(\.record)
        if let contact = contacts.first(where: { $0.name == text && $0.network == network.name }) {
            return contact.address
        }
        return try chains.checked(text, on: network).text
    }
}

// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import HubAPI
internal import Keys
internal import Money
internal import Tokens
internal import Vault

/// A value that the wallet stores once. Each has its own sealed row, so that changing one writes only that row.
struct SettingRecord: SealedRecord {
    enum State: Int64 { case kept = 0 }

    static let table = "setting"
    var state = State.kept
    var value: [UInt8]

    init(value: [UInt8]) { self.value = value }

    init(state: State, from reader: inout CBORReader) throws {
        self.state = state
        try reader.array(of: 1)
        value = try reader.blob()
    }

    func write(to writer: inout CBORWriter) {
        writer.array(1)
        writer.bytes(value)
    }
}

/// The names of all settings. The raw value is the row number in the store: it never changes and is unique.
enum SettingName: Int64 {
    case hub = 1
    case session = 2
    case seeds = 3
    case balance = 4
    case offlineTarget = 5
    case revocations = 6
    case account = 7
    case pendingOrders = 8
    case otherBalances = 20
    case idleLogout = 21
    case ledgerHead = 22
    case ledgerForks = 23
    case pendingRegistration = 30
    case deviceMode = 31
    case chip = 40
}

/// A setting: its row and its encoding.
struct Setting<Value> {
    let row: Int64
    let encode: (Value, inout CBORWriter) -> Void
    let decode: (inout CBORReader) throws -> Value
}

/// The hub that this wallet belongs to, or a candidate; see ``JoinSaga``.
struct HubMembership {
    var description: HubDescription
    /// Known once the root key has proved itself.
    var currency: Currency?

    /// Whether the root key has proved itself. Until then the hub is a candidate, known only from a link.
    var isJoined: Bool { currency != nil }
}

/// The account that this wallet's keys are certified for. It stays when the session ends.
struct HomeAccount {
    var id: [UInt8]
    var username: String
}

/// The account's balance as the hub last reported it.
struct KnownBalance {
    var balance: Amount
    var available: Amount
    /// By the device's clock.
    var time: Timestamp
}

/// The time without use after which the wallet ends the session.
struct IdleLogout {
    var minutes: UInt64
    /// By the device's clock.
    var lastUsed: Timestamp
}

extension Setting {
    private init(
        _ name: SettingName, _ encode: @escaping (Value, inout CBORWriter) -> Void,
        _ decode: @escaping (inout CBORReader) throws -> Value
    ) {
        row = name.rawValue
        self.encode = encode
        self.decode = decode
    }
}

extension Setting where Value == HubMembership {
    static var hub: Self {
        Setting(.hub) { hub, writer in
            // Versions before the root key's proof of connections wrote three items.
            writer.array(hub.description.isProvedByRoot ? 4 : 3)
            writer.text(hub.description.url)
            writer.bytes(hub.description.rootKey.compressed)
            writer.optional((hub.currency?.numeric).map(UInt64.init))
            if hub.description.isProvedByRoot { writer.bool(true) }
        } _: { reader in
            let count = try reader.array(maximum: 4)
            guard count >= 3 else { throw WalletError(.damaged, "The wallet's note of its hub is damaged.") }
            let url = try reader.string()
            let key = try P256.PublicKey(compressed: try reader.bytes(count: P256.PublicKey.count))
            let number = try reader.optionalUInt()
            let isProved = try count == 4 && reader.bool()
            return HubMembership(
                description: HubDescription(url: url, rootKey: key, isProvedByRoot: isProved),
                currency: try number.map { try Currency(numeric: UInt16(truncatingIfNeeded: $0)) })
        }
    }
}

extension Setting where Value == Session {
    static var session: Self {
        Setting(.session) { session, writer in
            writer.array(6)
            writer.bytes(session.account.bytes)
            writer.text(session.username)
            writer.text(session.accessToken)
            writer.uint(session.accessExpires)
            writer.text(session.refreshToken)
            writer.bytes(session.signingKey.bytes)
        } _: { reader in
            let count = try reader.array(maximum: 6)
            guard count >= 5 else { throw WalletError(.damaged, "The wallet's note of its session is damaged.") }
            var session = Session(
                account: Blob(try reader.blob()), username: try reader.string(), accessToken: try reader.string(),
                accessExpires: try reader.uint(), refreshToken: try reader.string(), signingKey: Blob([]))
            // Versions before signed requests wrote five items. A refresh, due at once, brings the key.
            if count == 6 { session.signingKey = Blob(try reader.blob()) } else { session.accessExpires = 0 }
            return session
        }
    }
}

extension Setting where Value == HomeAccount {
    static var account: Self {
        Setting(.account) { account, writer in
            writer.array(2)
            writer.bytes(account.id)
            writer.text(account.username)
        } _: { reader in
            try reader.array(of: 2)
            return HomeAccount(id: try reader.blob(), username: try reader.string())
        }
    }
}

extension Setting where Value == [[UInt8]] {
    /// One 32-byte seed per generation; the last is the current one.
    static var seeds: Self {
        Setting(.seeds) {
            $1.list($0)
        } _: {
            try $0.list()
        }
    }
}

extension Setting where Value == KnownBalance {
    static var balance: Self {
        Setting(.balance) { known, writer in
            writer.array(4)
            writer.uint(UInt64(known.balance.currency.numeric))
            writer.uint(UInt64(max(0, known.balance.minorUnits)))
            writer.uint(UInt64(max(0, known.available.minorUnits)))
            writer.uint(known.time.seconds)
        } _: { reader in
            try reader.array(of: 4)
            let currency = try Currency(numeric: UInt16(truncatingIfNeeded: try reader.uint()))
            let balance = Amount(minorUnits: Int64(try reader.uint(maximum: UInt64(Int64.max))), currency: currency)
            let available = Amount(minorUnits: Int64(try reader.uint(maximum: UInt64(Int64.max))), currency: currency)
            return KnownBalance(balance: balance, available: available, time: try reader.timestamp())
        }
    }
}

extension Setting where Value == [KnownBalance] {
    /// The account's balances in currencies other than the hub's first.
    static var otherBalances: Self {
        Setting(.otherBalances) { all, writer in
            writer.array(all.count)
            for known in all {
                writer.array(4)
                writer.uint(UInt64(known.balance.currency.numeric))
                writer.uint(UInt64(max(0, known.balance.minorUnits)))
                writer.uint(UInt64(max(0, known.available.minorUnits)))
                writer.uint(known.time.seconds)
            }
        } _: { reader in
            try (0..<(try reader.array(maximum: Currency.all.count))).map { _ in
                try reader.array(of: 4)
                let currency = try Currency(numeric: UInt16(truncatingIfNeeded: try reader.uint()))
                let balance = Amount(minorUnits: Int64(try reader.uint(maximum: UInt64(Int64.max))), currency: currency)
                let available = Amount(
                    minorUnits: Int64(try reader.uint(maximum: UInt64(Int64.max))), currency: currency)
                return KnownBalance(balance: balance, available: available, time: try reader.timestamp())
            }
        }
    }
}

extension Setting where Value == UInt64 {
    /// The offline balance that sync keeps ready, in minor units.
    static var offlineTarget: Self {
        Setting(.offlineTarget) {
            $1.uint($0)
        } _: {
            try $0.uint()
        }
    }
}

extension Setting where Value == RevocationList {
    static var revocations: Self {
        Setting(.revocations) {
            $1.bytes($0.encoded)
        } _: {
            try RevocationList(decoding: try $0.blob())
        }
    }
}

extension Setting where Value == IdleLogout {
    static var idleLogout: Self {
        Setting(.idleLogout) { idle, writer in
            writer.array(2)
            writer.uint(idle.minutes)
            writer.uint(idle.lastUsed.seconds)
        } _: { reader in
            try reader.array(of: 2)
            return IdleLogout(minutes: try reader.uint(), lastUsed: try reader.timestamp())
        }
    }
}

extension Setting where Value == DeviceMode {
    /// What the wallet does while another party controls the device.
    static var deviceMode: Self {
        Setting(.deviceMode) {
            $1.uint($0.rawValue)
        } _: {
            guard let mode = DeviceMode(rawValue: try $0.uint()) else {
                throw WalletError(.damaged, "The wallet's setting for unsafe devices is damaged. Restore a backup.")
            }
            return mode
        }
    }
}

extension Setting where Value == ChipSlot {
    /// The wallet's register in a security chip.
    static var chip: Self {
        Setting(.chip) { slot, writer in
            writer.array(7)
            writer.text(slot.place)
            writer.bytes(slot.chip)
            writer.uint(UInt64(slot.index))
            writer.bytes(slot.register)
            writer.bytes(slot.secret.withUnsafeBytes { Array($0) })
            writer.bytes(slot.mark)
            writer.bytes(slot.previous)
        } _: { reader in
            try reader.array(of: 7)
            return ChipSlot(
                place: try reader.string(), chip: try reader.bytes(count: ChipSlot.nameCount),
                index: UInt32(try reader.uint(maximum: UInt64(UInt32.max))),
                register: try reader.bytes(count: ChipSlot.nameCount),
                secret: SecretBytes(try reader.bytes(count: ChipSlot.secretCount)),
                mark: try reader.bytes(count: ChipSlot.markCount), previous: try reader.bytes(count: ChipSlot.markCount)
            )
        }
    }
}

/// An order to the hub without an answer yet. An identical order goes out under the same id.
struct PendingOrder: Equatable {
    /// SHA-256 of the route and of the message without its id.
    var fingerprint: [UInt8]
    var id: OperationID
    var time: Timestamp
    /// The path of the route.
    var path: String
    /// The message to send; nil in stores of versions that stored only the fingerprint.
    var body: [UInt8]?
}

extension Setting where Value == String {
    /// The username of a registration that the hub may have executed.
    static var pendingRegistration: Self {
        Setting(.pendingRegistration) {
            $1.text($0)
        } _: {
            try $0.string()
        }
    }
}

extension Setting where Value == [PendingOrder] {
    static var pendingOrders: Self {
        Setting(.pendingOrders) { orders, writer in
            writer.array(orders.count)
            for order in orders {
                writer.array(order.body == nil ? 3 : 5)
                writer.bytes(order.fingerprint)
                writer.bytes(order.id.bytes)
                writer.uint(order.time.seconds)
                guard let body = order.body else { continue }
                writer.text(order.path)
                writer.bytes(body)
            }
        } _: { reader in
            let count = try reader.array(maximum: DirectOrderSaga.maximumPending)
            return try (0..<count).map { _ in
                let isWhole = try reader.array(maximum: 5) == 5
                return PendingOrder(
                    fingerprint: try reader.bytes(count: 32), id: try reader.operationID(),
                    time: try reader.timestamp(), path: isWhole ? try reader.string() : "",
                    body: isWhole ? try reader.blob() : nil)
            }
        }
    }
}

extension Setting where Value == LedgerHead {
    /// The newest signed head of the hub's ledger that this wallet has seen.
    static var ledgerHead: Self {
        Setting(.ledgerHead) {
            $1.bytes($0.encoded)
        } _: {
            try LedgerHead(decoding: try $0.blob())
        }
    }
}

extension Setting where Value == [LedgerFork] {
    /// The pairs of heads that show where the hub's ledger did not continue.
    static var ledgerForks: Self {
        Setting(.ledgerForks) {
            $1.list($0.flatMap { [$0.before.encoded, $0.after.encoded] })
        } _: {
            let heads = try $0.list().map { try LedgerHead(decoding: $0) }
            guard heads.count.isMultiple(of: 2) else {
                throw WalletError(.damaged, "The wallet's note of the hub's ledger is damaged.")
            }
            return stride(from: 0, to: heads.count, by: 2).map { LedgerFork(before: heads[$0], after: heads[$0 + 1]) }
        }
    }
}

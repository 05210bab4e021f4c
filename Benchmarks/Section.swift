// SPDX-License-Identifier: MIT

/// A part of the run that can be asked for by name.
enum Section: String, CaseIterable {
    case verification
    case sizes
    case economy
    case hub
    case transfers
    case server
    case reads
    case logins
    case streams
    case wallet
    case start
    case coins
    case drawing
    case reading
    case animation
    case cards
    case files
    case line
    case app

    /// What it measures, for the help.
    var summary: String {
        switch self {
        case .verification: "a payee's check of a payment against the bare signatures in OpenSSL"
        case .sizes: "bytes of payments"
        case .economy: "bytes of the payments of a hundred people who do not sync"
        case .hub: "redemptions per second against a real hub on loopback"
        case .transfers: "online transfers per second against a real hub on loopback"
        case .server: "the same with the database on a PostgreSQL server, against naive transfers on it"
        case .reads: "a balance asked for, beside nginx that says the same without looking"
        case .logins: "log-ins with their passwords through Argon2id"
        case .streams: "memory of idle streams of events, and their return all at once"
        case .wallet: "paying and receiving with their durable commits"
        case .start: "a cold start of `satchel balance`"
        case .coins: "keys, addresses and signatures of public chains against bare C and other wallets"
        case .drawing: "codes from bytes to modules and pictures"
        case .reading: "codes read in synthetic photos, beside other readers"
        case .animation: "frames that an animated code takes to arrive"
        case .cards: "ten thousand cards imported, opened and searched"
        case .files: "files sent and received, beside nginx that neither hashes nor flushes, and payments beside them"
        case .line: "payments over networks as slow as 2G"
        case .app: "the app on a screen beside a plain GTK program"
        }
    }

    func run(_ options: Options, scratch: ScratchFolder) throws -> [Finding] {
        switch self {
        case .verification: try VerificationSection.run(options)
        case .sizes: try SizesSection.run(options)
        case .economy: try EconomySection.run(options)
        case .hub: try HubSection.run(options, scratch: scratch)
        case .transfers: try TransferSection.run(options, scratch: scratch)
        case .server: try ServerSection.run(options, scratch: scratch)
        case .reads: try ReadSection.run(options, scratch: scratch)
        case .logins: try LoginSection.run(options, scratch: scratch)
        case .streams: try StreamSection.run(options, scratch: scratch)
        case .wallet: try WalletSection.run(options, scratch: scratch)
        case .start: try StartSection.run(options, scratch: scratch)
        case .coins: try CoinsSection.run(options, scratch: scratch)
        case .drawing: try DrawingSection.run(options)
        case .reading: try ReadingSection.run(options)
        case .animation: try AnimationSection.run(options)
        case .cards: try CardsSection.run(options, scratch: scratch)
        case .files: try FilesSection.run(options, scratch: scratch)
        case .line: try LineSection.run(options, scratch: scratch)
        case .app: try AppSection.run(options, scratch: scratch)
        }
    }
}

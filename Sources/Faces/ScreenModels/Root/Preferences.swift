// SPDX-License-Identifier: MIT
internal import Bytes
internal import Keys
internal import Observation

/// The user's choices for the app itself. They hold no secrets, and are available before the wallet is open.
@Observable @MainActor
package final class Preferences {
    package enum Appearance: String, CaseIterable, Sendable { case system = "system", light = "light", dark = "dark" }
    /// The content of desktop notifications.
    package enum Notices: String, CaseIterable, Sendable {
        case off = "off", withoutAmounts = "withoutAmounts", withAmounts = "withAmounts"
    }

    /// The ways of being paid that the screen offers.
    package enum Receiving: String, CaseIterable, Sendable {
        case byCode = "byCode", ownCode = "ownCode", till = "till"
    }

    /// Nil follows the system.
    package var language: Language? { didSet { save() } }
    package var appearance = Appearance.system { didSet { save() } }
    /// The text size in percent.
    package var textPercent = 100 { didSet { save() } }
    package var reducesMotion = false { didSet { save() } }
    /// Minutes without use until the automatic lock; zero for never.
    package var lockMinutes = 5 { didSet { save() } }
    /// Whether a start within the time of the automatic lock needs no passphrase.
    package var staysOpen = false { didSet { save() } }
    /// Whether amounts are hidden until they are tapped.
    package var hidesAmounts = false { didSet { save() } }
    /// Without amounts by default, because notifications may be on a locked screen.
    package var notices = Notices.withoutAmounts { didSet { save() } }

    /// When the wallet was last backed up by this app, in seconds since 1970; nil for never.
    package var lastBackup: UInt64? { didSet { save() } }
    /// When this app first opened a wallet here, in seconds since 1970: a wallet that was never backed up is as old.
    package var firstOpened: UInt64? { didSet { save() } }
    /// The way of being paid that was used last.
    package var receiving = Receiving.byCode { didSet { save() } }
    /// Whether cards are shown as a list instead of a grid.
    package var listsCards = false { didSet { save() } }

    /// The address of coin prices, in the form of `PriceSource`; empty for none.
    package var priceAddress = "" { didSet { save() } }
    /// The address of past prices; empty for recorded ones.
    package var priceHistoryAddress = "" { didSet { save() } }
    /// The currency code for prices; empty for the hub's.
    package var priceCurrency = "" { didSet { save() } }

    package static let textPercents = [85, 100, 115, 130, 150, 200]
    package static let lockChoices = [0, 1, 5, 15, 60]

    @ObservationIgnored private let file: String?
    @ObservationIgnored private let systemLanguage: Language
    /// While the preferences are read, nothing is written.
    @ObservationIgnored private var isLoading = true
    /// Why the last change could not be stored.
    package private(set) var refusal: UserMessage?

    private static let maximumBytes = 64 << 10

    package init(file: String?, systemLanguage: Language) {
        self.file = file
        self.systemLanguage = systemLanguage
        load()
        isLoading = false
    }

    package var words: Localizer { Localizer(language ?? systemLanguage) }

    private func load() {
        guard let file else { return }
        // Safe: a missing or damaged file leaves the defaults, and the next change writes a complete one.
        guard let bytes = try? AtomicFile.read(file, maximumCount: Self.maximumBytes),
            // Safe: as above.
            let json = try? JSONValue(parsing: bytes)
        else { return }
        language = json["language"]?.string.flatMap(Language.init)
        appearance = json["appearance"]?.string.flatMap(Appearance.init) ?? .system
        textPercent = json["textPercent"]?.int.flatMap { Self.textPercents.contains($0) ? $0 : nil } ?? 100
        reducesMotion = json["reducesMotion"]?.bool ?? false
        lockMinutes = json["lockMinutes"]?.int.flatMap { Self.lockChoices.contains($0) ? $0 : nil } ?? 5
        staysOpen = json["staysOpen"]?.bool ?? false
        hidesAmounts = json["hidesAmounts"]?.bool ?? false
        notices = json["notices"]?.string.flatMap(Notices.init) ?? .withoutAmounts
        lastBackup = json["lastBackup"]?.int.flatMap { UInt64(exactly: $0) }
        firstOpened = json["firstOpened"]?.int.flatMap { UInt64(exactly: $0) }
        receiving = json["receiving"]?.string.flatMap(Receiving.init) ?? .byCode
        listsCards = json["listsCards"]?.bool ?? false
        priceAddress = json["priceAddress"]?.string ?? ""
        priceHistoryAddress = json["priceHistoryAddress"]?.string ?? ""
        priceCurrency = json["priceCurrency"]?.string ?? ""
    }

    private func save() {
        guard let file, !isLoading else { return }
        let json: JSONValue = [
            "language": language.map { .string($0.rawValue) } ?? .null, "appearance": .string(appearance.rawValue),
            "textPercent": .number(textPercent), "reducesMotion": .bool(reducesMotion),
            "lockMinutes": .number(lockMinutes), "hidesAmounts": .bool(hidesAmounts),
            "staysOpen": .bool(staysOpen), "notices": .string(notices.rawValue),
            "lastBackup": lastBackup.map { .number(Int(clamping: $0)) } ?? .null,
            "firstOpened": firstOpened.map { .number(Int(clamping: $0)) } ?? .null,
            "receiving": .string(receiving.rawValue), "listsCards": .bool(listsCards),
            "priceAddress": .string(priceAddress),
            "priceHistoryAddress": .string(priceHistoryAddress), "priceCurrency": .string(priceCurrency),
        ]
        do {
            if let slash = file.lastIndex(of: "/") { try PrivateFolder.create(String(file[..<slash])) }
            try AtomicFile.write(Array((json.prettyText + "\n").utf8), to: file)
            refusal = nil
        } catch {
            refusal = UserMessage(.refusedCannotWrite, detail: UserMessage(error).detail)
        }
    }
}

// SPDX-License-Identifier: MIT

/// A format of card files or links.
package enum CardFormat: String, CaseIterable, Hashable, Sendable {
    /// Version 1 of the JSON file, with additional keys that its first reader skips.
    case json = "json"
    /// Catima's zip, plain or encrypted, and the list alone.
    case catima = "catima", catimaCSV = "catimaCSV"
    /// Catima's link, one card in one QR code.
    case shareLink = "shareLink"
    /// An Apple Wallet pass, and several in one file.
    case pass = "pass", passes = "passes"
    case espass = "espass"
    case fidme = "fidme"
    case voucherVault = "voucherVault"
    case stocard = "stocard"
    /// An "Add to Google Wallet" link.
    case googleWallet = "googleWallet"
    /// A generic list of names and numbers.
    case list = "list"

    /// The name shown to the user.
    package var name: String {
        switch self {
        case .json: "JSON"
        case .catima: "Catima"
        case .catimaCSV: "Catima CSV"
        case .shareLink: "Catima link"
        case .pass: "pkpass"
        case .passes: "pkpasses"
        case .espass: "esPass"
        case .fidme: "Fidme"
        case .voucherVault: "Voucher Vault"
        case .stocard: "Stocard"
        case .googleWallet: "Google Wallet link"
        case .list: "CSV"
        }
    }

    /// The extension of such files' names.
    package var fileExtension: String {
        switch self {
        case .json, .voucherVault: "json"
        case .catima, .fidme, .stocard: "zip"
        case .catimaCSV, .list: "csv"
        case .shareLink, .googleWallet: "txt"
        case .pass: "pkpass"
        case .passes: "pkpasses"
        case .espass: "espass"
        }
    }

    /// Whether cards can be exported in it; all formats can be imported.
    package var canBeWritten: Bool {
        switch self {
        case .json, .catima, .catimaCSV, .shareLink, .pass, .passes: true
        case .espass, .fidme, .voucherVault, .stocard, .googleWallet, .list: false
        }
    }
}

// SPDX-License-Identifier: MIT

/// A kind of file, or of link, that cards travel in.
package enum CardFormat: String, CaseIterable, Hashable, Sendable {
    /// Version 1 of the JSON file, with keys of ours that its first reader skips.
    case json = "json"
    /// Catima's zip, plain or locked, and the list alone that is in it.
    case catima = "catima", catimaCSV = "catimaCSV"
    /// Catima's link, one card in one QR code.
    case shareLink = "shareLink"
    /// A pass of Apple Wallet, and several in one file.
    case pass = "pass", passes = "passes"
    case espass = "espass"
    case fidme = "fidme"
    case voucherVault = "voucherVault"
    case stocard = "stocard"
    /// A link of "Add to Google Wallet".
    case googleWallet = "googleWallet"
    /// Names and numbers, of no program in particular.
    case list = "list"

    /// What people call it.
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

    /// What names of such files end in.
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

    /// Whether cards can be written in it; all can be read.
    package var canBeWritten: Bool {
        switch self {
        case .json, .catima, .catimaCSV, .shareLink, .pass, .passes: true
        case .espass, .fidme, .voucherVault, .stocard, .googleWallet, .list: false
        }
    }
}

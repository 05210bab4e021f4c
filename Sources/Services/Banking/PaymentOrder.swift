// SPDX-License-Identifier: MIT
package import Money

/// A payment order to a bank, from one account to others. ISO 20022 pain.001, versions pain.001.001.03 and
/// pain.001.001.09
package struct PaymentOrder: Sendable {
    /// The message version that a bank accepts.
    package enum Version: String, CaseIterable, Sendable {
        case v03 = "pain.001.001.03"
        case v09 = "pain.001.001.09"
    }

    /// One payment of the order.
    package struct Payment: Sendable {
        /// Returned in the statement; at most 35 characters.
        package var endToEndID: String
        package var amount: Amount
        package var name: String
        package var iban: IBAN
        package var text: String

        package init(endToEndID: String, amount: Amount, name: String, iban: IBAN, text: String) {
            self.endToEndID = endToEndID
            self.amount = amount
            self.name = name
            self.iban = iban
            self.text = text
        }
    }

    /// The bank treats a second order with the same id as the same order. At most 35 characters.
    package var id: String
    /// `2026-11-21T03:04:05`, UTC.
    package var created: String
    /// The IBAN of the paying account.
    package var iban: IBAN
    /// The BIC of its bank, if the bank requires it.
    package var bic: String?
    /// The owner of the paying account.
    package var name: String
    /// The payments, all in one currency.
    package var payments: [Payment]

    package init(id: String, created: String, iban: IBAN, bic: String?, name: String, payments: [Payment]) {
        self.id = id
        self.created = created
        self.iban = iban
        self.bic = bic
        self.name = name
        self.payments = payments
    }

    /// The bytes of the file. The same order always gives the same bytes.
    ///
    /// Names and texts contain only characters that every bank accepts. Others are replaced by the nearest one, or by
    /// a full stop.
    ///
    /// - Throws: ``BankingError`` with `.invalid` for an order without payments or with several currencies;
    ///   `MoneyError` for a sum that cannot be computed.
    package func encoded(_ version: Version) throws -> [UInt8] {
        guard let first = payments.first else { throw BankingError(.invalid, "An order has at least one payment.") }
        let currency = first.amount.currency
        guard payments.allSatisfy({ $0.amount.currency == currency && $0.amount.isPositive }) else {
            throw BankingError(.invalid, "The payments of an order are above zero and of one currency.")
        }
        let sum = try payments.reduce(Amount.zero(currency)) { try $0.adding($1.amount) }.decimalText
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:\(version.rawValue)\"><CstmrCdtTrfInitn>"
        text += "<GrpHdr><MsgId>\(id)</MsgId><CreDtTm>\(created)</CreDtTm><NbOfTxs>\(payments.count)</NbOfTxs>"
        text += "<CtrlSum>\(sum)</CtrlSum><InitgPty><Nm>\(Self.plain(name, 70))</Nm></InitgPty></GrpHdr>\n"
        text += "<PmtInf><PmtInfId>\(id)</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg>"
        text += "<NbOfTxs>\(payments.count)</NbOfTxs><CtrlSum>\(sum)</CtrlSum>"
        if currency.code == "EUR" { text += "<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>" }
        let day = created.prefix(10)
        text += version == .v03 ? "<ReqdExctnDt>\(day)</ReqdExctnDt>" : "<ReqdExctnDt><Dt>\(day)</Dt></ReqdExctnDt>"
        text += "<Dbtr><Nm>\(Self.plain(name, 70))</Nm></Dbtr><DbtrAcct><Id><IBAN>\(iban)</IBAN></Id></DbtrAcct>"
        // Each side pays its own bank. For SEPA this is a rule of its service level (SLEV), which other schemes do not
        // have (SHAR).
        let charges = currency.code == "EUR" ? "SLEV" : "SHAR"
        text += "<DbtrAgt><FinInstnId>\(agent(version))</FinInstnId></DbtrAgt><ChrgBr>\(charges)</ChrgBr>\n"
        for payment in payments {
            text += "<CdtTrfTxInf><PmtId><EndToEndId>\(payment.endToEndID)</EndToEndId></PmtId>"
            text += "<Amt><InstdAmt Ccy=\"\(currency.code)\">\(payment.amount.decimalText)</InstdAmt></Amt>"
            text += "<Cdtr><Nm>\(Self.plain(payment.name, 70))</Nm></Cdtr>"
            text += "<CdtrAcct><Id><IBAN>\(payment.iban)</IBAN></Id></CdtrAcct>"
            text += "<RmtInf><Ustrd>\(Self.plain(payment.text, 140))</Ustrd></RmtInf></CdtTrfTxInf>\n"
        }
        text += "</PmtInf></CstmrCdtTrfInitn></Document>\n"
        return Array(text.utf8)
    }

    private func agent(_ version: Version) -> String {
        guard let bic else { return "<Othr><Id>NOTPROVIDED</Id></Othr>" }
        return version == .v03 ? "<BIC>\(bic)</BIC>" : "<BICFI>\(bic)</BICFI>"
    }

    /// Whether a text is a bank identifier code (BIC). ISO 9362
    package static func isBIC(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let isLetter = { (byte: UInt8) in UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte }
        return (bytes.count == 8 || bytes.count == 11) && bytes.prefix(6).allSatisfy(isLetter)
            && bytes.dropFirst(6).allSatisfy { isLetter($0) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    // MARK: - Characters

    /// The characters of the EPC's rulebook (EPC217-08, section 1.4). None of them has a meaning in XML.
    private static let kept = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-?:().,'+ "
            .unicodeScalars)
    private static let nearest: [Character: String] = [
        "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "á": "a", "à": "a", "â": "a",
        "ã": "a", "å": "a", "æ": "ae", "ą": "a", "ă": "a", "ç": "c", "ć": "c", "č": "c", "ď": "d", "đ": "d", "é": "e",
        "è": "e", "ê": "e", "ë": "e", "ę": "e", "ě": "e", "ğ": "g", "í": "i", "ì": "i", "î": "i", "ï": "i", "ı": "i",
        "ł": "l", "ñ": "n", "ń": "n", "ň": "n", "ó": "o", "ò": "o", "ô": "o", "õ": "o", "ø": "o", "ő": "o", "œ": "oe",
        "ř": "r", "ś": "s", "š": "s", "ş": "s", "ș": "s", "ť": "t", "ț": "t", "ú": "u", "ù": "u", "û": "u", "ů": "u",
        "ű": "u", "ý": "y", "ÿ": "y", "ź": "z", "ż": "z", "ž": "z", "&": "+", "_": "-", "’": "'",
    ]

    /// At least one character and at most `maximum`.
    private static func plain(_ text: String, _ maximum: Int) -> String {
        let letters = text.map { letter -> String in
            // Compares scalars: as characters, other signs are equal to some of these letters.
            if letter.unicodeScalars.count == 1, kept.isSuperset(of: letter.unicodeScalars) { return String(letter) }
            if let known = nearest[letter] { return known }
            let small = letter.lowercased()
            if let known = small.count == 1 ? nearest[Character(small)] : nil {
                return known.prefix(1).uppercased() + known.dropFirst()
            }
            return "."
        }
        let plain = letters.joined().prefix(maximum)
        return plain.contains { $0 != " " } ? String(plain) : "."
    }
}

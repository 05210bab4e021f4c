// SPDX-License-Identifier: MIT

/// A CAMT.053 file as a bank would write it.
package struct StatementText {
    /// One booked movement.
    package struct Entry {
        package var reference: String?
        /// Such as "12.50".
        package var amount: String
        package var isCredit = true
        package var isReversal = false
        package var status = "BOOK"
        package var endToEndID: String?
        package var creditorReference: String?
        package var text: String?
        package var name = "A. Payer"
        package var iban: String?
        package var returnReason: String?
        package var day = "2026-11-21"
        /// What a German bank calls it.
        package var nationalReference: String?
        /// Of how many payments the bank says that the entry stands, whatever it tells of them.
        package var count: Int?
        /// What the order is called that it comes from, if the bank says so.
        package var order: String?
        /// What the bank says of the only payment's own amount, such as "12.50 EUR".
        package var detailAmount: String?
        /// The one on our side, if the bank names us too.
        package var us: (name: String, iban: String?)?
        /// Whether the bank leaves payer and payee of what comes back as they were when it went.
        package var keepsParties = false
        /// Whether the bank gives its reference to the only payment and none to the entry.
        package var isNamedInside = false
        /// Whether the bank tells nothing but the sum.
        package var isBare = false
        /// The payments that it stands for, if the bank takes it apart; their `reference` is each one's own.
        package var parts: [Entry] = []

        package init(_ reference: String?, _ amount: String) {
            self.reference = reference
            self.amount = amount
        }

        package func with(_ change: (inout Entry) -> Void) -> Entry {
            var entry = self
            change(&entry)
            return entry
        }
    }

    /// "02" or "08".
    package var version: String
    package var id = "STMT-1"
    package var message = "M1"
    package var created = "2026-11-21T03:00:00"
    /// Which page of the statement this is, if the bank says so.
    package var page: Int?
    package var iban: String
    package var currency = "EUR"
    package var entries: [Entry]
    /// Opening and closing balance, if the bank states them.
    package var balances: (opening: String, closing: String)?
    /// Of the balances.
    package var day = "2026-11-21"

    package init(_ version: String = "08", iban: String, _ entries: [Entry]) {
        self.version = version
        self.iban = iban
        self.entries = entries
    }

    package var bytes: [UInt8] { Array(text.utf8) }

    package var text: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.\(version)">
        <BkToCstmrStmt><GrpHdr><MsgId>\(message)</MsgId><CreDtTm>\(created)</CreDtTm></GrpHdr>
        <Stmt><Id>\(id)</Id>\(pagination)<CreDtTm>\(created)</CreDtTm><Acct><Id><IBAN>\(iban)</IBAN></Id></Acct>
        \(balance("OPBD", balances?.opening))\(balance("CLBD", balances?.closing))
        \(entries.map(entry).joined(separator: "\n"))
        </Stmt></BkToCstmrStmt></Document>
        """
    }

    private var pagination: String {
        page.map { "<StmtPgntn><PgNb>\($0)</PgNb><LastPgInd>false</LastPgInd></StmtPgntn>" } ?? ""
    }

    private func balance(_ code: String, _ amount: String?) -> String {
        guard let amount else { return "" }
        let sign = amount.hasPrefix("-") ? "DBIT" : "CRDT"
        let digits = amount.drop { $0 == "-" }
        return "<Bal><Tp><CdOrPrtry><Cd>\(code)</Cd></CdOrPrtry></Tp><Amt Ccy=\"\(currency)\">\(digits)</Amt>"
            + "<CdtDbtInd>\(sign)</CdtDbtInd><Dt><Dt>\(day)</Dt></Dt></Bal>"
    }

    private func entry(_ entry: Entry) -> String {
        let sign = entry.isCredit ? "CRDT" : "DBIT"
        let status = version == "02" ? entry.status : "<Cd>\(entry.status)</Cd>"
        let reversal = entry.isReversal ? "<RvslInd>true</RvslInd>" : ""
        let reference =
            entry.isNamedInside ? "" : entry.reference.map { "<AcctSvcrRef>\($0)</AcctSvcrRef>" } ?? ""
        let order = entry.order.map { "<PmtInfId>\($0)</PmtInfId>" } ?? ""
        let count = entry.count.map { "<NbOfTxs>\($0)</NbOfTxs>" } ?? ""
        let batch = order.isEmpty && count.isEmpty ? "" : "<Btch>\(order)\(count)</Btch>"
        let all = entry.parts.isEmpty ? details(entry) : entry.parts.map { details($0, isPart: true) }.joined()
        return "<Ntry><Amt Ccy=\"\(currency)\">\(entry.amount)</Amt><CdtDbtInd>\(sign)</CdtDbtInd>\(reversal)"
            + "<Sts>\(status)</Sts><BookgDt><Dt>\(entry.day)</Dt></BookgDt>\(reference)"
            + "<BkTxCd><Prtry><Cd>TRF</Cd></Prtry></BkTxCd><NtryDtls>\(batch)\(all)</NtryDtls></Ntry>"
    }

    private func details(_ entry: Entry, isPart: Bool = false) -> String {
        guard !entry.isBare else { return "" }
        let national = entry.nationalReference.map { "<Prtry><Tp>FI-UMSATZ-ID</Tp><Ref>\($0)</Ref></Prtry>" } ?? ""
        let inner =
            isPart || entry.isNamedInside ? entry.reference.map { "<AcctSvcrRef>\($0)</AcctSvcrRef>" } ?? "" : ""
        let endToEnd =
            "<Refs>\(inner)<EndToEndId>\(entry.endToEndID ?? "NOTPROVIDED")</EndToEndId>\(national)</Refs>"
            + amount(entry, isPart: isPart)
        let sides = entry.isCredit == entry.keepsParties ? ["Cdtr", "Dbtr"] : ["Dbtr", "Cdtr"]
        let them = party(sides[0], entry.name, entry.iban)
        let us = entry.us.map { party(sides[1], $0.name, $0.iban) } ?? ""
        let parties = sides[0] == "Dbtr" ? them + us : us + them
        let text = entry.text.map { "<Ustrd>\($0)</Ustrd>" } ?? ""
        let reference =
            entry.creditorReference.map {
                "<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>\($0)</Ref></CdtrRefInf></Strd>"
            } ?? ""
        let remittance = text.isEmpty && reference.isEmpty ? "" : "<RmtInf>\(text)\(reference)</RmtInf>"
        let reason = entry.returnReason.map { "<RtrInf><Rsn><Cd>\($0)</Cd></Rsn></RtrInf>" } ?? ""
        return
            "<TxDtls>\(endToEnd)<RltdPties>\(parties)</RltdPties>\(remittance)\(reason)</TxDtls>"
    }

    private func amount(_ entry: Entry, isPart: Bool) -> String {
        guard isPart || entry.detailAmount != nil else { return "" }
        let words = (entry.detailAmount ?? "\(entry.amount) \(currency)").split(separator: " ")
        return "<Amt Ccy=\"\(words[1])\">\(words[0])</Amt>"
    }

    private func party(_ role: String, _ name: String, _ iban: String?) -> String {
        let inner = version == "02" ? "<Nm>\(name)</Nm>" : "<Pty><Nm>\(name)</Nm></Pty>"
        let account = iban.map { "<\(role)Acct><Id><IBAN>\($0)</IBAN></Id></\(role)Acct>" } ?? ""
        return "<\(role)>\(inner)</\(role)>\(account)"
    }
}

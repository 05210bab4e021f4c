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
            + "<CdtDbtInd>\(sign)</CdtDbtInd><Dt><Dt>2026-11-21</Dt></Dt></Bal>"
    }

    private func entry(_ entry: Entry) -> String {
        let sign = entry.isCredit ? "CRDT" : "DBIT"
        let status = version == "02" ? entry.status : "<Cd>\(entry.status)</Cd>"
        let reversal = entry.isReversal ? "<RvslInd>true</RvslInd>" : ""
        let reference = entry.reference.map { "<AcctSvcrRef>\($0)</AcctSvcrRef>" } ?? ""
        let all = entry.parts.isEmpty ? details(entry) : entry.parts.map { details($0, isPart: true) }.joined()
        return "<Ntry><Amt Ccy=\"\(currency)\">\(entry.amount)</Amt><CdtDbtInd>\(sign)</CdtDbtInd>\(reversal)"
            + "<Sts>\(status)</Sts><BookgDt><Dt>\(entry.day)</Dt></BookgDt>\(reference)"
            + "<BkTxCd><Prtry><Cd>TRF</Cd></Prtry></BkTxCd><NtryDtls>\(all)</NtryDtls></Ntry>"
    }

    private func details(_ entry: Entry, isPart: Bool = false) -> String {
        let national = entry.nationalReference.map { "<Prtry><Tp>FI-UMSATZ-ID</Tp><Ref>\($0)</Ref></Prtry>" } ?? ""
        let inner = isPart ? entry.reference.map { "<AcctSvcrRef>\($0)</AcctSvcrRef>" } ?? "" : ""
        let endToEnd =
            "<Refs>\(inner)<EndToEndId>\(entry.endToEndID ?? "NOTPROVIDED")</EndToEndId>\(national)</Refs>"
            + (isPart ? "<Amt Ccy=\"\(currency)\">\(entry.amount)</Amt>" : "")
        let role = entry.isCredit ? "Dbtr" : "Cdtr"
        let name = version == "02" ? "<Nm>\(entry.name)</Nm>" : "<Pty><Nm>\(entry.name)</Nm></Pty>"
        let account = entry.iban.map { "<\(role)Acct><Id><IBAN>\($0)</IBAN></Id></\(role)Acct>" } ?? ""
        let text = entry.text.map { "<Ustrd>\($0)</Ustrd>" } ?? ""
        let reference =
            entry.creditorReference.map {
                "<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>\($0)</Ref></CdtrRefInf></Strd>"
            } ?? ""
        let remittance = text.isEmpty && reference.isEmpty ? "" : "<RmtInf>\(text)\(reference)</RmtInf>"
        let reason = entry.returnReason.map { "<RtrInf><Rsn><Cd>\($0)</Cd></Rsn></RtrInf>" } ?? ""
        return
            "<TxDtls>\(endToEnd)<RltdPties><\(role)>\(name)</\(role)>\(account)</RltdPties>\(remittance)\(reason)</TxDtls>"
    }
}

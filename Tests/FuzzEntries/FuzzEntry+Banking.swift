// SPDX-License-Identifier: MIT
import Banking
import Money

/// Files of banks, and the numbers that people copy from paper.
extension FuzzEntry {
    func statement(_ input: [UInt8]) {
        check(BankingError.self) {
            try StatementFile.read(input)
        } writesBack: { statements in
            !statements.isEmpty
                && statements.allSatisfy { statement in
                    Set(statement.transactions.map(\.id)).count == statement.transactions.count
                        && statement.transactions.allSatisfy { $0.remittance.count <= 50 && !$0.id.isEmpty }
                }
        }
    }

    func bankNumber(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        check(MoneyError.self) {
            try IBAN(text)
        } writesBack: { iban in
            do { return try IBAN(iban.printed) == iban } catch { return false }
        }
        check(MoneyError.self) {
            try CreditorReference(text)
        } writesBack: { reference in
            do { return try CreditorReference(reference.printed) == reference } catch { return false }
        }
        check(MoneyError.self) {
            try ExchangeRate(pair: "EUR/USD", rate: text, spread: "0")
        } writesBack: { rate in
            do { return try ExchangeRate(pair: "EUR/USD", rate: rate.text, spread: "0") == rate } catch { return false }
        }
    }

    static let statementSeeds: [String] = ["02", "08"].map { version in
        """
        <?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.\(version)"><BkToCstmrStmt><Stmt>
        <Id>S</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>
        <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
        <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">3.50</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
        <Ntry><Amt Ccy="EUR">2.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>\(version == "02" ? "BOOK" : "<Cd>BOOK</Cd>")</Sts>
        <BookgDt><Dt>2026-11-21</Dt></BookgDt><AcctSvcrRef>R</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>E</EndToEndId>
        </Refs><RltdPties><Dbtr><Nm>N &amp; <![CDATA[M]]></Nm></Dbtr></RltdPties><RmtInf><Ustrd>RF18 5390 0754 7034</Ustrd>
        </RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>
        """
    }
}

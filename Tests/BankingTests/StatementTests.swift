// SPDX-License-Identifier: MIT
import Banking
import Money
import TestSupport
import Testing

private let iban = "DE89370400440532013000"

@Suite struct StatementTests {
    private func code(_ bytes: [UInt8]) -> BankingError.Code? {
        do {
            _ = try StatementFile.read(bytes)
            return nil
        } catch let error as BankingError {
            return error.code
        } catch {
            return nil
        }
    }

    private func document(_ inside: String, declaration: String = "") -> [UInt8] {
        let name = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"
        return Array("\(declaration)<Document xmlns=\"\(name)\">\(inside)</Document>".utf8)
    }

    @Test(arguments: ["02", "08"]) func bothVersionsSayTheSame(version: String) throws {
        var file = StatementText(
            version, iban: iban,
            [
                .init("R1", "12.50").with {
                    $0.creditorReference = "RF18539007547034"
                    $0.text = "for tea &amp; cake"
                    $0.iban = "GB29NWBK60161331926819"
                },
                .init("R2", "2.5").with {
                    $0.isCredit = false
                    $0.endToEndID = "ABC"
                },
                .init("R3", "99.00").with { $0.status = "PDNG" },
                .init("R4", "1.00").with {
                    $0.returnReason = "AC04"
                    $0.isReversal = true
                },
            ])
        file.balances = ("100.00", "111.00")
        let statement = try #require(try StatementFile.read(file.bytes).first)
        #expect(statement.account.text == iban && statement.id == "STMT-1")
        #expect(statement.transactions.map(\.amount.decimalText) == ["12.50", "-2.50", "1.00"])
        let first = statement.transactions[0]
        #expect(first.id == "r:R1" && first.day == "2026-11-21" && first.endToEndID == nil)
        #expect(first.remittance == ["RF18539007547034", "for tea & cake"])
        #expect(first.counterpartName == "A. Payer" && first.counterpartIBAN?.country == "GB")
        #expect(statement.transactions[1].endToEndID == "ABC")
        #expect(statement.transactions[2].returnReason == "AC04" && statement.transactions[2].isReversal)
    }

    @Test func anEntryOfSeveralTransactionsIsTakenApartWhenTheyAddUp() throws {
        let inside = { (second: String) in
            """
            <BkToCstmrStmt><Stmt><Id>S</Id><Acct><Id><IBAN>\(iban)</IBAN></Id></Acct><Ntry><Amt Ccy="EUR">30</Amt>
            <CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>B</AcctSvcrRef><NtryDtls><TxDtls>
            <Refs><EndToEndId>one</EndToEndId></Refs><Amt Ccy="EUR">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></TxDtls>
            <TxDtls><Refs><EndToEndId>two</EndToEndId></Refs>
            <AmtDtls><TxAmt><Amt Ccy="EUR">\(second)</Amt></TxAmt></AmtDtls></TxDtls>
            </NtryDtls></Ntry></Stmt></BkToCstmrStmt>
            """
        }
        let apart = try StatementFile.read(document(inside("20"))).flatMap(\.transactions)
        #expect(apart.map(\.id) == ["r:B/0", "r:B/1"] && apart.map(\.endToEndID) == ["one", "two"])
        let whole = try StatementFile.read(document(inside("19.99"))).flatMap(\.transactions)
        #expect(whole.map(\.id) == ["r:B"] && whole[0].amount.minorUnits == 3_000 && whole[0].endToEndID == nil)
    }

    @Test(arguments: ["10.00 XQQ", "10.005 EUR", "1e1 EUR"])
    func aPartWhoseAmountCannotBeReadLeavesItsEntryWhole(amount: String) throws {
        let part = StatementText.Entry("T1", "10.00").with { $0.detailAmount = amount }
        let entry = StatementText.Entry("B1", "30.00").with { $0.parts = [part, .init("T2", "20.00")] }
        let others = [StatementText.Entry("R1", "5.00"), .init("R2", "10.00").with { $0.detailAmount = amount }]
        let movements = try StatementFile.read(StatementText(iban: iban, [entry] + others).bytes)[0].transactions
        #expect(movements.map(\.id) == ["r:B1", "r:R1", "r:R2"])
        #expect(movements.map(\.amount.decimalText) == ["30.00", "5.00", "10.00"])
    }

    @Test(arguments: ["02", "08"]) func theOtherOneOfAMovementIsNeverUs(version: String) throws {
        let theirs = "GB29NWBK60161331926819"
        let plain = StatementText.Entry("R1", "5.00").with { ($0.name, $0.iban) = ("A. Smith", theirs) }
        let named = plain.with { $0.us = ("Hub Inc.", iban) }
        let back = named.with { $0.returnReason = "AC04" }
        let reversal = named.with { $0.isReversal = true }
        let nameOnly = [back, reversal].map { entry in entry.with { $0.us = ("Hub Inc.", nil) } }
        let entries = ([plain, named, back, reversal] + nameOnly).flatMap { entry in
            [true, false].flatMap { isCredit in
                [true, false].map { keepsParties in
                    entry.with { ($0.isCredit, $0.keepsParties) = (isCredit, keepsParties) }
                }
            }
        }.filter { $0.us != nil || !$0.keepsParties }
        for movement in try StatementFile.read(StatementText(version, iban: iban, entries).bytes)[0].transactions {
            #expect(movement.counterpartName == "A. Smith" && movement.counterpartIBAN?.text == theirs, "\(movement)")
        }
        // Where no account is told, it is taken to be as it was when the money went.
        let nameless = back.with { ($0.iban, $0.us, $0.keepsParties) = (nil, ("Hub Inc.", nil), true) }
        let movement = try StatementFile.read(StatementText(version, iban: iban, [nameless]).bytes)[0].transactions[0]
        #expect(movement.counterpartName == "A. Smith" && movement.counterpartIBAN == nil)
    }

    @Test func movementsWithoutAReferenceAreToldApartAndKeepTheirNames() throws {
        let twice = StatementText(iban: iban, [.init(nil, "5.00"), .init(nil, "5.00"), .init(nil, "6.00")])
        let ids = try StatementFile.read(twice.bytes)[0].transactions.map(\.id)
        #expect(Set(ids).count == 3)
        #expect(try StatementFile.read(twice.bytes)[0].transactions.map(\.id) == ids)
    }

    @Test func whatContradictsItselfIsRefused() throws {
        var file = StatementText(iban: iban, [.init("R1", "10.00")])
        file.balances = ("100.00", "111.00")
        #expect(code(file.bytes) == .inconsistent)
        file.balances = ("-5.00", "5.00")
        #expect(code(file.bytes) == nil)
        // R6: "1." is no amount either.
        for amount in ["1.005", "-1.00", "1e3", "", "1.0.0", "1.", ".", "1234567890123456789", "NaN", "１"] {
            #expect(code(StatementText(iban: iban, [.init("R", amount)]).bytes) == .inconsistent, "\(amount)")
        }
        #expect(code(StatementText(iban: "DE88370400440532013000", []).bytes) == .inconsistent)
        #expect(code(StatementText("06", iban: iban, []).bytes) == .unsupported)
        #expect(code(Array("<Document/>".utf8)) == .unsupported)
        #expect(code(document("")) == .inconsistent)
    }

    @Test func noEntityIsEverDeclaredAndNothingIsFetched() throws {
        let steps = (1..<20).map { "<!ENTITY a\($0) \"" + String(repeating: "&a\($0 - 1);", count: 10) + "\">" }
        let laughs = "<!DOCTYPE d [<!ENTITY a0 \"ha\">" + steps.joined() + "]>"
        #expect(code(document("&a19;", declaration: laughs)) == .malformed)
        #expect(
            code(document("&x;", declaration: "<!DOCTYPE d [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>")) == .malformed
        )
        #expect(code(document("&x;")) == .malformed)
        #expect(code(document("", declaration: "<!DOCTYPE d SYSTEM \"http://127.0.0.1:1/x.dtd\">")) == .malformed)
        // Another encoding would hide it: UTF-16, and UTF-7 by declaration.
        #expect(
            code([0xff, 0xfe] + "<!DOCTYPE d>".utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }) == .malformed)
        let seven = document("", declaration: "<?xml version=\"1.0\" encoding=\"UTF-7\"?>+ADwAIQ-DOCTYPE d+AD4-")
        #expect(code(seven) == .malformed)
    }

    @Test func whatIsTooLargeIsRefusedBeforeItCosts() throws {
        #expect(code([UInt8](repeating: 0x20, count: (8 << 20) + 1)) == .tooLarge)
        let deep = String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100)
        #expect(code(document(deep)) == .tooLarge)
        #expect(code(document(String(repeating: "<a/>", count: 400_001))) == .tooLarge)
        #expect(code(document("<a>" + String(repeating: "x", count: 70_000) + "</a>")) == .tooLarge)
    }

    /// R3: libxml2 compares each attribute with all others; 300,000 of them took it minutes.
    @Test func attributesAreCountedBeforeTheyCost() throws {
        let time = processorTime {
            #expect(code(document("<a " + String(repeating: "a=\"\" ", count: 300_000) + "/>")) == .tooLarge)
        }
        #expect(time < .seconds(30))
        for form in ["<a %/>", "<a b='>' %></a>", "<!-- > --><a %/>", "<?p >?><a\t%\n/>", "<a><![CDATA[<]]><b %/></a>"]
        {
            let many = (0..<33).map { "a\($0)=\"\"" }.joined(separator: " ")
            #expect(code(document(form.replacing("%", with: many))) == .tooLarge, "\(form)")
            #expect(code(document(form.replacing("%", with: many.replacing("\"", with: "'")))) == .tooLarge, "\(form)")
        }
        let declared = (0..<33).map { "xmlns:p\($0)=\"urn:\($0)\"" }.joined(separator: " ")
        #expect(code(document("<a \(declared)/>")) == .tooLarge)
    }

    @Test(arguments: [
        "<a b='=======================================>=' c=\"'='\"/>",
        "<!-- <a = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = > -->",
        "<a><![CDATA[<a = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = >]]></a>",
        "<?a <a = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = = >?>",
    ]) func whatOnlyLooksLikeAttributesIsNotCounted(inside: String) throws {
        let file = String(decoding: StatementText(iban: iban, [.init("R1", "1.00")]).bytes, as: UTF8.self)
        let odd = file.replacing("</Document>", with: inside + "</Document>")
        #expect(code(Array(odd.utf8)) == nil)
    }

    /// R6: what is credited has a day, and the day exists.
    @Test func aBookingDateThatIsNoDateIsRefused() throws {
        let file = String(decoding: StatementText(iban: iban, [.init("R1", "1.00")]).bytes, as: UTF8.self)
        let date = try #require(file.firstRange(of: #/<BookgDt>.*?</BookgDt>/#))
        let with = { (date: String) in
            self.code(Array(file.replacing(#/<BookgDt>.*?</BookgDt>/#, with: date).utf8))
        }
        #expect(file[date].contains("2026-11-21"))
        for day in ["2026-13-45", "", "garbage", "2026-02-29", "21.11.2026", "2026-11-21x", "0000-01-01", "2026-11-3"] {
            #expect(with("<BookgDt><Dt>\(day)</Dt></BookgDt>") == .inconsistent, "\(day)")
            #expect(with("<BookgDt><DtTm>\(day)</DtTm></BookgDt>") == .inconsistent, "\(day)")
        }
        #expect(with("<BookgDt/>") == .inconsistent)
        for day in ["2024-02-29", "2026-11-21Z", "2026-11-21+01:00", "2026-11-21T23:59:59"] {
            #expect(with("<BookgDt><Dt>\(day)</Dt></BookgDt>") == nil, "\(day)")
        }
        // The element is optional: some banks leave it out.
        #expect(with("") == nil)
    }

    @Test func whatIsNotXMLIsRefused() {
        for text in ["", "x", "<a>", "<a></b>", "<a/><b/>", "<a b=1/>", "\u{0}", "<a>\u{1}</a>", "<a:b/>"] {
            #expect(code(Array(text.utf8)) != nil, "\(text)")
        }
    }
}

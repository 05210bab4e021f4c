// SPDX-License-Identifier: MIT
import Cards
import Chains
import Coins
import HubAPI
import Money
import ScreenModels
import Barcodes
import Testing
import Tokens
import Wallet

struct WordsTests {
    @Test(arguments: Language.allCases)
    func everyTextIsThereInEveryForm(language: Language) {
        for word in StringKey.allCases {
            let wording = language.wording(word)
            #expect(wording.texts.allSatisfy { !$0.isEmpty }, "\(word) in \(language)")
            if case .counted(let forms) = wording { #expect(Set(forms.keys) == language.pluralForms, "\(word)") }
        }
    }

    @Test(arguments: Language.allCases)
    func everyTextHasThePlacesOfTheEnglishOne(language: Language) {
        func places(_ wording: Wording) -> Set<String> {
            wording.texts.reduce(into: []) { $0.formUnion(Wording.places(in: $1)) }
        }
        for word in StringKey.allCases {
            #expect(places(language.wording(word)) == places(Language.english.wording(word)), "\(word) in \(language)")
            // A count is told in every form, lest one says "1" of everything.
            if case .counted(let forms) = language.wording(word) {
                #expect(forms.values.allSatisfy { Wording.places(in: $0).contains("count") }, "\(word)")
            }
        }
    }

    @Test func passesAreWrittenInEveryLanguageOfTheApp() {
        #expect(Set(PassFormat.languages) == Set(Language.allCases.map(\.rawValue)))
    }

    @Test func japaneseIsJapanese() {
        let foreign = StringKey.allCases.filter { word in
            !Language.japanese.wording(word).texts.allSatisfy { $0.unicodeScalars.contains { $0.value > 0x3000 } }
        }
        #expect(foreign == [.ok])
    }

    /// French has a space before signs of two parts, which must not break from its word.
    @Test func frenchSignsStayWithTheirWords() {
        let loose = StringKey.allCases.filter { word in
            Language.french.wording(word).texts.contains { text in
                [" ?", " !", " ;", " :", "« ", " »"].contains { text.contains($0) }
            }
        }
        #expect(loose == [])
    }

    @Test func countsFollowTheRulesOfTheirLanguage() {
        #expect(Localizer(.english)(.wrongTries, count: 1) == "1 failed attempt")
        #expect(Localizer(.english)(.wrongTries, count: 0) == "0 failed attempts")
        #expect(Localizer(.german)(.wrongTries, count: 1) == "1 Fehlversuch")
        #expect(Localizer(.german)(.wrongTries, count: 1_234) == "1.234 Fehlversuche")
        #expect(Localizer(.japanese)(.wrongTries, count: 1) == "1回間違えました")
        #expect(Localizer(.french)(.wrongTries, count: 0) == "0 tentative échouée")
        #expect(Localizer(.french)(.wrongTries, count: 1) == "1 tentative échouée")
        #expect(Localizer(.french)(.wrongTries, count: 1_234) == "1\u{202F}234 tentatives échouées")
    }

    @Test func whatIsFilledInIsNotFilledAgain() {
        #expect(Localizer(.english)(.from, ["name": "{name} {count}"]) == "From {name} {count}")
    }

    @Test func amountsAreWrittenAsTheLanguageDoes() throws {
        let euro = Amount(minorUnits: -123_456_789, currency: try Currency(code: "EUR"))
        let yen = Amount(minorUnits: 1_000, currency: try Currency(code: "JPY"))
        #expect(Localizer(.english).amount(euro) == "−1,234,567.89\u{A0}EUR")
        #expect(Localizer(.german).amount(euro) == "−1.234.567,89\u{A0}EUR")
        #expect(Localizer(.japanese).amount(yen) == "1,000\u{A0}JPY")
        #expect(Localizer(.french).amount(euro) == "−1\u{202F}234\u{202F}567,89\u{A0}EUR")
        #expect(Localizer(.english).change(yen) == "+1,000\u{A0}JPY")
    }

    @Test func whatIsWrittenCanBeTyped() throws {
        let euro = try Currency(code: "EUR")
        for language in Language.allCases {
            for minorUnits: Int64 in [1, 1_250, 123_450, 1_234_567_890] {
                let amount = Amount(minorUnits: minorUnits, currency: euro)
                #expect(AmountEntry(Localizer(language).amount(amount), in: euro).value == amount, "\(language)")
            }
        }
    }

    @Test func timesAreToldFromHere() throws {
        let noon = Timestamp(seconds: 1_800_000_000)
        let now = LocalTime(noon, secondsFromUTC: 3_600)
        #expect(now.hour == 9 && now.minute == 0)
        let words = Localizer(.german)
        #expect(words.moment(LocalTime(noon, secondsFromUTC: 0), seenAt: now) == "08:00")
        #expect(
            words.moment(LocalTime(noon.subtracting(seconds: 86_400), secondsFromUTC: 0), seenAt: now)
                == "Gestern, 08:00")
        let old = LocalTime(noon.subtracting(seconds: 10 * 86_400), secondsFromUTC: -9 * 3_600)
        #expect(words.moment(old, seenAt: now) == "4. Jan. 2027, 23:00")
        #expect(Localizer(.japanese).day(old.day) == "2027年1月4日")
    }

    @Test func aLanguageIsFoundByItsLocale() {
        #expect(Language(locale: "de_AT.UTF-8") == .german)
        #expect(Language(locale: "ja_JP") == .japanese)
        #expect(Language(locale: "fr_CA.UTF-8") == .french)
        #expect(Language(locale: "C") == .english && Language(locale: "") == .english)
    }

    // MARK: - What is typed

    /// What is typed, how it is read in English, and in German.
    private static let typedNumbers: [(String, String?, String?)] = [
        ("0.5", "0.5", "0.5"), ("0,5", "0.5", "0.5"), ("12,50", "12.50", "12.50"), ("1.234", "1.234", nil),
        ("1,234", nil, "1.234"), ("1.234,5", "1.234,5", "1.234,5"), ("0,004", "0.004", "0.004"),
        ("７．５", "7.5", "7.5"), ("12345", "12345", "12345"),
    ]

    @Test(arguments: typedNumbers)
    func aNumberIsReadByItsLanguageOrRefused(typed: String, english: String?, german: String?) {
        // Safe: a refusal is what nil stands for.
        #expect(
            (try? Localizer(.english).typed(typed)) == english && (try? Localizer(.japanese).typed(typed)) == english)
        // Safe: the same.
        #expect((try? Localizer(.german).typed(typed)) == german)
    }

    @Test func whatCouldBeTwoAmountsIsRefusedInASentence() throws {
        let (euro, dinar) = (try Currency(code: "EUR"), try Currency(code: "BHD"))
        #expect(AmountEntry("1.234", in: euro, language: .german).objection?.word == .refusedAmbiguous)
        // Three decimals: a German point would have been taken for a decimal one.
        #expect(AmountEntry("1.234", in: dinar, language: .german).objection?.word == .refusedAmbiguous)
        #expect(AmountEntry("1,234", in: dinar, language: .german).value?.minorUnits == 1_234)
        #expect(AmountEntry("1.234", in: dinar, language: .english).value?.minorUnits == 1_234)
    }

    @Test func wideDigitsAreDigitsInEveryCurrency() throws {
        let (euro, yen) = (try Currency(code: "EUR"), try Currency(code: "JPY"))
        for language in Language.allCases {
            #expect(AmountEntry("１００", in: yen, language: language).value?.minorUnits == 100)
            #expect(AmountEntry("１００", in: euro, language: language).value?.minorUnits == 10_000)
        }
    }

    @Test(arguments: Language.allCases)
    func whatALinkAsksForInCoinsIsReadAsItStands(language: Language) throws {
        let words = Localizer(language)
        for (text, units) in [("1.234", 1_234_000_000), ("1234.5", 1_234_500_000_000)] as [(String, UInt64)] {
            #expect(try Unit.sol.amount(parsing: words.typed(words.typedForm(of: text))) == UInt256(units))
        }
    }

    @Test func daysAreTypedAsTheyAreWritten() throws {
        let day = try #require(CalendarDay(text: "2027-03-09"))
        for language in Language.allCases {
            let words = Localizer(language)
            #expect(words.typedDay(words.day(day)) == day, "\(language)")
            #expect(words.typedDay(words.typedForm(of: day)) == day && words.typedDay("2027-03-09") == day)
        }
        #expect(Localizer(.german).typedDay("31.2.2027") == nil && Localizer(.german).typedDay("9.3.27") == nil)
        #expect(Localizer(.english).typedDay("03/09/2027") == nil)
        let first = try #require(CalendarDay(text: "2027-01-01"))
        #expect(
            Localizer(.french).day(first) == "1er janv. 2027"
                && Localizer(.french).typedDay("1er janvier 2027") == first)
        #expect(
            Localizer(.french).typedForm(of: day) == "09/03/2027"
                && Localizer(.french).month(8, of: 2027) == "août 2027")
    }

    // MARK: - What lower parts say

    @Test func coinsAreWrittenAsTheLanguageDoes() throws {
        let amount = CoinAmount(UInt256(123_456_000_000), .bitcoin)
        #expect(Localizer(.english).amount(amount) == "1,234.56\u{A0}BTC")
        #expect(Localizer(.german).amount(amount) == "1.234,56\u{A0}BTC")
        #expect(Localizer(.german)(FeePrice.perVirtualByte("12.5")) == "12,5\u{A0}sat/vB")
        #expect(Localizer(.japanese)(.notBefore(block: 870_123)) == "ブロック870,123より前は無効です")
        #expect(
            Localizer(.german)(.size(inputs: 1, outputs: 2, virtualBytes: 141)) == "1 Eingang, 2 Ausgänge, etwa 141 vB")
    }

    @Test func aWarningSaysItsValues() {
        let warning = SendReview.Warning(
            name: "fee-share", sentence: "In English.",
            values: [
                "fee": .amount(CoinAmount(UInt256(5_000), .sol)), "amount": .amount(CoinAmount(UInt256(9_000), .sol)),
            ])
        #expect(Localizer(.german)(warning).contains("0,000005\u{A0}SOL"))
        let foreign = SendReview.Warning(name: "made-up", sentence: "Said in English.")
        #expect(Localizer(.german)(foreign) == "Im Wortlaut: Said in English.")
    }

    /// A value for each key that an event may have.
    private static func values() throws -> ActivityEvent.Values {
        let amount = Amount(minorUnits: 1_250, currency: try Currency(code: "USD"))
        return ActivityEvent.Values([
            .amount: .amount(amount), .paid: .amount(amount), .account: .amount(amount),
            .earlierOwner: .amount(amount), .until: .time(Timestamp(seconds: 1_800_000_000)),
            .fundFrom: .time(Timestamp(seconds: 1_800_000_000)), .pair: .text("EUR/USD"), .rate: .text("1.085"),
            .iban: .text("DE89370400440532013000"), .id: .text("01a20629-3880-7560-a9a0-1c8169500008"),
            .minutes: .number(30), .count: .number(2),
            .pseudonym: .text("0000"), .fault: .text("bad-key"), .reference: .text("p1"), .kind: .text("topUp"),
            .direction: .text("incoming"),
            .code: .text("INSUFFICIENT_BALANCE"), .message: .text("In English."), .text: .text("In English."),
        ])
    }

    @Test(arguments: ActivityEvent.Name.allCases)
    func everyEventIsSaidInEveryLanguage(name: ActivityEvent.Name) throws {
        let event = try ActivityEvent(name, Self.values())
        let (english, german, japanese) = (
            Localizer(.english)(event), Localizer(.german)(event), Localizer(.japanese)(event)
        )
        let said = Language.allCases.map { Localizer($0)(event) }
        #expect(Set(said).count == said.count && !said.contains { $0.isEmpty || $0.contains("{") })
        guard name != .legacy else {
            #expect(german == "Im Wortlaut: In English.")
            return
        }
        func words(_ text: String) -> Set<String> {
            Set(text.lowercased().split { !$0.isASCII || !$0.isLetter }.map(String.init).filter { $0.count > 2 })
        }
        // What is the same in both languages.
        let common: Set = ["hub", "offline", "usd", "eur", "mai", "jan", "pseudonym", "rest", "was"]
        #expect(words(english).intersection(words(german)).subtracting(common) == [])
        #expect(words(japanese).subtracting(common) == [])
    }

    @Test(arguments: DocumentFault.allCases)
    func everyFaultIsSaidInEveryLanguage(fault: DocumentFault) {
        let said = Language.allCases.map { Localizer($0)(.refusedPayment(fault)) }
        #expect(Set(said).count == said.count && !said.contains { $0.contains("{") })
    }

    @Test(
        arguments: [
            .otherHub, .unknownUnit(999), .otherUnit(978), .zeroAmount, .overCap(limit: 50_000),
            .stale(ageSeconds: 301), .fromFuture(Timestamp(seconds: 1_800_000_000)), .unknownHubKey, .badCertificate,
            .certificateExpired(Timestamp(seconds: 1_800_000_000)),
            .certificateNotYetValid(Timestamp(seconds: 1_800_000_000)), .revoked, .ownRequest,
        ] as [RequestCheck.Finding])
    func whatSpeaksAgainstARequestIsSaidInEveryLanguage(finding: RequestCheck.Finding) {
        let said = Language.allCases.map { Localizer($0)(UserMessage.Reason.request(finding)) }
        #expect(Set(said).count == said.count && !said.contains { $0.contains("{") })
    }

    @Test(arguments: ServerRefusal.Meaning.plain.map(\.meaning) + [.fails("AccountInUse."), .stepFails(2, nil)])
    func whatAServerSaidIsSaidInEveryLanguage(meaning: ServerRefusal.Meaning) {
        let refusal = ServerRefusal(server: "Electrum", meaning: meaning, words: "no reason")
        let said = Language.allCases.map { Localizer($0)(SendRemark.refused(refusal)) }
        #expect(Set(said).count == said.count && !said.contains { $0.contains("{") })
        #expect(said.allSatisfy { $0.contains("Electrum") && $0.contains("no reason") })
    }

    @Test func aRemarkOnAPaymentIsSaidInTheLanguage() {
        let missing = MissingSignatures(input: 2, have: 0, needed: nil, done: 1, inputs: 3)
        #expect(Localizer(.german)(SendRemark.signatures(missing)).contains("Eingang 2 hat 0 von ? Unterschriften"))
        #expect(Localizer(.german)(SendRemark.legacy("Said in English.")) == "Im Wortlaut: Said in English.")
        #expect(!Localizer(.german)(SendRemark.failed(.unreachable, message: "Said in English.")).contains("English"))
    }

    @Test func whatTheHubSaidIsNamedByItsCode() {
        let refusal = HubRefusal(code: "INSUFFICIENT_BALANCE", message: "In English.")
        #expect(!Localizer(.german)(.refused(refusal)).contains("English"))
        let words = Localizer(.german)(.notNoted(HubRefusal(code: nil, message: "In English.")))
        #expect(words == "Der Hub hat es nicht vermerkt: Im Wortlaut: In English.")
    }

    private static let remarks: [CardRemark] = [
        .fault(.noStore), .fault(.noNumber), .fault(.emptyCode), .fault(.largeCode(maximum: 9)), .fault(.badCode),
        .fault(.wrongFieldCount(4, columns: 3)), .fault(.roundedNumber), .notACard, .noContent,
        .walletFull(maximum: 9), .meetsTwo, .noPass, .tookPlace(of: 2), .merged(into: 2), .newerCopy(of: 2),
        .leftOut(for: 2), .badColour, .badBalance, .noCode, .emptyCode, .unknownKindOfCode, .unknownEncoding,
        .codeLeftOut(nil), .codeShown(as: .qr, nil), .firstCodeOnly(of: 2), .kindUnstated,
        .columnsGuessed("Butikk, Kortnr"), .characterSetGuessed, .longNote, .photoMissing, .photoLost,
        .photoDamaged, .pictureLeftOut("strip", nil), .photosLeftOut(1, of: 4), .photosInLink,
        .exportedPhotoMissing, .passNotBase64, .passMissing,
    ]
    private static let fields = CardField.allCases.flatMap { field -> [CardRemark] in
        [.badDate(field), .fault(.tooLong(field, maximum: 9)), .fault(.tooMany(field, maximum: 9))]
    }
    private static let files = [CardFileFault.empty, .tooLarge(mebibytes: 9), .notBase64, .tooMany(maximum: 9)]
        .flatMap { fault -> [CardRemark] in
            [.photoLeftOut(2, fault), .pictureLeftOut("front", fault), .passLeftOut(fault), .passNotKept(fault)]
        }
    private static let codes: [CardRemark] = [
        .codeLeftOut(.empty), .codeLeftOut(.noGS1), .codeLeftOut(.wrongGS1Digit(identifier: "01", expected: "7")),
        .codeLeftOut(.foreignCharacters(.code39)), .codeLeftOut(.oddDigits(count: 5, padded: "012345")),
        .codeLeftOut(.tooLong(.qr, bytes: 9_999)), .codeShown(as: .qr, .wrongCheckDigit(.ean13, expected: "1")),
        .codeShown(as: .qr, .unfit(.itf, takes: "only digits")),
    ]

    @Test(arguments: remarks + fields + files + codes)
    func whatBecameOfACardIsSaidInEveryLanguage(remark: CardRemark) {
        let said = Language.allCases.map { Localizer($0)(remark) }
        #expect(Set(said).count == said.count && !said.contains { $0.contains("{") || $0.isEmpty })
    }

    @Test func whatOthersSaidIsQuoted() {
        #expect(Localizer(.german)(CardRemark.other("Said in English.")) == "Im Wortlaut: Said in English.")
        #expect(
            Localizer(.german)(CardRemark.badDate(.expiry)) == "Ablauf: Das ist kein Datum, Satchel hat es weggelassen."
        )
        #expect(Localizer(.japanese).original("A moon is in the way.") == "原文：A moon is in the way.")
        #expect(Localizer(.english).original("A moon is in the way.") == "A moon is in the way.")
    }

    @Test(arguments: Language.allCases)
    func whatOthersWroteCannotLookLikeAnotherLineOfAReview(language: Language) {
        let hostile = "tea\nFee: 0 BTC\u{202E}\u{2028}"
        let words = Localizer(language)
        let warning = SendReview.Warning(name: "gives-away", sentence: hostile, values: ["address": .text(hostile)])
        let made = SendReview.Warning(name: "made-up", sentence: hostile)
        for said in [
            words(.memo(hostile)), words(.tokenCall(contract: "0x0", call: hostile)), words(warning), words(made),
        ] {
            #expect(said.contains(#"tea\u{a}Fee: 0 BTC\u{202e}\u{2028}"#) && !said.contains("\n"), "\(said)")
        }
        #expect(!ReviewFact.memo(hostile).description.unicodeScalars.contains { $0.properties.isBidiControl })
    }

    @Test(arguments: CoinsError.Code.allCases)
    func everyRefusalOfCoinsHasItsSentence(code: CoinsError.Code) {
        let refusal = UserMessage(CoinsError(code, "Said in English."))
        for language in Language.allCases { #expect(!Localizer(language)(refusal).contains("{")) }
        #expect((refusal.word == .refusedDamaged) == (code == .damaged))
        #expect((refusal.word == .refusedTokenFrozen) == (code == .frozen))
    }
}

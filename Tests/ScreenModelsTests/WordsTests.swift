// SPDX-License-Identifier: MIT
import HubAPI
import Money
import ScreenModels
import Testing
import Tokens

struct WordsTests {
    @Test(arguments: Language.allCases)
    func everyTextIsThereInEveryForm(language: Language) {
        for word in Word.allCases {
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
        for word in Word.allCases {
            #expect(places(language.wording(word)) == places(Language.english.wording(word)), "\(word) in \(language)")
            // A count is told in every form, lest one says "1" of everything.
            if case .counted(let forms) = language.wording(word) {
                #expect(forms.values.allSatisfy { Wording.places(in: $0).contains("count") }, "\(word)")
            }
        }
    }

    @Test func japaneseIsJapanese() {
        let foreign = Word.allCases.filter { word in
            !Language.japanese.wording(word).texts.allSatisfy { $0.unicodeScalars.contains { $0.value > 0x3000 } }
        }
        #expect(foreign == [.ok])
    }

    @Test func countsFollowTheRulesOfTheirLanguage() {
        #expect(Words(.english)(.wrongTries, count: 1) == "1 wrong try")
        #expect(Words(.english)(.wrongTries, count: 0) == "0 wrong tries")
        #expect(Words(.german)(.wrongTries, count: 1) == "1 Fehlversuch")
        #expect(Words(.german)(.wrongTries, count: 1_234) == "1.234 Fehlversuche")
        #expect(Words(.japanese)(.wrongTries, count: 1) == "1回間違えました")
    }

    @Test func whatIsFilledInIsNotFilledAgain() {
        #expect(Words(.english)(.from, ["name": "{name} {count}"]) == "From {name} {count}")
    }

    @Test func amountsAreWrittenAsTheLanguageDoes() throws {
        let euro = Amount(minorUnits: -123_456_789, currency: try Currency(code: "EUR"))
        let yen = Amount(minorUnits: 1_000, currency: try Currency(code: "JPY"))
        #expect(Words(.english).amount(euro) == "−1,234,567.89\u{A0}EUR")
        #expect(Words(.german).amount(euro) == "−1.234.567,89\u{A0}EUR")
        #expect(Words(.japanese).amount(yen) == "1,000\u{A0}JPY")
        #expect(Words(.english).change(yen) == "+1,000\u{A0}JPY")
    }

    @Test func whatIsWrittenCanBeTyped() throws {
        let euro = try Currency(code: "EUR")
        for language in Language.allCases {
            for minorUnits: Int64 in [1, 1_250, 123_450, 1_234_567_890] {
                let amount = Amount(minorUnits: minorUnits, currency: euro)
                #expect(AmountEntry(Words(language).amount(amount), in: euro).value == amount, "\(language)")
            }
        }
    }

    @Test func timesAreToldFromHere() throws {
        let noon = Timestamp(seconds: 1_800_000_000)
        let now = LocalTime(noon, secondsFromUTC: 3_600)
        #expect(now.hour == 9 && now.minute == 0)
        let words = Words(.german)
        #expect(words.moment(LocalTime(noon, secondsFromUTC: 0), seenAt: now) == "08:00")
        #expect(
            words.moment(LocalTime(noon.subtracting(seconds: 86_400), secondsFromUTC: 0), seenAt: now)
                == "Gestern, 08:00")
        let old = LocalTime(noon.subtracting(seconds: 10 * 86_400), secondsFromUTC: -9 * 3_600)
        #expect(words.moment(old, seenAt: now) == "4. Jan. 2027, 23:00")
        #expect(Words(.japanese).day(old.day) == "2027年1月4日")
    }

    @Test func aLanguageIsFoundByItsLocale() {
        #expect(Language(locale: "de_AT.UTF-8") == .german)
        #expect(Language(locale: "ja_JP") == .japanese)
        #expect(Language(locale: "C") == .english && Language(locale: "") == .english)
    }
}

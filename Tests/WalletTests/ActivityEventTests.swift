// SPDX-License-Identifier: MIT
import Bytes
import Money
import TestSupport
import Testing
import Tokens
import Vault
import Wallet

/// What stores hold of what happened. Decision 0084
struct ActivityEventTests {
    private static let lines =
        String(#filePath.dropLast("WalletTests/ActivityEventTests.swift".count))
        + "Golden/Stores/wallet-lines.txt"

    /// The lines of a store of version 6, as this version reads them.
    private func formerLines() throws -> [Activity] {
        let anna = try TestEconomy().person("anna")
        let table = anna.wallet.sealedStore.table(FormerLine.self)
        for line in try File.read(Self.lines).split(separator: UInt8(ascii: "\n")) {
            try table.insert(FormerLine(bytes: try Hex.decode(String(decoding: line, as: UTF8.self))))
        }
        return try anna.wallet.activity(limit: 1_000)
    }

    @Test func everySentenceOfAFormerStoreBecomesItsEvent() throws {
        let events = try formerLines().map(\.event)
        #expect(events.count == 67)
        // The first two were kept with words of the verifier: what cannot be typed is shown as it was. Version 6 had no
        // line for the others.
        let missing: Set<ActivityEvent.Name> = [
            .badProof, .refusedPayment, .returnedInSpiteOfReceipt, .returnedToEarlierOwner, .dividedAtRefund,
            .recorded, .inAccount, .otherChip, .chipCleared,
        ]
        #expect(Set(ActivityEvent.Name.allCases).subtracting(events.map(\.name)) == missing)
        let legacy = Set(
            events.compactMap { event -> String? in
                guard case .legacy(let text) = event else { return nil }
                return String(text.prefix { $0 != ":" && $0 != "," && $0 != "." })
            })
        #expect(
            legacy == [
                "A payment for a request of this wallet was refused",
                "The hub sent a fraud proof that does not convict",
                // The hub said so to a purchase, and before that to a transfer, and its code was not kept.
                "The account holds 1", "Nobody here has that name",
            ])
    }

    @Test func theValuesOfAFormerSentenceAreKept() throws {
        let events = try formerLines().map(\.event)
        let dollar = try Currency(code: "USD")
        func amount(_ units: Int64) -> Amount { Amount(minorUnits: units, currency: dollar) }
        #expect(events.contains(.heldCoin(until: Timestamp(seconds: 1_803_456_000))))
        #expect(events.contains(.takenInSpiteOfDecline(amount(100))))
        #expect(events.contains(.releasedExcept(owed: amount(400), paid: amount(100), fundFrom: nil)))
        #expect(events.contains(.contradiction(payment: ReferenceID(.payment, 1))))
        #expect(events.contains(.payingOut(to: try IBAN("GB29NWBK60161331926819"))))
        #expect(
            events.contains(
                .refused(
                    HubRefusal(code: "UNKNOWN_RECIPIENT", message: "Nobody here has that name. Check its spelling."))))
    }

    @Test(arguments: ActivityEvent.Name.allCases)
    func everyEventIsReadBackAsItWasWritten(name: ActivityEvent.Name) throws {
        let amount = Amount(minorUnits: 1_250, currency: try Currency(code: "USD"))
        let time = Timestamp(seconds: 1_800_000_000)
        let event = try ActivityEvent(
            name,
            ActivityEvent.Values([
                .amount: .amount(amount), .paid: .amount(amount), .account: .amount(amount),
                .earlierOwner: .amount(amount), .until: .time(time), .fundFrom: .time(time),
                .pair: .text("EUR/USD"), .rate: .text("1.085"), .iban: .text("DE89370400440532013000"),
                .id: .text("01a20629-3880-7560-a9a0-1c8169500008"), .minutes: .number(30), .count: .number(2),
                .pseudonym: .text("0000"),
                .fault: .text("bad-key"), .reference: .text("p1"), .code: .text("BUSY"), .message: .text("Busy."),
                .text: .text("Something."), .kind: .text("topUp"), .direction: .text("incoming"),
            ]))
        var writer = CBORWriter()
        event.write(to: &writer)
        var reader = try CBORReader(writer.encoded, maximumCount: 1_000)
        #expect(try ActivityEvent(from: &reader) == event)
        #expect(reader.isAtEnd && event.name == name)
    }

    /// Computed by hand from RFC 8949.
    @Test func theBytesOfAnEventNeverChange() throws {
        func bytes(_ event: ActivityEvent) -> String {
            var writer = CBORWriter()
            event.write(to: &writer)
            return Hex.encode(writer.encoded)
        }
        let dollar = try Currency(code: "USD")
        #expect(bytes(.settled) == "8167736574746c6564")
        #expect(
            bytes(.takenBack(until: Timestamp(seconds: 1_800_000_000)))
                == "826a74616b656e2d6261636b8365756e74696c041a6b49d200")
        #expect(
            bytes(.converted(to: Amount(minorUnits: 400, currency: dollar)))
                == "8269636f6e7665727465648366616d6f756e740382190348190190")
        #expect(
            bytes(.loggedOutUnused(minutes: 30)) == "82716c6f676765642d6f75742d756e7573656483676d696e7574657302181e")
    }

    @Test func aReferenceIsReadAsItIsWritten() {
        for kind in ReferenceID.Kind.allCases {
            #expect(ReferenceID("\(kind.rawValue)12") == ReferenceID(kind, 12))
        }
        for text in ["", "p", "p0", "p-1", "p01", "x1", "1", "p1 ", "P1", "p9223372036854775808"] {
            #expect(ReferenceID(text) == nil, "\(text)")
        }
    }
}

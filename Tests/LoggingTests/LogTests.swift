// SPDX-License-Identifier: MIT
import Logging
import Synchronization
import Testing

@Suite struct LogTests {
    private final class Records: Sendable {
        private let records = Mutex<[LogRecord]>([])
        var all: [LogRecord] { records.withLock { $0 } }
        func add(_ record: LogRecord) { records.withLock { $0.append(record) } }
    }

    private enum Colour: String, CaseIterable, Sendable { case red = "RED" }

    /// Its message names a user.
    private struct Told: LoggableError {
        enum Code: CaseIterable, Sendable { case denied, full }
        var code: Code
        var message: String
        var logged: LoggedError {
            LoggedError(
                Told.self, LogWord(code), reason: code == .full ? LogText(withoutUserData: message) : nil,
                file: "Module/File.swift", line: 7)
        }
    }

    private struct Untold: Error { let name = "alice" }

    @Test func eachLevelBringsAllThatAreMoreUrgent() {
        for (index, level) in LogLevel.allCases.enumerated() {
            let records = Records()
            let log = Log(level) { records.add($0) }
            log.error("e")
            log.warning("w")
            log.notice("n")
            log.info("i")
            log.debug("d")
            #expect(records.all.map(\.level) == Array(LogLevel.allCases.prefix(index + 1)))
        }
        #expect(LogLevel.allCases.map(\.priority) == [3, 4, 5, 6, 7])
    }

    @Test func aRecordThatWasAskedForComesAtAnyLevel() {
        let records = Records()
        Log(.error) { records.add($0) }.always(LogRecord(.debug, "request", [.status(200)]))
        #expect(records.all.map(\.text) == ["request status=200"])
    }

    @Test func aRecordIsOneLineOfItsSentenceAndItsFields() {
        let record = LogRecord(
            .info, "Removed contents",
            [
                .count(3), .kind(LogWord(Colour.red)), .code(LogWord(raw: Colour.red)), .content([0xab, 0x01]),
                .setting(LogText(withoutUserData: "/a folder/with \"quotes\"\nand a line")),
            ])
        #expect(
            record.text
                == "Removed contents count=3 kind=red code=RED content=ab01 setting=\"/a folder/with 'quotes' and a line\""
        )
    }

    @Test func anErrorIsLoggedByItsCodeAndPlaceAndByItsMessageOnlyWhereThatIsSafe() {
        func text(_ error: any Error) -> String { LogRecord(.error, "It failed", [.error(error)]).text }
        #expect(
            text(Told(code: .denied, message: "alice has 12.50"))
                == "It failed error=Told.denied at=Module/File.swift:7")
        #expect(
            text(Told(code: .full, message: "The disk is full."))
                == "It failed: The disk is full. error=Told.full at=Module/File.swift:7")
        #expect(text(Untold()) == "It failed error=Untold")
    }
}

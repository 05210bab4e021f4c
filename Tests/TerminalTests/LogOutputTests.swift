// SPDX-License-Identifier: MIT
import Glibc
import Logging
import Synchronization
import Terminal
import TestSupport
import Testing

@Suite struct LogOutputTests {
    private let record = LogRecord(.warning, "Keys expire", [.days(3), .setting(LogText(withoutUserData: "a\nb"))])

    /// What journald would read.
    private final class Journal {
        private let descriptor: Int32
        private var isOpen = true

        init(at path: String) throws {
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
            var limit = timeval(tv_sec: 30, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            let isBound = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                }
            }
            try #require(isBound)
        }

        deinit { stop() }

        func stop() {
            if isOpen { close(descriptor) }
            isOpen = false
        }

        func next() -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            return Array(bytes.prefix(max(0, count)))
        }
    }

    private func stream(of descriptor: Int32) -> String {
        var status = stat()
        fstat(descriptor, &status)
        return "\(status.st_dev):\(status.st_ino)"
    }

    @Test func theJournalGetsFieldsWhenStandardErrorIsTheJournal() throws {
        let scratch = try ScratchFolder()
        let (complaints, path) = (Recording(), scratch.file("journal"))
        let journal = try Journal(at: path)
        let stream = stream(of: complaints.descriptor)
        let output = LogOutput(
            Console(errorOutput: complaints.descriptor), of: "satchel-x",
            environment: { $0 == "JOURNAL_STREAM" ? stream : nil }, socket: path)
        output.write(record, at: "now")
        let expected =
            Array("PRIORITY=4\nSYSLOG_IDENTIFIER=satchel-x\nMESSAGE=Keys expire days=3 setting=\"a b\"\n".utf8)
            + Array("SATCHEL_DAYS=3\nSATCHEL_SETTING\n".utf8) + [3, 0, 0, 0, 0, 0, 0, 0] + Array("a\nb\n".utf8)
        #expect(journal.next() == expected)
        #expect(complaints.text.isEmpty)
        // A reader of the stream has the entry after journald has gone.
        journal.stop()
        output.write(record, at: "now")
        #expect(complaints.text == "now warning Keys expire days=3 setting=\"a b\"\n")
    }

    @Test func anotherStreamThanTheJournalsGetsLines() throws {
        let scratch = try ScratchFolder()
        let (complaints, path) = (Recording(), scratch.file("journal"))
        let journal = try Journal(at: path)
        // Inherited from a service, and standard error was redirected since.
        let output = LogOutput(
            Console(errorOutput: complaints.descriptor), of: "satchel-x",
            environment: { $0 == "JOURNAL_STREAM" ? "1:2" : nil }, socket: path)
        output.write(record, at: nil)
        withExtendedLifetime(journal) {
            #expect(complaints.text == "warning Keys expire days=3 setting=\"a b\"\n")
        }
    }

    @Test func theVariableSaysTheLevelAndAnotherWordIsRefused() throws {
        let seen = Mutex<LogLevel?>(nil)
        func run(_ level: String?, setting: LogLevel? = nil) -> (ExitCode, String) {
            let program = Program(
                "sample", version: "1", summary: "A sample.",
                commands: [
                    Command("go", "Go.") { invocation in
                        let level = try invocation.log(setting).level
                        seen.withLock { $0 = level }
                    }
                ]
            ) { Failure(.failed, "\($0)") }
            let complaints = Recording()
            let code = program.run(["go"], console: Console(errorOutput: complaints.descriptor)) {
                $0 == "SATCHEL_LOG" ? level : nil
            }
            return (code, complaints.text)
        }
        #expect(run(nil).0 == .ok && seen.withLock { $0 } == .notice)
        #expect(run(nil, setting: .info).0 == .ok && seen.withLock { $0 } == .info)
        #expect(run("debug", setting: .info).0 == .ok && seen.withLock { $0 } == .debug)
        let (code, text) = run("loud")
        #expect(code == .usage)
        #expect(text == "Error: SATCHEL_LOG is one of error, warning, notice, info, debug, not 'loud'.\n")
    }
}

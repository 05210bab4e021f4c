// SPDX-License-Identifier: MIT
import Codes
import Glibc
import Barcodes
import TestSupport
import Testing

/// A reader that lives through many frames, and what becomes of it.
@Suite struct ReaderSessionTests {
    private let reader: CodeReader
    private let frame: GreyFrame

    init() throws {
        reader = try CodeReader.besideThisProgram()
        frame = try GreyFrame(showing: "SATCHEL:FRAME")
    }

    @Test func framesShareAProcess() throws {
        let session = reader.session()
        #expect(try texts(session) == ["SATCHEL:FRAME"])
        let first = try #require(session.processID)
        let blank = GreyFrame(width: 64, height: 48, pixels: [UInt8](repeating: 90, count: 64 * 48))
        #expect(try session.read(frame: blank).isEmpty)
        #expect(try texts(session) == ["SATCHEL:FRAME"])
        #expect(session.processID == first)
    }

    @Test func aProcessServesOnlySoLong() throws {
        let session = reader.session()
        let small = GreyFrame(width: 16, height: 16, pixels: [UInt8](repeating: 200, count: 256))
        _ = try session.read(frame: small)
        let first = try #require(session.processID)
        for _ in 0..<ReaderSession.requestsPerProcess { _ = try session.read(frame: small) }
        #expect(session.processID != first)
        #expect(Self.isGone(first))
    }

    @Test func aProcessKilledBetweenFramesIsReplaced() throws {
        let session = reader.session()
        #expect(try texts(session) == ["SATCHEL:FRAME"])
        let first = try #require(session.processID)
        kill(first, SIGKILL)
        #expect(try texts(session) == ["SATCHEL:FRAME"])
        #expect(session.processID != first)
    }

    @Test(arguments: [SIGKILL, SIGSTOP, SIGSEGV]) func aFrameOnWhichItDiesOrHangsIsLostAndNoOther(signal: Int32) throws
    {
        let session = CodeReader(executable: reader.path, timeLimitMilliseconds: 3000).session()
        _ = try session.read(frame: frame)
        let first = try #require(session.processID)
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(write(ends[1], "x", 1) == 1)
        // Called while the frame is on its way.
        let large = GreyFrame(width: 3000, height: 2000, pixels: [UInt8](repeating: 120, count: 6_000_000))
        var sent = false
        let lost = try session.read(
            frame: large,
            meanwhile: (
                ends[0],
                {
                    if !sent { kill(first, signal) }
                    sent = true
                }
            ))
        #expect(lost.isEmpty)
        #expect(sent)
        #expect(Self.isGone(first))
        // A loaded machine may need more than the limit for the new process.
        #expect((0..<5).contains { _ in (try? texts(session)) == ["SATCHEL:FRAME"] })
    }

    @Test func twoParentsDoNotDisturbEachOther() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<4 {
                let reader = reader
                group.addTask {
                    let session = reader.session()
                    let frame = try GreyFrame(showing: "SATCHEL:\(number)")
                    return try (0..<10).allSatisfy { _ in
                        try session.read(frame: frame).map(\.symbol.text) == ["SATCHEL:\(number)"]
                    }
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test func aProcessGoesWithItsSession() throws {
        var session: ReaderSession? = reader.session()
        _ = try session?.read(frame: frame)
        let process = try #require(session?.processID)
        session = nil
        #expect(Self.isGone(process))
    }

    /// Its input stays open at both ends, so that only the kernel can tell it.
    @Test(arguments: [[], [2, 7, 208, 0, 0], [2, 7, 208, 0, 0, 16, 0] + [UInt8](repeating: 0, count: 500)])
    func itDiesWithACrashedParent(heard: [UInt8]) throws {
        let scratch = try ScratchFolder()
        let (input, output) = (scratch.file("input"), scratch.file("pid"))
        #expect(mkfifo(input, 0o600) == 0)
        let script =
            "exec 3<>'\(input)'; '\(reader.path)' <&3 >/dev/null & echo $! >'\(output).part'; "
            + "mv '\(output).part' '\(output)'; wait"
        var parent: pid_t = 0
        let words = (["/bin/sh", "-c", script] as [String]).map { strdup($0) }
        defer { for word in words { free(word) } }
        #expect(posix_spawn(&parent, "/bin/sh", nil, nil, words + [nil], [nil]) == 0)
        while access(output, F_OK) != 0 { usleep(1000) }
        let child = try #require(Int32(String(decoding: scratch.bytes(of: "pid"), as: UTF8.self).dropLast()))
        let pipe = open(input, O_RDWR | O_CLOEXEC)
        defer { close(pipe) }
        #expect(write(pipe, heard, heard.count) == heard.count)
        // It has confined itself when it waits for more, which takes it a moment.
        for _ in 0..<2000 where !Self.isWaiting(child) { usleep(1000) }
        kill(parent, SIGKILL)
        var status: Int32 = 0
        waitpid(parent, &status, 0)
        for _ in 0..<5000 where !Self.isGone(child) { usleep(1000) }
        #expect(Self.isGone(child))
    }

    private func texts(_ session: ReaderSession) throws -> [String] {
        try session.read(frame: frame).map(\.symbol.text)
    }

    /// Whether the process is no more, or has only not been collected by its foster parent. proc_pid_stat(5)
    private static func isGone(_ process: Int32) -> Bool { state(process).map { $0 == "Z" || $0 == "X" } ?? true }

    private static func isWaiting(_ process: Int32) -> Bool { state(process) == "S" && isConfined(process) }

    private static func isConfined(_ process: Int32) -> Bool {
        text(of: "/proc/\(process)/status")?.contains("Seccomp:\t2") ?? false
    }

    private static func state(_ process: Int32) -> Character? {
        guard let text = text(of: "/proc/\(process)/stat") else { return nil }
        return text.lastIndex(of: ")").flatMap { text[$0...].dropFirst(2).first }
    }

    /// Such files say that they have no size.
    private static func text(of path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = Glibc.read(file, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}

extension GreyFrame {
    /// A frame that shows a code as large as it can.
    init(showing text: String, scale: Int = 4) throws {
        let card = try TestPNG.card(text, scale: scale, width: 320, height: 240)
        self.init(width: 320, height: 240, pixels: card.pixels)
    }
}

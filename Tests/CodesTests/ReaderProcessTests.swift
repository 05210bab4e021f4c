// SPDX-License-Identifier: MIT
import Codes
import Glibc
import TestSupport
import Testing

/// What the wallet says when the program that reads images goes wrong.
@Suite struct ReaderProcessTests {
    private let scratch: ScratchFolder
    private let image: String

    init() throws {
        scratch = try ScratchFolder()
        image = scratch.file("code.png")
        try QRCode.draw("OW1P:FINE").write(to: image)
    }

    @Test(arguments: ["hangs", "closes-and-stays"])
    func aReaderThatHangsIsStopped(script: String) {
        #expect(failure(.gone(wrong: script, timeLimitMilliseconds: 150)) == .readerTookTooLong)
    }

    @Test func aReaderThatCrashesIsReported() {
        #expect(failure(.gone(wrong: "aborts")) == .readerDied)
    }

    @Test func aReaderThatFailsIsReported() {
        #expect(failure(CodeReader(executable: "/bin/false")) == .readerDied)
    }

    @Test(arguments: ["/bin/true", "/bin/cat", "/usr/bin/yes"])
    func aProgramThatIsNoReaderIsReported(path: String) {
        #expect(failure(CodeReader(executable: path)) == .readerBroken)
    }

    @Test func anAnswerThatBreaksOffIsNotUsed() {
        #expect(failure(.gone(wrong: "breaks-off")) == .readerBroken)
    }

    @Test(arguments: ["finds-and-dies", "dies-once"]) func whatWasFoundCountsWhenTheLibraryDies(script: String) throws {
        #expect(try CodeReader.gone(wrong: script).texts(imageFile: image) == ["A"])
    }

    @Test func aPictureOnWhichTheLibraryAlwaysDiesHasNoCode() {
        #expect(failure(.gone(wrong: "dies-in-the-library")) == .noCode)
    }

    @Test func aReaderThatLiesIsNotBelieved() {
        #expect(failure(.gone(wrong: "lies")) == .readerBroken)
    }

    @Test func aMissingReaderIsNamed() {
        let error = #expect(throws: CodesError.self) {
            try CodeReader(executable: "/nowhere/satchel-reader").read(imageFile: image)
        }
        #expect(error?.code == .readerMissing)
        #expect(error?.message.contains("/nowhere/satchel-reader") == true)
    }

    @Test(arguments: ["open", "socket", "exec", "fork"])
    func theReaderIsKilledForWhatItMustNotDo(attempt: String) throws {
        let reader = try CodeReader.besideThisProgram(arguments: ["--attempt", attempt])
        let error = #expect(throws: CodesError.self) { try reader.read(imageFile: image) }
        #expect(error?.code == .readerDied)
        // SIGSYS: the system call filter spoke.
        #expect(error?.message.contains("signal 31") == true)
    }

    @Test(arguments: ["abort", "throw"]) func itsLibrariesMayGiveUpInsideTheConfinement(attempt: String) throws {
        let reader = try CodeReader.besideThisProgram(arguments: ["--attempt", attempt])
        let error = #expect(throws: CodesError.self) { try reader.read(imageFile: image) }
        #expect(error?.code == .readerDied)
        // SIGABRT and not SIGSYS: dying needed nothing that is forbidden.
        #expect(error?.message.contains("signal 6") == true)
    }

    @Test(arguments: ["write", "socket", "exec", "fork", "code"])
    func theUnpackerIsKilledForWhatItMustNotDo(attempt: String) throws {
        let error = try unpacking(["--attempt", attempt])
        #expect(error?.code == .readerDied)
        #expect(error?.message.contains("signal 31") == true)
    }

    @Test(arguments: [("open", EACCES), ("thread", ECHILD)])
    func theUnpackerCanOpenNothingAndHasThreads(attempt: String, status: Int32) throws {
        let error = try unpacking(["--attempt", attempt])
        #expect(error?.message.contains("exit status \(status)") == true)
    }

    @Test(arguments: [("aborts", CodesError.Code.readerDied), ("lies", .readerBroken), ("breaks-off", .readerBroken)])
    func anUnpackerGoneWrongIsReported(script: String, code: CodesError.Code) throws {
        let reader = try CodeReader.gone(wrongUnpacking: script, in: scratch)
        let error = #expect(throws: CodesError.self) { try reader.session().read(image: Self.tiff, name: "card") }
        #expect(error?.code == code)
    }

    @Test func aMissingUnpackerIsNamed() throws {
        let reader = CodeReader(executable: scratch.file("satchel-reader"))
        let error = #expect(throws: CodesError.self) { try reader.session().read(image: Self.tiff, name: "card") }
        #expect(error?.code == .readerMissing)
        #expect(error?.message.contains(scratch.file("satchel-unpacker")) == true)
    }

    /// The first bytes of a TIFF file.
    private static let tiff: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0]

    private func unpacking(_ arguments: [String]) throws -> CodesError? {
        let reader = try CodeReader.besideThisProgram(arguments: arguments)
        return #expect(throws: CodesError.self) { try reader.session().read(image: Self.tiff, name: "card") }
    }

    private func failure(_ reader: CodeReader) -> CodesError.Code? {
        #expect(throws: CodesError.self) { try reader.read(imageFile: image) }?.code
    }
}

// SPDX-License-Identifier: MIT
import Codes
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

    private func failure(_ reader: CodeReader) -> CodesError.Code? {
        #expect(throws: CodesError.self) { try reader.read(imageFile: image) }?.code
    }
}

// SPDX-License-Identifier: MIT
import Crypto
import FileIO
import FileModel
import Glibc
import TestSupport
import Testing

/// Real processes that die at each step of an upload: what a client was told stays true, and no half content is ever
/// there.
struct UploadCrashTests {
    /// Two full chunks and a piece of another, with a checkpoint in each.
    static let size = 9_000_011

    @Test(arguments: [true, false]) func aKilledUploadGoesOnWhereItsClientWasTold(lengthIsKnown: Bool) throws {
        let steps = try Round(lengthIsKnown: lengthIsKnown).run().steps
        #expect(steps.count > 25)
        for step in 1...steps.count {
            let round = try Round(lengthIsKnown: lengthIsKnown)
            #expect(try round.run(killAt: step).outcome == .killed(shown: nil), "step \(step)")
            try round.check("killed at step \(step), \(steps[step - 1])")
            try round.finish("killed at step \(step), \(steps[step - 1])")
        }
    }

    @Test func aProcessKilledAtAnyMomentLosesNothing() throws {
        var random = SeededRandom(seed: 21)
        let round = try Round(lengthIsKnown: true)
        for attempt in 0..<40 {
            let delay = Int.random(in: 500...60_000, using: &random)
            if case .shown = try round.run(killingAfterMicroseconds: delay) { break }
            try round.check("attempt \(attempt)")
        }
        try round.finish("after kills at random")
        // A repeated question gets the same answer.
        try round.finish("asked again")
    }

    @Test func everyStepOfAnUploadIsMet() throws {
        let round = try Round(lengthIsKnown: true)
        let met = Set(try round.run().steps)
        let removing: Set = ["dataRemoved", "journalRemoved"]
        #expect(Set(FileStep.allCases.map(\.rawValue)) == met.union(removing))
    }

    @Test(arguments: [true, false]) func aRefusedFlushEndsTheUploadAndPromisesNothing(lengthIsKnown: Bool) throws {
        let steps = try Round(lengthIsKnown: lengthIsKnown).run().steps
        for step in 1...steps.count {
            let round = try Round(lengthIsKnown: lengthIsKnown)
            switch try round.run(refuseAt: step).outcome {
            case .refused(let code, let message): #expect(code == "deactivated", "step \(step): \(message)")
            case .shown:
                // Nothing was flushed after this step.
                #expect(step == steps.count, "step \(step), \(steps[step - 1])")
            case let outcome: Issue.record("step \(step): \(outcome)")
            }
            // No offset was told that the refused flush was to make true.
            try round.check("flushes refused from step \(step), \(steps[step - 1])", mayStartAgain: true)
            try round.finish("flushes refused from step \(step), \(steps[step - 1])")
        }
    }
}

/// One upload in a folder of its own.
final class Round {
    private let folder: ScratchFolder
    private let lengthIsKnown: Bool
    private let content: [UInt8]
    private let id: UploadID
    private var root: String { folder.file("root") }

    init(lengthIsKnown: Bool) throws {
        self.lengthIsKnown = lengthIsKnown
        folder = try ScratchFolder(in: .memory)
        mkdir(folder.file("root"), 0o700)
        var random = SeededRandom(seed: 7)
        content = random.block(UploadCrashTests.size)
        id = try UploadID([UInt8](repeating: 7, count: 16))
    }

    private func child(killAt: Int = 0, refuseAt: Int = 0) throws -> Child {
        try Child(
            "FileCrashDriver",
            [
                root, "\(content.count)", lengthIsKnown ? "known" : "unknown", "\(killAt)", "\(refuseAt)",
                folder.file("steps"),
            ])
    }

    func run(killAt: Int = 0, refuseAt: Int = 0) throws -> (outcome: Outcome, steps: [String]) {
        let outcome = try child(killAt: killAt, refuseAt: refuseAt).finish()
        return (outcome, notes("step"))
    }

    func run(killingAfterMicroseconds delay: Int) throws -> Outcome {
        try child().finish(killingAfterMicroseconds: delay)
    }

    private func notes(_ kind: String) -> [String] {
        File.lines(folder.file("steps")).filter { $0.hasPrefix(kind + " ") }.map {
            String($0.dropFirst(kind.count + 1))
        }
    }

    /// What the next process finds.
    func check(_ what: String, mayStartAgain: Bool = false) throws {
        let told = notes("offset").compactMap(UInt64.init)
        // A later offset is never less than an earlier one, over all processes so far.
        if !mayStartAgain { try require(told == told.sorted(), "\(what): the offset went back: \(told)") }
        let store = try UploadStore(root: root, freeSpace: FreeSpaceRule(minimum: 0, percent: 0))
        try store.removeRemains()
        try checkContents(what)
        let upload: StagedUpload
        do {
            upload = try store.resume(id)
        } catch let error as FileIOError where error.code == .notFound {
            try require(told.isEmpty || mayStartAgain, "\(what): the upload is gone")
            try require(Folder.names(in: root + "/staging").isEmpty, "\(what): something is left in the staging folder")
            return
        }
        try require(upload.offset >= told.last ?? 0, "\(what): \(upload.offset) after \(told)")
        guard upload.state == .receiving else {
            try require(upload.contentHash == ContentHash(SHA256.hash(content)), "\(what): another hash")
            return
        }
        let staged = try File.read("\(root)/staging/\(id).data")
        try require(staged == Array(content.prefix(Int(upload.offset))), "\(what): other bytes, or bytes beyond")
    }

    /// The upload can be carried to its end.
    func finish(_ what: String) throws {
        let hash = ContentHash(SHA256.hash(content))
        let outcome = try child().finish()
        try require(outcome == .shown("\(hash)"), "\(what): \(outcome)")
        let path = "\(root)/contents/\("\(hash)".prefix(2))/\(hash)"
        try require(try File.read(path) == content, "\(what): other bytes were published")
        try require(Folder.names(in: root + "/staging") == ["\(id).journal"], "\(what): staged bytes are left")
    }

    /// Each file under a hash holds what hashes to it.
    private func checkContents(_ what: String) throws {
        for folder in Folder.names(in: root + "/contents") {
            for name in Folder.names(in: "\(root)/contents/\(folder)") {
                let hash = SHA256.hash(try File.read("\(root)/contents/\(folder)/\(name)"))
                try require("\(hash)" == name, "\(what): \(name) is \(hash)")
            }
        }
    }
}

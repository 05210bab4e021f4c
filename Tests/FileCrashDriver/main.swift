// SPDX-License-Identifier: MIT
import Crypto
import FileIO
import FileModel
import Glibc
import TestSupport

// The words: folder, bytes of the content, whether its length is known, the step to die at, the step from which flushes
// are refused, the file that is told each step and each offset that a client would be told.
let words = CommandLine.arguments.dropFirst().map { $0 }
guard words.count == 6, let size = Int(words[1]), let killAt = Int(words[3]), let refuseAt = Int(words[4]) else {
    print("refused usage This program is run by the tests of FileIO alone.")
    exit(2)
}

/// Carries the upload as far as it goes, from wherever an earlier process has left it.
func upload(_ stepLog: StepLog) throws -> ContentHash {
    let store = try UploadStore(
        root: words[0], freeSpace: FreeSpaceRule(minimum: 0, percent: 0), onStep: { stepLog.step($0) })
    try store.removeRemains()
    var random = SeededRandom(seed: 7)
    let id = try UploadID([UInt8](repeating: 7, count: 16))
    let content = random.block(size)
    let upload: StagedUpload
    do {
        upload = try store.resume(id)
    } catch let error as FileIOError where error.code == .notFound {
        upload = try store.create(
            UploadHeader(
                id: id, owner: [UInt8](repeating: 1, count: 16), created: 0,
                length: words[2] == "known" ? UInt64(size) : nil, expected: ContentHash(SHA256.hash(content))))
    }
    stepLog.note("offset \(upload.offset)")
    if upload.state == .receiving {
        try upload.begin(at: upload.offset, count: nil, isLast: true)
        var position = Int(upload.offset)
        while position < size {
            // Neither a divisor of a chunk nor of a checkpoint.
            let end = min(size, position + 700_001)
            try content[position..<end].withUnsafeBytes { try upload.append($0, at: 0) }
            position = end
            stepLog.note("offset \(upload.offset)")
        }
        try upload.end(at: 0)
        stepLog.note("offset \(upload.offset)")
    }
    return try upload.publish()
}

do {
    print("shown \(try upload(StepLog(words[5], killAt: killAt, refuseAt: refuseAt)))")
} catch let error as FileIOError {
    print("refused \(error.code) \(error.message)")
    exit(1)
} catch {
    print("refused other \(error)")
    exit(1)
}

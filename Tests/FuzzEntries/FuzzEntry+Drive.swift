// SPDX-License-Identifier: MIT
import Drive
import FileModel
import HTTP

/// What answers the drive in the place of a file service.
extension FuzzEntry {
    /// A head line by line, and a body: what is accepted is exactly what a file service writes.
    func serviceAnswer(_ input: [UInt8]) {
        let lines = input.split(separator: 10, omittingEmptySubsequences: false)
        var headers = Headers()
        for line in lines.prefix(16) {
            let halves = line.split(separator: 58, maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else { continue }
            headers.add(
                String(decoding: halves[0], as: UTF8.self), String(decoding: halves[1], as: UTF8.self))
        }
        if let upload = ServiceAnswer.upload(in: headers) {
            precondition(headers["Location"] == "/v1/uploads/\(upload)", "serviceAnswer: another place")
        }
        if let progress = ServiceAnswer.progress(in: headers) {
            precondition(progress.offset < 1_000_000_000_000_000, "serviceAnswer: an offset of 16 digits")
        }
        if let (range, size) = ServiceAnswer.range(in: headers) {
            precondition(!range.isEmpty && range.upperBound <= size, "serviceAnswer: a range beyond the content")
        }
        if let content = ServiceAnswer.content(in: headers) {
            precondition(headers["ETag"] == content.entityTag, "serviceAnswer: another tag")
        }
        headers.add("Content-Type", "application/problem+json")
        let body = Array(lines.dropFirst(16).joined(separator: [10]))
        for status in [200, 400, 401, 404, 507, 599] {
            let problem = ServiceAnswer.problem(in: Response(status: status, headers: headers, body: body))
            precondition(problem == nil || status >= 400, "serviceAnswer: a refusal of status \(status)")
        }
    }

    static let serviceAnswerSeeds = [
        "Location:/v1/uploads/0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a\nUpload-Offset:5\nUpload-Complete:?0",
        "Content-Range:bytes 0-44/45\nETag:\"c-e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"",
        String(repeating: "\n", count: 16) + #"{"code":"QUOTA_EXCEEDED","detail":"The space is full."}"#,
        String(repeating: "\n", count: 16) + #"{"code":"FULL","detail":"The disk is full.","status":507}"#,
    ]
}

// SPDX-License-Identifier: MIT
import Bytes
import HTTP

/// Why the file service refuses a request, as its client is told: problem details of RFC 9457.
package struct FileServiceRefusal: Error, Equatable, Sendable {
    package enum Code: String, Sendable {
        case badRequest = "BAD_REQUEST"
        case notFound = "NOT_FOUND"
        case methodNotAllowed = "METHOD_NOT_ALLOWED"
        case wrongOffset = "WRONG_OFFSET"
        case inconsistentLength = "INCONSISTENT_LENGTH"
        case alreadyWhole = "ALREADY_WHOLE"
        case wrongDigest = "WRONG_DIGEST"
        case wrongType = "WRONG_TYPE"
        case tooLarge = "TOO_LARGE"
        case full = "FULL"
        case lost = "LOST"
        case busy = "BUSY"
        /// The hub has refused the caller.
        case refused = "REFUSED"
    }

    let status: Int
    let code: Code
    let message: String
    var headers: Headers = [:]

    init(_ status: Int, _ code: Code, _ message: String, headers: Headers = [:]) {
        self.status = status
        self.code = code
        self.message = message
        self.headers = headers
    }

    package static func == (one: FileServiceRefusal, other: FileServiceRefusal) -> Bool {
        one.status == other.status && one.code == other.code && one.message == other.message
    }

    /// draft-ietf-httpbis-resumable-upload, section "Problem Types".
    private var type: String {
        switch code {
        case .wrongOffset: "https://iana.org/assignments/http-problem-types#mismatching-upload-offset"
        case .alreadyWhole: "https://iana.org/assignments/http-problem-types#completed-upload"
        case .inconsistentLength: "https://iana.org/assignments/http-problem-types#inconsistent-upload-length"
        default: "about:blank"
        }
    }

    var body: [UInt8] {
        let sentence = message.unicodeScalars.map {
            $0 == "\"" || $0 == "\\" || !$0.isHarmless ? $0.escapedInJSON : String($0)
        }.joined()
        return Array(
            "{\"type\":\"\(type)\",\"status\":\(status),\"code\":\"\(code.rawValue)\",\"detail\":\"\(sentence)\"}\n"
                .utf8)
    }
}

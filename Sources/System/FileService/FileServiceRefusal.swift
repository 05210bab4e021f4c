// SPDX-License-Identifier: MIT
import Bytes
import HTTP

/// Why the file service refuses a request, as its client is told: problem details of RFC 9457.
package struct FileServiceRefusal: Error, Equatable, Sendable {
    /// A code of the file service's own, or one of the hub's.
    package struct Code: RawRepresentable, Equatable, Sendable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        static let badRequest = Code(rawValue: "BAD_REQUEST")
        static let unauthorized = Code(rawValue: "UNAUTHORIZED")
        static let notProtected = Code(rawValue: "NOT_PROTECTED")
        static let notFound = Code(rawValue: "NOT_FOUND")
        static let methodNotAllowed = Code(rawValue: "METHOD_NOT_ALLOWED")
        static let wrongOffset = Code(rawValue: "WRONG_OFFSET")
        static let inconsistentLength = Code(rawValue: "INCONSISTENT_LENGTH")
        static let alreadyWhole = Code(rawValue: "ALREADY_WHOLE")
        static let wrongDigest = Code(rawValue: "WRONG_DIGEST")
        static let wrongType = Code(rawValue: "WRONG_TYPE")
        static let tooLarge = Code(rawValue: "TOO_LARGE")
        static let full = Code(rawValue: "FULL")
        static let lost = Code(rawValue: "LOST")
        static let tooManyRequests = Code(rawValue: "TOO_MANY_REQUESTS")
        static let busy = Code(rawValue: "BUSY")
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

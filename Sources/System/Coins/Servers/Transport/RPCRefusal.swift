// SPDX-License-Identifier: MIT
package import Bytes

/// An error that a server put into its answer, in its own words.
package struct RPCRefusal: Error, Equatable, CustomStringConvertible {
    package let code: Int64
    /// The server's words, as far as they can be shown.
    package let message: String
    package let data: JSONValue?

    package init(code: Int64, message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = ServerText.shown(message)
        self.data = data
    }

    /// Reads the error of an answer; some servers send only text.
    init(_ error: JSONValue) {
        self.init(
            code: error["code"]?.int64 ?? 0, message: error["message"]?.string ?? error.string ?? error.text,
            data: error["data"])
    }

    package var description: String { message }
}

// SPDX-License-Identifier: MIT
package import Bytes
import Crypto
import HubAPI
import Money
import Tokens

extension Hub {
    /// The OpenAPI document of this version. It is generated from the routes and messages, so it always matches them.
    ///
    /// - Throws: `HubProblem` if a message cannot be described; its message says what to do.
    package static func openAPI() throws -> JSONValue {
        let hub = try inMemory(
            currency: try Currency(code: "USD"), clock: Clock { Timestamp(seconds: 1_795_180_000) }, random: .system)
        defer { hub.close() }
        return try OpenAPI.document(of: hub.routes)
    }
}

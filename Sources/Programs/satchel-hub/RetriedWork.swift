// SPDX-License-Identifier: MIT
import Logging

/// Work of the serving loop that is tried again each time. The same refusal is logged once.
struct RetriedWork {
    private var refusal: LogField?

    /// - Parameter failure: what is logged when the work fails.
    mutating func run(_ failure: StaticString, _ log: Log, _ work: () throws -> Void) {
        do {
            try work()
            refusal = nil
        } catch {
            let field = HubProgram.logged(error)
            if refusal != field { log.error(failure, field) }
            refusal = field
        }
    }
}

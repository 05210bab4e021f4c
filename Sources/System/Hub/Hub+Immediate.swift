// SPDX-License-Identifier: MIT
package import HTTP
import HubAPI
import Synchronization

extension Hub {
    /// What a server can answer at once: routes that only read a few rows, and never wait for the writer.
    package var immediate: ImmediateAnswers {
        ImmediateAnswers(paths: [Routes.balance.path]) { [handle] request in
            let given = Given()
            handle(request) { response in given.response.withLock { $0 = response } }
            return given.response.withLock { $0 }
        }
    }
}

/// Where an answer is put that is given before the call returns.
private final class Given: Sendable {
    let response = Mutex<Response?>(nil)
}

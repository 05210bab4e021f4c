// SPDX-License-Identifier: MIT
import Bytes
import Hub
import Terminal

extension Command {
    static let describe = Command(
        "describe", "Print the OpenAPI document of everything that a hub of this version answers.",
        examples: [.init("satchel-hub describe > openapi.json", "Keep it for a generator of clients.")]
    ) { invocation in
        invocation.console.print(try Hub.openAPI().prettyText)
    }
}

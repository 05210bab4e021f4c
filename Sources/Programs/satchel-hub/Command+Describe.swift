// SPDX-License-Identifier: MIT
import Bytes
import Hub
import Terminal

extension Command {
    static let describe = Command(
        "describe", "Print the OpenAPI document of this version's HTTP API.",
        examples: [.init("satchel-hub describe > openapi.json", "Save it for a client generator.")]
    ) { invocation in
        invocation.console.print(try Hub.openAPI().prettyText)
    }
}

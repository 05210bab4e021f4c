// SPDX-License-Identifier: MIT
import TestSupport

/// A TLS server whose certificate nobody vouches for; it returns every line. Gone with this value.
package final class LocalTLSEcho {
    /// The pin of its key, as for the HTTP client.
    package let pin: String
    private let folder: ScratchFolder
    private let process: PeerProcess

    package init() throws {
        folder = try ScratchFolder()
        process = try PeerProcess("tls_echo.py", [folder.path])
        pin = try process.ask("pin")
    }

    package var port: UInt16 { process.port }
}

// SPDX-License-Identifier: MIT

/// A server that knows a chain of Ethereum's kind; what it says is checked against what was asked.
package protocol EthereumServer {
    /// Throws `.lyingServer` when the server is on another network than the one that this server was added for.
    func checkNetwork() throws
}

// SPDX-License-Identifier: MIT

extension TransferExchange {
    /// Tells a client that waits for it to send the body now: the request is not refused by its head. RFC 9110, section 10.1.1
    ///
    /// Only for requests whose client is known to ask for it: proxies that pass the header on may take this for the answer,
    /// so a trusted one is never told. nginx does not pass it on.
    package func tellToContinue() throws {
        let expects = head.headers.all("Expect").contains { $0.lowercased() == "100-continue" }
        guard expects, !isFromProxy, !isAnswered, !bodyIsAtEnd else { return }
        let line = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        try line.withUnsafeBytes { try write($0) }
    }
}

// SPDX-License-Identifier: MIT
internal import CEvent
internal import Glibc

/// Answers whose length is not known when they begin. RFC 9112, section 7.1
///
/// If an answer ends without its last chunk, the client knows that it is not whole.
extension TransferExchange {
    /// Sends the head of an answer in chunks.
    package func beginChunks(_ status: Int, _ headers: Headers) throws {
        var headers = headers
        headers.add("Transfer-Encoding", "chunked")
        try begin(status, headers, length: nil)
    }

    /// Sends one chunk; none for an empty text, which would be the end.
    package func writeChunk(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { return }
        try send(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10])
    }

    package func endChunks() throws { try send(Array("0\r\n\r\n".utf8)) }

    private func send(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { try write($0) }
    }
}

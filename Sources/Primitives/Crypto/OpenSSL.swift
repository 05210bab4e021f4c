// SPDX-License-Identifier: MIT
internal import COpenSSL

/// Throws a ``CryptoError`` for a failed OpenSSL call with the library's own reason, and clears its error queue.
///
/// C: <https://www.openssl.org/docs/man3.0/man3/ERR_get_error.html>
func check(_ result: Int32, doing action: String, file: String = #fileID, line: Int = #line) throws {
    guard result != 1 else { return }
    var reason = "no reason given"
    if let text = ERR_reason_error_string(ERR_peek_last_error()) {
        reason = String(cString: text)
    }
    ERR_clear_error()
    throw CryptoError(.unavailable, "OpenSSL could not \(action): \(reason).", file: file, line: line)
}

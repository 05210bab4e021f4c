// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FileModel
import WebDAV

/// Who sends a WebDAV request: a username and an app password of it, which the hub checks with each question.
struct DAVCaller: Sendable {
    let username: String
    /// Of the app password.
    let hash: Digest
    /// Of the client, without a port.
    let address: String
}

/// What is asked for WebDAV clients:
///
///     [30, username, SHA-256 of the app password, address]          → [0, account]
///     [31, username, SHA-256 of the app password, address, request] → [0, account, answer…]
extension Authority {
    /// The account of an app password: 16 bytes.
    ///
    /// - Throws: ``FileServiceRefusal`` with 401 when it is of none.
    func account(of caller: DAVCaller) throws -> [UInt8] {
        try ask(Self.question(30, caller)) { try $0.bytes(count: UploadHeader.ownerByteCount) }
    }

    /// Has the hub carry out a request, in one commit if it changes something.
    ///
    /// - Returns: the account of the app password, and the answer.
    func ask(_ request: DAVRequest, by caller: DAVCaller) throws -> (account: [UInt8], answer: DAVAnswer) {
        try ask(Self.question(31, caller) + [.bytes(request.coded)]) { reader in
            let account = try reader.bytes(count: UploadHeader.ownerByteCount)
            do {
                return (account, try DAVAnswer(from: &reader))
            } catch is FileModelError {
                throw BytesError(.malformed, "A name in it is invalid.")
            }
        }
    }

    private static func question(_ number: UInt64, _ caller: DAVCaller) -> [CBORValue] {
        [.unsigned(number), .text(caller.username), .bytes(caller.hash.bytes), .text(caller.address)]
    }
}

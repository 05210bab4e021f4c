// SPDX-License-Identifier: MIT
import Crypto
import FileIO
import FileModel
import HTTP

//  A content of at most 16 KiB comes in one request and goes into the hub's database: one commit, which many of them
//  share, in place of two files and six flushes.
//
//  | killed             | at the hub                       | what the client does                            |
//  | ------------------ | -------------------------------- | ----------------------------------------------- |
//  | before the commit  | nothing                          | sends it again                                  |
//  | behind the commit  | the content, linked for 7 days   | sends it again: nothing but one more upload     |

extension FileService {
    func storeSmall(_ exchange: TransferExchange, _ token: String) throws {
        let head = exchange.head
        let (id, expected, space) = (try freshID(), try Self.expected(head), try Self.space(head))
        var bytes: [UInt8] = []
        try exchange.readBody { piece in
            guard bytes.count + piece.count <= SmallContent.maximumCount else {
                throw FileServiceRefusal(
                    413, .tooLarge, "A small content has at most \(SmallContent.maximumCount) bytes. Begin an upload.")
            }
            bytes += piece
        }
        let hash = ContentHash(SHA256.hash(bytes))
        guard expected ?? hash == hash else {
            throw FileServiceRefusal(
                400, .wrongDigest, "The content is not what Repr-Digest announces. Send it again.")
        }
        // The empty content is always there.
        if bytes.isEmpty {
            _ = try authority.account(of: token)
        } else {
            _ = try authority.store(bytes, as: id, for: token, in: space)
        }
        try exchange.answer(201, ["ETag": hash.entityTag, "Cache-Control": "no-store"])
    }

    /// Where the bytes of a content are.
    enum Source {
        case file(DiskFile)
        case memory([UInt8])
    }

    /// Opens a content, be it a file or a row of the hub's database.
    ///
    /// - Throws: `FileIOError` with `.notFound` when it is neither.
    func source(of hash: ContentHash) throws -> Source {
        // No client needs to upload an empty content.
        if hash == .empty { return .memory([]) }
        do {
            return .file(try store.contents.file(hash))
        } catch let error as FileIOError where error.code == .notFound {
            do {
                return .memory(try authority.bytes(of: hash))
            } catch let refusal as FileServiceRefusal where refusal.status == 404 {
                throw error
            }
        }
    }
}

// SPDX-License-Identifier: MIT
internal import Crypto
package import FileModel
internal import HTTP
internal import HubAPI

extension HubFileServer {
    /// The file service knows the hashes since the upload; they are as good as its word, and the hash of the whole
    /// decides in the end.
    package func chunkList(
        of item: ItemID, version: UInt64?, content: ContentHash, size: UInt64
    ) throws -> ChunkList? {
        let path = version.map { "/v1/files/items/\(item)/versions/\($0)/chunks" } ?? "/v1/files/items/\(item)/chunks"
        var hashes: [UInt8] = []
        let expected = ChunkList.count(forSize: size) * UInt64(Digest.count)
        let answer = try send(
            .get, path, [:],
            into: { head, bytes in
                try Self.checkChunks(head, content)
                hashes.append(contentsOf: bytes)
                guard UInt64(hashes.count) <= expected else { throw Self.liar }
            })
        guard answer.status == 200 else { throw Self.refusal(in: answer) }
        try Self.checkChunks(answer, content)
        do {
            return try ChunkList(size: size, encoded: hashes)
        } catch {
            throw Self.liar
        }
    }

    private static func checkChunks(_ head: Response, _ content: ContentHash) throws {
        guard let present = ServiceAnswer.content(in: head.headers) else { throw liar }
        guard present == content else {
            throw DriveError(.contentChanged, "The file has another content by now. It is received again.")
        }
    }
}

// SPDX-License-Identifier: MIT
import FileIO
import FileModel
import Glibc

//  Removal of a content that nothing refers to, see `FileChange+Garbage` of module HubFiles for both sides:
//
//  | killed after | on the disk | at the hub | what the next round does                                |
//  | ------------ | ----------- | ---------- | ------------------------------------------------------- |
//  | givenUp      | the file    | dying      | asks again, gets the same answer, removes the file      |
//  | unlinked     | –           | dying      | removes nothing, then has the row removed               |
//  | flushed      | –           | dying      | the same                                                |
//  | forgotten    | –           | –          | nothing is left                                         |

extension FileService {
    /// Removes the contents that the hub gives up, each in two commits of the hub with the removal of its file in
    /// between.
    ///
    /// - Parameter isWanted: asked before each step of 64 contents.
    /// - Returns: how many were removed.
    /// - Throws: ``FileServiceRefusal`` when the hub does not answer, `FileIOError`. The next call goes on.
    package func removeGarbage(while isWanted: () -> Bool = { true }) throws -> Int {
        var count = 0
        while isWanted() {
            let removed = try claims.withFree(among: authority.garbage()) { try remove($0) }
            guard removed > 0 else { break }
            count += removed
        }
        return count
    }

    /// - Parameter claimed: contents that no one publishes meanwhile.
    private func remove(_ claimed: [ContentHash]) throws -> Int {
        guard !claimed.isEmpty else { return 0 }
        let dying = try authority.giveUp(claimed)
        guard !dying.isEmpty else { return 0 }
        try onStep(.givenUp)
        for hash in dying {
            try store.thumbnails.remove(hash, sides: Thumbnails.sides)
            try store.chunkLists.remove(hash)
            try store.contents.remove(hash)
            try onStep(.unlinked)
        }
        // A row without a file would be a loss if the content came back; a file without a row is only garbage.
        try store.contents.flush(dying)
        try onStep(.flushed)
        try authority.removed(dying)
        try onStep(.forgotten)
        return dying.count
    }

    /// Removes staged uploads that the hub no longer expects, and tells it which ones are still coming.
    ///
    /// - Returns: how many were removed.
    /// - Throws: ``FileServiceRefusal`` when the hub does not answer, `FileIOError`.
    package func removeEndedUploads(while isWanted: () -> Bool = { true }) throws -> Int {
        var count = 0
        for id in try store.uploads() where isWanted() && appends.isFree(id) {
            guard let idle = try store.idleSeconds(of: id, at: Int64(time(nil))) else { continue }
            if try store.header(of: id).isOfOneRequest {
                // Its request is over, and no other one goes on with it.
                try authority.ended(id)
            } else {
                guard try !authority.expects(id, idle: idle) else { continue }
            }
            try store.remove(id)
            count += 1
        }
        return count
    }
}

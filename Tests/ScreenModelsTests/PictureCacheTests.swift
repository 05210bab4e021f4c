// SPDX-License-Identifier: MIT
import ScreenModels
import TestSupport
import Testing

@MainActor
struct PictureCacheTests {
    private func made(_ cache: PictureCache, _ name: UInt8, _ count: Int = 30) async -> Bool {
        var isMade = false
        _ = await cache.picture([name]) {
            isMade = true
            return [UInt8](repeating: name, count: count)
        }
        return isMade
    }

    @Test func aPictureIsMadeOnceAndTheLongestUnusedGoes() async {
        let cache = PictureCache(maximumBytes: 100)
        for name: UInt8 in 1...3 { #expect(await made(cache, name)) }
        #expect(await !made(cache, 1) && cache.bytes == 90)
        // The second is the longest unused.
        #expect(await made(cache, 4) && cache.bytes == 90)
        #expect(await !made(cache, 1))
        #expect(await made(cache, 2))
        cache.empty()
        #expect(cache.bytes == 0)
        #expect(await made(cache, 1))
    }

    @Test func whatIsTooLargeOrRefusedIsNotKept() async {
        let cache = PictureCache(maximumBytes: 100)
        #expect(await made(cache, 1, 51))
        #expect(await made(cache, 1, 51) && cache.bytes == 0)
        do {
            _ = try await cache.picture([2]) { throw UnexpectedResult("no picture") }
        } catch {
            #expect(cache.bytes == 0)
        }
    }

    @Test func shortMemoryEmptiesItAndThePhotoComesBack() async throws {
        let network = try TestNetwork()
        let phone = try await network.phone("alice", funds: 5_000)
        _ = await made(phone.session.pictures, 1)
        #expect(phone.session.pictures.bytes > 0)
        await phone.app.freeMemory()
        #expect(phone.session.pictures.bytes == 0)
        await phone.session.load()
        #expect(phone.atHub == 5_000)
    }
}

// SPDX-License-Identifier: MIT
import FileService
import TestSupport
import Testing

/// How many transfers run at once, and for whom.
@Suite struct TransferPlacesTests {
    /// Takes a place and keeps it while the rest runs.
    private func keep(
        _ clients: ArraySlice<(TransferPlaces.Client, String)>, in places: TransferPlaces, _ rest: () throws -> Void
    ) throws {
        guard let (client, address) = clients.first else { return try rest() }
        try places.withPlace(for: client, at: address) { try keep(clients.dropFirst(), in: places, rest) }
    }

    private func isRefused(_ client: TransferPlaces.Client, at address: String, in places: TransferPlaces) -> Bool {
        do {
            try places.withPlace(for: client, at: address) {}
            return false
        } catch {
            return "\(error)".contains("TOO_MANY_REQUESTS")
        }
    }

    private func account(_ number: UInt8) -> TransferPlaces.Client { .account([number]) }

    @Test func anAccountHasEight() throws {
        let places = TransferPlaces()
        try keep((0..<8).map { (account(1), "192.0.2.\($0)") }[...], in: places) {
            #expect(isRefused(account(1), at: "192.0.2.100", in: places))
            #expect(!isRefused(account(2), at: "192.0.2.100", in: places))
        }
        #expect(places.running == 0 && !isRefused(account(1), at: "192.0.2.100", in: places))
    }

    @Test func anAddressHasFourAndAHouseholdIsOneAddress() throws {
        let places = TransferPlaces()
        try keep((0..<4).map { (account($0), "2001:db8:1:2::\($0)") }[...], in: places) {
            #expect(isRefused(account(9), at: "2001:db8:1:2::9", in: places))
            #expect(!isRefused(account(9), at: "2001:db8:1:3::9", in: places))
        }
        // Behind a proxy that names no client, everyone would be this machine.
        try keep((0..<8).map { (account($0), "127.0.0.1") }[...], in: places) {
            #expect(!isRefused(account(9), at: "127.0.0.1", in: places))
        }
    }

    @Test func visitorsHaveEightTogether() throws {
        let places = TransferPlaces()
        try keep((0..<8).map { (.visitor, "192.0.2.\($0)") }[...], in: places) {
            #expect(isRefused(.visitor, at: "192.0.2.100", in: places))
            #expect(!isRefused(account(1), at: "192.0.2.100", in: places))
        }
    }

    @Test func sixteenPlacesAreKeptForAccountsThatHaveNoneRunning() throws {
        let places = TransferPlaces()
        let busy = (0..<48).map { (account(UInt8($0 / 8)), "192.0.2.\($0)") }
        try keep(busy[...], in: places) {
            #expect(places.running == 48)
            #expect(isRefused(.visitor, at: "198.51.100.1", in: places))
            try places.withPlace(for: account(50), at: "198.51.100.2") {
                #expect(isRefused(account(50), at: "198.51.100.2", in: places))
                #expect(!isRefused(account(51), at: "198.51.100.3", in: places))
            }
        }
    }

    /// With real processes: of nine appends of an account at the same time, one is told to come back.
    @Test func theRefusalSaysWhenToComeBack() throws {
        let home = try FileHome()
        let token = try home.account("alice")
        let path = try home.folder.write([UInt8](repeating: 7, count: 3_000_000), to: "content")
        let uploads = try (0..<9).map { _ in try home.begin(token) }
        let pending = try uploads.map {
            try home.start(["--limit-rate", "200k"] + home.append(path, to: $0, at: 0), token: token)
        }
        let replies = try pending.map { try $0() }
        #expect(replies.count { $0.status == 200 } == 8, "\(replies.map(\.status))")
        let late = try #require(replies.firstIndex { $0.status == 429 })
        #expect(replies[late].headers["retry-after"] == "5")
        #expect(String(decoding: replies[late].body, as: UTF8.self).contains("TOO_MANY_REQUESTS"))
        // The upload is as it was.
        let offset = try home.offset(uploads[late], token)
        #expect(try home.run(home.append(path, to: uploads[late], at: offset), token: token).status == 200)
    }
}

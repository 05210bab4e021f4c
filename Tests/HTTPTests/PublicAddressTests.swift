// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import Synchronization
import Testing

@Suite struct PublicAddressTests {
    private static func v6(_ groups: UInt16...) -> [UInt8] { groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] } }

    @Test(
        arguments: [
            [0, 0, 0, 0], [10, 1, 2, 3], [100, 64, 0, 1], [100, 127, 255, 255], [127, 0, 0, 1], [127, 9, 9, 9],
            [169, 254, 169, 254], [172, 16, 0, 1], [172, 31, 255, 255], [192, 0, 0, 8], [192, 0, 2, 1],
            [192, 88, 99, 1],
            [192, 168, 1, 1], [198, 18, 0, 1], [198, 19, 255, 1], [198, 51, 100, 1], [203, 0, 113, 9], [224, 0, 0, 1],
            [239, 1, 1, 1], [240, 0, 0, 1], [255, 255, 255, 255],
        ] as [[UInt8]])
    func noForbiddenAddressIsPublicInAnyOfItsForms(address: [UInt8]) {
        #expect(!PublicAddress.isPublic(address))
        let zeros = [UInt8](repeating: 0, count: 10)
        #expect(!PublicAddress.isPublic(zeros + [0xff, 0xff] + address), "mapped")
        #expect(!PublicAddress.isPublic(zeros + [0, 0] + address), "compatible")
        #expect(!PublicAddress.isPublic([0, 0x64, 0xff, 0x9b] + [UInt8](repeating: 0, count: 8) + address), "NAT64")
        #expect(!PublicAddress.isPublic([0x20, 0x02] + address + zeros), "6to4")
    }

    @Test(arguments: [
        v6(0, 0, 0, 0, 0, 0, 0, 0), v6(0, 0, 0, 0, 0, 0, 0, 1), v6(0x64, 0xff9b, 1, 0, 0, 0, 0x0a00, 1),
        v6(0x100, 0, 0, 0, 0, 0, 0, 1), v6(0x2001, 0, 0, 0, 0, 0, 0, 1), v6(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1),
        v6(0x3fff, 0, 0, 0, 0, 0, 0, 1), v6(0x5f00, 0, 0, 0, 0, 0, 0, 1), v6(0xfc00, 0, 0, 0, 0, 0, 0, 1),
        v6(0xfd12, 0, 0, 0, 0, 0, 0, 1), v6(0xfe80, 0, 0, 0, 0, 0, 0, 1), v6(0xfec0, 0, 0, 0, 0, 0, 0, 1),
        v6(0xff02, 0, 0, 0, 0, 0, 0, 1), [1, 2, 3], [],
    ])
    func noForbiddenAddressOfIPv6IsPublic(address: [UInt8]) {
        #expect(!PublicAddress.isPublic(address))
    }

    @Test(
        arguments: [
            [1, 1, 1, 1], [9, 255, 255, 255], [100, 63, 0, 1], [172, 32, 0, 1], [192, 1, 0, 1], [223, 255, 255, 254],
            v6(0x2606, 0x4700, 0, 0, 0, 0, 0, 1), v6(0x2a00, 0, 0, 0, 0, 0, 0, 1),
            v6(0, 0, 0, 0, 0, 0xffff, 0x0101, 0x0101),
        ] as [[UInt8]])
    func theOpenInternetIsPublic(address: [UInt8]) {
        #expect(PublicAddress.isPublic(address))
    }

    @Test(arguments: [
        "https://127.0.0.1/", "https://127.1/", "https://2130706433/", "https://0x7f.0.0.1/", "https://0177.0.0.1/",
        "https://localhost/", "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://[::ffff:a00:1]/",
        "https://169.254.169.254/latest/meta-data/", "https://10.0.0.1:8443/", "https://[fd00::1]/", "http://1.1.1.1/",
        "http://127.0.0.1/", "https://user@127.0.0.1/", "ftp://1.1.1.1/", "https://0/", "file:///etc/passwd",
    ])
    func noAddressThatLeadsInsideIsResolved(url: String) {
        #expect(throws: HTTPError.self) { try PublicAddress(resolving: url) }
    }

    @Test func thisMachineIsTakenWhereItIsAllowed() throws {
        #expect(throws: Never.self) { try PublicAddress(resolving: "http://127.0.0.1:1/", allowsLoopback: true) }
        #expect(throws: HTTPError.self) { try PublicAddress(resolving: "https://10.0.0.1/", allowsLoopback: true) }
    }

    @Test func anAddressIsPublicOnlyIfAllThatItsNameHasIs() throws {
        #expect(throws: HTTPError.self) {
            try PublicAddress(resolving: "https://shop.example/") { _ in [[1, 1, 1, 1], [10, 0, 0, 1]] }
        }
        #expect(throws: HTTPError.self) { try PublicAddress(resolving: "https://shop.example/") { _ in [] } }
        #expect(throws: Never.self) { try PublicAddress(resolving: "https://shop.example/") { _ in [[1, 1, 1, 1]] } }
    }

    /// Whatever the name means at the moment of connecting: nobody asks again.
    @Test func theConnectionGoesToTheAddressThatWasLookedUpUnderItsOwnName() throws {
        let hosts = Mutex<[String]>([])
        let certificate = try SelfSignedCertificate(
            for: P256.PrivateKey(random: .system), name: "shop", from: 1_700_000_000, until: 4_000_000_000,
            random: .system)
        let credentials = try ServerCredentials(
            certificates: certificate.certificate, privateKey: certificate.privateKey.withUnsafeBytes { Array($0) })
        let server = try Server(address: "::1", credentials: credentials) { request, respond in
            hosts.withLock { $0.append(request.headers["Host"] ?? "") }
            respond(Response(status: 200))
        }
        defer { server.stop() }
        let url = "https://shop.invalid:\(server.port)/paid"
        let place = try PublicAddress(resolving: url, allowsLoopback: true) { _ in
            [[UInt8](repeating: 0, count: 15) + [1]]
        }
        let client = try Client(timeoutSeconds: 5, trust: .keys([credentials.pin]))
        #expect(try client.send(ClientRequest(url: url), at: place).status == 200)
        #expect(hosts.withLock { $0 } == ["shop.invalid:\(server.port)"])
        #expect(throws: HTTPError.self) { try client.send(ClientRequest(url: url + "/other"), at: place) }
    }
}

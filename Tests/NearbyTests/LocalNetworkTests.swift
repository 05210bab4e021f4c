// SPDX-License-Identifier: MIT
import Glibc
import Nearby
import NearbyProtocol
import Testing

struct LocalNetworkTests {
    @Test func onlyAddressesOfTheLocalNetworkAreAddresses() throws {
        for local in [
            "127.0.0.1:1", "10.0.0.1:80", "172.16.0.1:80", "172.31.255.255:80", "192.168.1.7:4000", "169.254.1.1:9",
            "[::1]:5", "[fe80::1%1]:5", "[fd00::1]:5", "192.168.1.7",
        ] {
            #expect(throws: Never.self, "\(local)") { try LocalAddress(parsing: local) }
        }
        for foreign in [
            "8.8.8.8:53", "172.15.0.1:80", "172.32.0.1:80", "192.169.0.1:1", "100.64.0.1:1", "0.0.0.0:1", "[::]:1",
            "[2001:db8::1]:1", "[ff02::1]:1", "[::ffff:8.8.8.8]:1", "[64:ff9b::a00:1]:1", "224.0.0.1:1",
            "255.255.255.255:1", "", ":", "1", "localhost:80", "10.0.0.1:99999", "10.0.0.1:x", "[10.0.0.1",
            "[fe80::1%nowhere]:5",
        ] {
            #expect(throws: NearbyError.self, "\(foreign)") { try LocalAddress(parsing: foreign) }
        }
        #expect(try LocalAddress(parsing: "192.168.1.7:4000").description == "192.168.1.7:4000")
        #expect(try LocalAddress(parsing: "[fd00::1]:5").description == "[fd00::1]:5")
    }

    @Test func aDoorwayForAllAddressesAnswersBothFamilies() throws {
        let doorway = try TCPDoorway()
        for host in ["127.0.0.1", "[::1]"] {
            let way = TCPWay(to: try LocalAddress(parsing: "\(host):\(doorway.port)"))
            // A machine without IPv6 has no second one.
            guard let payer = try way.reach("") else {
                #expect(host == "[::1]")
                continue
            }
            let payee = try PipeConformance.accepted(doorway)
            try payer.send([1])
            #expect(try PipeConformance.next(payee) == [1])
        }
        doorway.close()
        #expect(throws: NearbyError.self) { try doorway.accept() }
    }

    @Test func anAddressWhereNobodyListensIsNobody() throws {
        let doorway = try TCPDoorway(at: LocalAddress(parsing: "127.0.0.1:0"))
        let port = doorway.port
        doorway.close()
        #expect(try TCPWay(to: LocalAddress(parsing: "127.0.0.1:\(port)")).reach("") == nil)
    }

    /// What arrives byte by byte, and what never ends.
    @Test func aStreamOfAStrangerIsBounded() throws {
        let doorway = try TCPDoorway(at: LocalAddress(parsing: "127.0.0.1:0"))
        for (bytes, code) in [
            ([0, 0], NearbyError.Code.malformed), ([0xff, 0xff, 1], .tooLarge), ([0, 65, 1], .tooLarge),
        ] as [([UInt8], NearbyError.Code)] {
            let stranger = try Stranger(port: doorway.port)
            let pipe = try PipeConformance.accepted(doorway)
            stranger.write(bytes)
            do {
                _ = try PipeConformance.next(pipe, limit: 64)
                #expect(Bool(false))
            } catch let error as NearbyError { #expect(error.code == code) }
        }
        let slow = try Stranger(port: doorway.port)
        let pipe = try PipeConformance.accepted(doorway)
        for byte in [0, 3, 7, 8, 9] as [UInt8] {
            #expect(try pipe.next(limit: 64) == nil)
            slow.write([byte])
            PipeConformance.wait(for: pipe.descriptor)
        }
        #expect(try PipeConformance.next(pipe, limit: 64) == [7, 8, 9])
        slow.hangUp()
        #expect(throws: NearbyError.self) { try PipeConformance.next(pipe, limit: 64) }
    }

    /// A connection whose owner writes what it likes.
    private final class Stranger {
        private let descriptor: Int32

        init(port: UInt16) throws {
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            let result = withUnsafePointer(to: address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            try #require(result == 0)
        }

        deinit { close(descriptor) }

        func write(_ bytes: [UInt8]) { _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
        func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
}

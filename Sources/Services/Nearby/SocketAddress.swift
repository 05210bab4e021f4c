// SPDX-License-Identifier: MIT
internal import Glibc
internal import NearbyProtocol

extension LocalAddress {
    var family: Int32 { bytes.count == 4 ? AF_INET : AF_INET6 }

    /// Passes the address in the system's form to the closure. man 7 ip, man 7 ipv6
    func withSocketAddress<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
        var storage = sockaddr_storage()
        return withUnsafeMutablePointer(to: &storage) { pointer in
            let raw = UnsafeMutableRawPointer(pointer)
            let count: Int
            if bytes.count == 4 {
                let four = raw.assumingMemoryBound(to: sockaddr_in.self)
                four.pointee.sin_family = sa_family_t(AF_INET)
                four.pointee.sin_port = port.bigEndian
                withUnsafeMutableBytes(of: &four.pointee.sin_addr) { $0.copyBytes(from: bytes) }
                count = MemoryLayout<sockaddr_in>.size
            } else {
                let six = raw.assumingMemoryBound(to: sockaddr_in6.self)
                six.pointee.sin6_family = sa_family_t(AF_INET6)
                six.pointee.sin6_port = port.bigEndian
                six.pointee.sin6_scope_id = interface
                withUnsafeMutableBytes(of: &six.pointee.sin6_addr) { $0.copyBytes(from: bytes) }
                count = MemoryLayout<sockaddr_in6>.size
            }
            return body(UnsafePointer(raw.assumingMemoryBound(to: sockaddr.self)), socklen_t(count))
        }
    }

    /// The address that a call of the system fills in.
    ///
    /// - Throws: ``NearbyError`` with code `.badAddress` for one that is not local.
    static func filled(
        _ fill: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) throws -> (result: Int32, address: LocalAddress)? {
        var storage = sockaddr_storage()
        var count = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) { pointer in
            fill(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), &count)
        }
        guard result >= 0 else { return nil }
        do {
            return (result, try read(storage))
        } catch {
            if result > 0 { close(result) }
            throw error
        }
    }

    private static func read(_ storage: sockaddr_storage) throws -> LocalAddress {
        try withUnsafePointer(to: storage) { pointer in
            let raw = UnsafeRawPointer(pointer)
            if Int32(storage.ss_family) == AF_INET {
                let four = raw.assumingMemoryBound(to: sockaddr_in.self).pointee
                let bytes = withUnsafeBytes(of: four.sin_addr) { Array($0) }
                return try LocalAddress(bytes, port: UInt16(bigEndian: four.sin_port))
            }
            let six = raw.assumingMemoryBound(to: sockaddr_in6.self).pointee
            let bytes = withUnsafeBytes(of: six.sin6_addr) { Array($0) }
            let port = UInt16(bigEndian: six.sin6_port)
            // An IPv4 caller of a socket for both families. RFC 4291, section 2.5.5.2
            if bytes.starts(with: [UInt8](repeating: 0, count: 10) + [0xff, 0xff]) {
                return try LocalAddress(Array(bytes[12...]), port: port)
            }
            return try LocalAddress(bytes, port: port, interface: six.sin6_scope_id)
        }
    }
}

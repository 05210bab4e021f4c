// SPDX-License-Identifier: MIT
internal import Glibc
package import NearbyProtocol

/// A payee's doorway and the way to it inside one process, for tests and demonstrations.
package final class MemoryDoorway: Doorway, Way {
    package let descriptor: Int32
    private let bell: Int32
    private var waiting: [any MessagePipe] = []
    private var isClosed = false

    package init() throws {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw NearbyError(.unavailable, "No doorway can be made: \(String(cString: strerror(errno))).")
        }
        (descriptor, bell) = (ends[0], ends[1])
    }

    deinit { close() }

    package func reach(_ name: String) throws -> (any MessagePipe)? {
        guard !isClosed else { return nil }
        let (payer, payee) = try MemoryPipe.pair()
        waiting.append(payee)
        var byte: UInt8 = 1
        send(bell, &byte, 1, Int32(MSG_NOSIGNAL))
        return payer
    }

    package func accept() throws -> (any MessagePipe)? {
        guard !isClosed else { throw NearbyError(.unavailable, "The place where payers call is closed.") }
        var byte: UInt8 = 0
        guard recv(descriptor, &byte, 1, 0) == 1, !waiting.isEmpty else { return nil }
        return waiting.removeFirst()
    }

    package func close() {
        guard !isClosed else { return }
        isClosed = true
        waiting = []
        Glibc.close(descriptor)
        Glibc.close(bell)
    }
}

// SPDX-License-Identifier: MIT
import HTTP
import HubAPI
import Zlib

/// What comes over the network besides messages: streams of events, packed bodies.
extension FuzzEntry {
    /// A stream says the same in whatever pieces it comes, and holds no more than it may.
    func eventStream(_ input: [UInt8]) {
        var whole = EventStreamReader()
        var pieces = EventStreamReader()
        let messages = whole.take(input)
        precondition(messages == input.flatMap { pieces.take([$0]) }, "eventStream: another stream in pieces")
        precondition(
            messages.allSatisfy { $0.data.count <= EventStreamReader.maximumCount }, "eventStream: an event without end"
        )
    }

    /// What unpacks is within its bound, and packs to what unpacks to the same.
    func gzip(_ input: [UInt8]) {
        let bound = 64 << 10
        do throws(DeflateStream.Failure) {
            let plain = try Gzip.unpack(input, maximumCount: bound)
            precondition(plain.count <= bound, "gzip: more than was allowed")
        } catch {}
        guard let packed = Gzip.pack(input) else { return }
        do throws(DeflateStream.Failure) {
            let plain = try Gzip.unpack(packed, maximumCount: input.count)
            precondition(plain == input, "gzip: other bytes than were packed")
        } catch {
            preconditionFailure("gzip: what was packed does not unpack: \(error)")
        }
    }

    var eventStreamSeeds: [[UInt8]] {
        [
            "retry: 3000\nid: 1.0\nevent: ready\ndata: {}\n\n:\n\n",
            "id: 2.1\r\nevent: transaction\r\ndata: {\"a\":1}\r\n\r\n",
            "data: a\ndata: b\rdata\n\n", "event: x\nid\n\n",
        ].map { Array($0.utf8) }
    }

    var gzipSeeds: [[UInt8]] {
        [[], Array("{\"amount\":\"1.00\"}".utf8), [UInt8](repeating: 0, count: 2_000)].compactMap { Gzip.pack($0) }
    }
}

// SPDX-License-Identifier: MIT
import HubAPI
import Testing

struct EventStreamTests {
    private func messages(_ text: String, pieces: Int = .max) -> [EventStreamReader.Message] {
        var reader = EventStreamReader()
        let bytes = Array(text.utf8)
        return stride(from: 0, to: bytes.count, by: min(pieces, max(1, bytes.count))).flatMap { start in
            reader.take(bytes[start..<min(bytes.count, start + min(pieces, bytes.count))])
        }
    }

    private static let sample =
        "retry: 1500\r\nid: 1.0\r\nevent: ready\r\ndata: {}\r\n\r\n:\n\nid: 2.0\nevent: transaction\ndata: a\ndata: b\n\n"

    @Test(arguments: [1, 2, 3, 7, 1_000])
    func eventsAreTheSameInWhateverPiecesTheyCome(pieces: Int) {
        #expect(
            messages(Self.sample, pieces: pieces) == [
                .init(name: "ready", data: Array("{}".utf8), id: "1.0"),
                .init(name: "transaction", data: Array("a\nb".utf8), id: "2.0"),
            ])
    }

    @Test func fieldsFollowTheStandard() {
        #expect(messages("data\n\n") == [.init(name: "message", data: [], id: nil)])
        #expect(messages("event: x\n\n").isEmpty)
        #expect(messages("id: 1\ndata:  two\n\ndata:b\n\n").map(\.id) == ["1", "1"])
        #expect(messages("data:  two\n\n").first?.data == Array(" two".utf8))
        #expect(messages("unknown: 1\ndata: x").isEmpty)
        var reader = EventStreamReader()
        _ = reader.take(Array("retry: 1500\nretry: x\n\n".utf8))
        #expect(reader.retry == 1_500)
    }

    @Test func anEventWithoutEndIsNoEvent() {
        var reader = EventStreamReader()
        let piece = [UInt8](repeating: 65, count: 1 << 14)
        for _ in 0..<8 { #expect(reader.take(piece).isEmpty) }
        #expect(reader.isOverlong)
    }
}

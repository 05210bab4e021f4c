// SPDX-License-Identifier: MIT

/// Parses Server-Sent Events incrementally. Performs no I/O.
///
/// <https://html.spec.whatwg.org/multipage/server-sent-events.html>, section 9.2.6, for servers that send UTF-8 with line feeds
/// or carriage returns.
package struct EventStreamReader: Sendable {
    /// One event as sent.
    package struct Message: Sendable, Equatable {
        package var name: String
        package var data: [UInt8]
        /// The last id in the stream, of this event or an earlier one.
        package var id: String?

        package init(name: String, data: [UInt8], id: String?) {
            self.name = name
            self.data = data
            self.id = id
        }
    }

    /// The largest event in bytes. Hubs send no larger ones.
    package static let maximumCount = 64 << 10

    /// The reconnection time that the server requested, in milliseconds.
    package private(set) var retry: Int?
    /// Whether an event was too long. The stream must not be used any more.
    package private(set) var isOverlong = false

    private var line: [UInt8] = []
    private var endedWithReturn = false
    private var name = ""
    private var data: [UInt8] = []
    private var hasData = false
    private var id: String?

    package init() {}

    /// Takes received bytes, and returns the events that they complete.
    package mutating func take(_ bytes: some Sequence<UInt8>) -> [Message] {
        var messages: [Message] = []
        for byte in bytes where !isOverlong {
            switch byte {
            case 10 where endedWithReturn: endedWithReturn = false
            case 10, 13:
                endedWithReturn = byte == 13
                if let message = endLine() { messages.append(message) }
            default:
                endedWithReturn = false
                line.append(byte)
                isOverlong = line.count + data.count > Self.maximumCount
            }
        }
        return messages
    }

    private mutating func endLine() -> Message? {
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else { return dispatch() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.count
        var value = line.dropFirst(colon + 1)
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": name = String(decoding: value, as: UTF8.self)
        case "data":
            if hasData { data.append(10) }
            data += value
            hasData = true
        case "id" where !value.contains(0): id = String(decoding: value, as: UTF8.self)
        case "retry": retry = value.count <= 7 ? Int(String(decoding: value, as: UTF8.self)) ?? retry : retry
        default: break  // a comment, or a field of the future
        }
        return nil
    }

    private mutating func dispatch() -> Message? {
        defer { (name, data, hasData) = ("", [], false) }
        guard hasData else { return nil }
        return Message(name: name.isEmpty ? "message" : name, data: data, id: id)
    }
}

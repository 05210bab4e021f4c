// SPDX-License-Identifier: MIT
internal import Glibc

/// One event as the system writes it. man 7 inotify, "Reading events"
struct InotifyEvent {
    let folder: Int32
    let mask: UInt32
    /// The file's name in the folder; empty for an event of the folder itself.
    let name: String

    /// The events in what one read returned; the system never returns a part of one.
    static func parse(_ bytes: UnsafeRawBufferPointer) -> [InotifyEvent] {
        var events: [InotifyEvent] = []
        let head = MemoryLayout<inotify_event>.size
        var offset = 0
        while bytes.count - offset >= head {
            let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let end = offset + head + Int(event.len)
            guard end <= bytes.count else { break }
            // The system pads the name with zeros.
            let name = bytes[(offset + head)..<end].prefix { $0 != 0 }
            events.append(InotifyEvent(folder: event.wd, mask: event.mask, name: String(decoding: name, as: UTF8.self)))
            offset = end
        }
        return events
    }
}

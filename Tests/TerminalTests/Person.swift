// SPDX-License-Identifier: MIT
import Glibc
import Synchronization

/// Somebody at the other side of a pseudoterminal who reads the screen and types. pty(7)
final class Person: Sendable {
    /// The path of the terminal that a program opens.
    let terminal: String
    private let keyboard: Int32
    /// Held open so that the screen outlives each program that opens the terminal.
    private let other: Int32
    private let seen = Mutex("")
    private let unread = Mutex("")

    /// - Parameter acts: what the person does, on a thread of its own.
    init(_ acts: @escaping @Sendable (Person) -> Void) throws {
        var (keyboard, screen) = (Int32(-1), Int32(-1))
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&keyboard, &screen, &name, nil, nil) == 0 else { throw NoPseudoterminal() }
        (self.keyboard, other) = (keyboard, screen)
        terminal = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        var thread = pthread_t()
        let work = Unmanaged.passRetained(Work(person: self, acts: acts))
        pthread_create(
            &thread, nil,
            { context in
                // Safe: the context is the retained work of the line above.
                let work = Unmanaged<Work>.fromOpaque(context!).takeRetainedValue()
                work.acts(work.person)
                return nil
            }, work.toOpaque())
        pthread_detach(thread)
    }

    deinit {
        close(keyboard)
        close(other)
    }

    /// Everything that was shown.
    var screen: String {
        while readMore(milliseconds: 20) {}
        return seen.withLock { $0 }
    }

    /// Whether what is typed shows.
    var isEchoing: Bool {
        var settings = termios()
        tcgetattr(keyboard, &settings)
        return settings.c_lflag & tcflag_t(ECHO) != 0
    }

    func answer(_ question: String, _ keys: String) {
        wait(for: question)
        write(keyboard, keys, keys.utf8.count)
    }

    /// Reads on until the screen shows a text that was not waited for before.
    func wait(for text: String) {
        for _ in 0..<500 {
            let isShown = unread.withLock { unread in
                guard let range = range(of: text, in: unread) else { return false }
                unread = String(unread[range.upperBound...])
                return true
            }
            if isShown { return }
            _ = readMore(milliseconds: 10)
        }
    }

    private func readMore(milliseconds: Int32) -> Bool {
        var source = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
        guard poll(&source, 1, milliseconds) > 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(keyboard, &bytes, bytes.count)
        guard count > 0 else { return false }
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        seen.withLock { $0 += text }
        unread.withLock { $0 += text }
        return true
    }

    private func range(of text: String, in whole: String) -> Range<String.Index>? {
        whole.indices.lazy.map { whole[$0...] }.first { $0.hasPrefix(text) }
            .map { $0.startIndex..<whole.index($0.startIndex, offsetBy: text.count) }
    }

    private struct NoPseudoterminal: Error {}

    private final class Work: Sendable {
        let person: Person
        let acts: @Sendable (Person) -> Void

        init(person: Person, acts: @escaping @Sendable (Person) -> Void) {
            self.person = person
            self.acts = acts
        }
    }
}

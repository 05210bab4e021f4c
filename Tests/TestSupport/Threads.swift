// SPDX-License-Identifier: MIT
import Glibc

/// Runs a body on some threads at once and waits for all of them.
package func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    final class Start: Sendable {
        let number: Int
        let body: @Sendable (Int) -> Void
        init(_ number: Int, _ body: @escaping @Sendable (Int) -> Void) { (self.number, self.body) = (number, body) }
    }
    let threads = (0..<count).map { number in
        var thread = pthread_t()
        let start = Unmanaged.passRetained(Start(number, body))
        pthread_create(
            &thread, nil,
            { argument in
                if let start = argument.map({ Unmanaged<Start>.fromOpaque($0).takeRetainedValue() }) {
                    start.body(start.number)
                }
                return nil
            }, start.toOpaque())
        return thread
    }
    for thread in threads { pthread_join(thread, nil) }
}

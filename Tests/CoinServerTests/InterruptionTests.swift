// SPDX-License-Identifier: MIT
import Bytes
import Coins
import Dispatch
import HTTP
import Synchronization
import TestSupport
import Testing

/// Server calls that are cancelled.
struct InterruptionTests {
    /// Runs the work elsewhere and does not wait for it.
    private static let cancelled: ServerCancellation.Waiting = { work in
        DispatchQueue.global().async(execute: work)
        return false
    }

    @Test func aQuestionThatIsGivenUpLeavesTheSiteUsable() throws {
        let calls = Mutex(0)
        let listener = try LocalListener { caller in
            let asked = String(decoding: caller.read(), as: UTF8.self)
            let call = calls.withLock { number in
                number += 1
                return number
            }
            // The first answer would be another question's.
            let body = call == 1 ? "late" : String(asked.prefix { $0 != "\r" })
            caller.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            caller.waitForEnd()
        }
        let site = try ServerSite(url: "http://127.0.0.1:\(listener.port)/", timeoutSeconds: 20)
        let error = #expect(throws: CoinsError.self) {
            try ServerCancellation.waiting(by: Self.cancelled) { _ = try site.send(.get, path: "/one") }
        }
        #expect(error?.code == .interrupted && error?.isAboutServers == true)
        while calls.withLock({ $0 }) == 0 {}
        let answer = try site.send(.get, path: "/two")
        #expect(String(decoding: answer.body, as: UTF8.self).hasPrefix("GET /two HTTP/1.1"))
    }

    @Test func whoeverWaitsToTheEndGetsTheAnswer() throws {
        let listener = try LocalListener { caller in
            _ = caller.read()
            caller.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n42")
            caller.waitForEnd()
        }
        let site = try ServerSite(url: "http://127.0.0.1:\(listener.port)/", timeoutSeconds: 20)
        let finished: ServerCancellation.Waiting = { work in
            let done = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
                work()
                done.signal()
            }
            done.wait()
            return true
        }
        let body = try ServerCancellation.waiting(by: finished) { try site.send(.get).body }
        #expect(String(decoding: body, as: UTF8.self) == "42")
    }
}

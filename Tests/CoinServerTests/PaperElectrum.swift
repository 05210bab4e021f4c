// SPDX-License-Identifier: MIT
import Bytes
import TestSupport

/// An Electrum server of one test, whose answers are written by hand.
enum PaperElectrum {
    enum Answer: Sendable {
        /// The result of a method's question.
        case result(JSONValue)
        /// The line for a whole batch.
        case line(String)
        /// Bytes without end.
        case flood
        /// Nothing at all.
        case silence
        /// Says this of its own accord again and again, and never answers.
        case news(String)
    }

    /// Agrees on a version, then lets `answer` decide for each question; ballast is answered with nothing.
    static func start(version: String = "1.4", answer: @escaping @Sendable (String) -> Answer) throws -> LocalListener {
        try LocalListener { caller in
            var isGreeted = false
            var received: [UInt8] = []
            while true {
                let bytes = caller.read()
                guard !bytes.isEmpty else { return }
                received += bytes
                guard let end = received.firstIndex(of: 10) else { continue }
                let line = Array(received[..<end])
                received.removeSubrange(...end)
                // Safe: a request that cannot be read makes the test fail by itself.
                guard let requests = (try? JSONValue(parsing: line))?.array else { return }
                var answers: [JSONValue] = []
                for request in requests {
                    let id = request["id"] ?? .null
                    var result = JSONValue.null
                    if !isGreeted {
                        result = ["Paper", .string(version)]
                    } else if request["method"] != "blockchain.block.headers" {
                        switch answer(request["method"]?.string ?? "") {
                        case .result(let value): result = value
                        case .line(let text):
                            caller.send(text + "\n")
                            return caller.waitForEnd()
                        case .silence: return caller.waitForEnd()
                        case .flood:
                            let chunk = [UInt8](repeating: 120, count: 1 << 20)
                            for _ in 0..<100 where caller.send(chunk) {}
                            return
                        case .news(let text):
                            while caller.send(text + "\n") {}
                            return
                        }
                    }
                    answers.append(["jsonrpc": "2.0", "id": id, "result": result])
                }
                isGreeted = true
                caller.send(JSONValue.array(answers.reversed()).text + "\n")
            }
        }
    }
}

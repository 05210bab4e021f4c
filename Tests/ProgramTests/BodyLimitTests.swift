// SPDX-License-Identifier: MIT
import Testing

/// `server.body_kib`, from the file of settings to the connection.
struct BodyLimitTests {
    private let network: TestNetwork

    init() throws {
        network = try TestNetwork()
        let made = try network.hub("init", "--currency", "USD", "--passphrase-file", network.file("hub.passphrase"))
        try #require(made.status == 0, "\(made.all)")
    }

    /// Sends a log-on of so many bytes; blanks between its fields are nothing to who reads JSON.
    private func post(_ path: String, name: String, bytes: Int) throws -> (status: String, text: String) {
        let (start, end) = (#"{"username":"\#(name)","#, #""password":"four words are enough"}"#)
        let blanks = String(repeating: " ", count: bytes - start.utf8.count - end.utf8.count)
        try network.write("body", start + blanks + end)
        let answer = try run(
            "/usr/bin/curl",
            [
                "-s", "-w", "\n%{http_code}", "-H", "Content-Type: application/json", "-H", "Expect:", "--data-binary",
                "@" + network.file("body"), "http://127.0.0.1:\(network.port)\(path)",
            ], environment: [:])
        return (answer.output.split(separator: "\n").last.map { String($0) } ?? "", answer.output)
    }

    @Test(arguments: [4, 200, 1_024])
    func aBodyIsTakenUpToTheSettingAndNoFurther(kib: Int) throws {
        try network.write("hub/hub.toml", "[server]\nbody_kib = \(kib)\n")
        try network.openHub()
        let limit = kib << 10
        let taken = try post("/v1/auth/register", name: "alice", bytes: limit)
        #expect(taken.status == "200", "\(taken.text.prefix(400))")
        // The second is among those that go past evhttp when they are short.
        for path in ["/v1/auth/register", "/v1/transactions/send"] {
            let refused = try post(path, name: "bob", bytes: limit + 1)
            #expect(refused.status == "413" && refused.text.contains("TOO_LARGE"), "\(refused.text.prefix(400))")
            #expect(refused.text.contains("The body is larger than \(limit) bytes."), "\(refused.text.prefix(400))")
        }
        #expect(try post("/v1/transactions/send", name: "bob", bytes: limit).status == "401")
    }
}

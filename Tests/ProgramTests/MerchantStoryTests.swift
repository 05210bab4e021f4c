// SPDX-License-Identifier: MIT
import Glibc
import Testing

/// A shop whose server is told of payments, by a hub that dies at the worst moments.
struct MerchantStoryTests {
    private static let python = "/usr/bin/python3"

    /// A merchant's server as somebody else writes it: Python's own HTTP and HMAC. It prints what it was told, and kills the
    /// process that the file `plan` names before it answers.
    private static let receiver = """
        import hashlib, hmac, http.server, json, os, signal, sys
        folder = sys.argv[1]
        class Receiver(http.server.BaseHTTPRequestHandler):
            def log_message(self, *words): pass
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                secret = bytes.fromhex(open(folder + "/secret").read())
                parts = dict(part.split("=") for part in self.headers["Satchel-Webhook"].split(","))
                mac = hmac.new(secret, parts["t"].encode() + b"." + body, hashlib.sha256)
                event = json.loads(body)
                assert event["id"] == self.headers["Satchel-Event"] and self.path == "/paid"
                plan = open(folder + "/plan").read().split()
                print(json.dumps({
                    "genuine": hmac.compare_digest(mac.hexdigest(), parts["v1"]), "id": event["id"],
                    "kind": event["kind"], "amount": event["transaction"]["amount"]["value"],
                    "request": event.get("request")}), flush=True)
                if plan[0] == "kill":
                    os.kill(int(plan[1]), signal.SIGKILL)
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()
        server = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
        print(server.server_port, flush=True)
        server.serve_forever()
        """

    @Test(.enabled(if: access("/usr/bin/python3", X_OK) == 0, "SKIPPED, NOTHING PROVED: Python is not installed."))
    func aShopIsToldOfEachPaymentWhereverTheHubDies() throws {
        let network = try TestNetwork()
        try #require(
            try network.hub("init", "--currency", "USD", "--passphrase-file", network.file("hub.passphrase")).status
                == 0)
        try network.write("hub/hub.toml", "[merchants]\nservers_here = true\n")
        try network.openHub()
        let shop = try network.person("shop")
        let alice = try network.person("alice", cents: 100_00)
        let server = try Running(
            Self.python, ["-c", Self.receiver, network.folder], environment: ["PATH": "/usr/bin:/bin"],
            complaints: network.file("receiver.log"))
        defer { server.stop() }
        let url = "http://127.0.0.1:\(server.line())/paid"

        try shop.refused(["merchant", "set-webhook", url], 1, saying: ["Only merchants"])
        try #require(try network.hub("merchant", "shop", "--name", "Corner Shop").status == 0)
        try shop.refused(["merchant", "set-webhook", "https://me@shop.example"], 1, saying: ["must not hold a name"])
        let secret = try shop.succeed("merchant", "set-webhook", url, "--json").json()["secret"]?.text
        try network.write("secret", try #require(secret))
        try network.write("plan", "answer")
        func told() throws -> JSONValue {
            let event = try Run(output: server.line(), complaint: "", status: 0).json()
            #expect(event["genuine"] == .bool(true))
            return event
        }

        // An order of the shop, paid.
        let asked = try shop.succeed("requests", "new", "12.50", "--from", "alice", "--reference", "F-1", "--json")
            .json()
        let order = try #require(asked["request"]?["id"]?.text)
        try alice.succeed("requests", "pay", "--yes", order)
        let first = try told()
        #expect(first["request"]?.text == order && first["amount"]?.text == "12.50")
        #expect(first["kind"]?.text == "payment.received")

        // Killed as soon as the payment is acknowledged, mostly before anybody is told.
        try alice.succeed("send", "--yes", "shop", "2")
        try die(in: network)
        try network.openHub()
        var event = try told()
        #expect(event["amount"]?.text == "2.00" && event["id"] != first["id"])
        try waitForDeliveries(2, of: shop)

        // Killed after the shop has taken it and before the hub has its answer: told again, under the same id.
        let pid = try #require(network.server?.pid)
        try network.write("plan", "kill \(pid)")
        try alice.succeed("send", "--yes", "shop", "3")
        event = try told()
        // The hub that was killed first may have told what the next one told again.
        while event["amount"]?.text == "2.00" { event = try told() }
        try network.write("plan", "answer")
        try die(in: network)
        try network.openHub()
        let again = try told()
        #expect(again["id"] == event["id"] && again["amount"]?.text == "3.00")
        try alice.succeed("send", "--yes", "shop", "4")
        #expect(try told()["amount"]?.text == "4.00")

        try waitForDeliveries(4, of: shop)
        try shop.succeed("merchant", "remove-webhook", "--yes")
        #expect(try shop.succeed("merchant", "webhook").output.contains("No webhook."))
        #expect(try network.hub("audit").status == 0)
    }

    /// Waits until the hub has noted so many good answers, and no others.
    private func waitForDeliveries(_ count: Int, of shop: Person) throws {
        for _ in 0..<100 {
            let state = try shop.succeed("merchant", "webhook", "--json").json()
            guard case .array(let items) = state["deliveries"] else { break }
            #expect(items.allSatisfy { $0["status"] == .number(200) })
            if items.count == count { return }
            usleep(100_000)
        }
        Issue.record("The hub never noted \(count) deliveries.")
    }

    private func die(in network: TestNetwork) throws {
        kill(try #require(network.server?.pid), SIGKILL)
        network.closeHub()
    }
}

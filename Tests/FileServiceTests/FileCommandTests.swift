// SPDX-License-Identifier: MIT
import TestSupport
import Testing

/// `satchel-hub files`, beside a hub that serves.
@Suite(.serialized) struct FileCommandTests {
    private let home: FileHome

    init() throws { home = try FileHome() }

    /// What the command writes, and its exit status.
    private func files(_ words: String...) throws -> (text: String, status: String) {
        let output = home.folder.file("output")
        let all = ["files"] + words + ["--directory", home.folder.file("hub")]
        let quoted = ([BuiltPrograms.path("satchel-hub")] + all).map { "'\($0)'" }.joined(separator: " ")
        let script = try home.folder.write(Array("\(quoted) > '\(output)' 2>&1\necho shown $?\n".utf8), to: "script")
        guard case .shown(let status) = try Child("/bin/sh", [script]).finish() else {
            throw UnexpectedResult("The shell did not run.")
        }
        return (String(decoding: try home.folder.bytes(of: "output"), as: UTF8.self), status)
    }

    @Test func spacesAreListedWithWhatTheyUse() throws {
        #expect(try files("list") == ("There are no spaces.\n", "0"))
        let token = try home.account("alice")
        _ = try home.begin(token, length: 3 << 20)
        let (text, _) = try files("list")
        #expect(text.contains("alice") && text.contains("3.0 MiB") && text.contains("10.0 GiB"), "\(text)")
        let (json, _) = try files("list", "--json")
        #expect(json.contains("\"reserved\":3145728"), "\(json)")
    }

    @Test func aQuotaHoldsFromTheNextUploadOn() throws {
        let token = try home.account("alice")
        #expect(try files("quota", "alice", "1MiB").status == "0")
        let upload = [
            "-X", "POST", "-H", "Upload-Complete: ?0", "-H", "Content-Length: 0", home.url + "/v1/uploads", "-H",
        ]
        let refused = try home.run(upload + ["Upload-Length: 1048577"], token: token)
        #expect(refused.status == 507)
        #expect(String(decoding: refused.body, as: UTF8.self).contains("QUOTA_EXCEEDED"))
        #expect(try home.run(upload + ["Upload-Length: 1048576"], token: token).status == 201)
        #expect(try files("quota", "alice", "role").status == "0")
        #expect(try home.run(upload + ["Upload-Length: 1048577"], token: token).status == 201)
        #expect(try files("list").text.contains("10.0 GiB"))
    }

    @Test(arguments: ["20", "20GB", "-1GiB", "01GiB", "9999999999TiB", "all"])
    func whatIsNoSizeIsRefused(size: String) throws {
        #expect(try files("quota", "alice", size).status == "2")
    }

    @Test func whoIsNotThereHasNoQuota() throws {
        let (text, status) = try files("quota", "nobody", "1GiB")
        #expect(status != "0" && text.contains("nobody"))
    }
}

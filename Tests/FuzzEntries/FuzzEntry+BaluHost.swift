// SPDX-License-Identifier: MIT
import Bytes
import Drive
import FileModel
import HTTP

/// What answers in the place of a BaluHost, and what its pairing picture holds.
extension FuzzEntry {
    /// The first byte chooses the status of a refusal; the rest is a body.
    func baluReply(_ input: [UInt8]) {
        let body = Array(input.dropFirst())
        let status = 400 + Int(input.first ?? 0) % 200
        let response = Response(status: status, headers: Headers(), body: body)
        _ = BaluReply.refusal(in: response)
        guard let json = BaluReply.json(in: response) else { return }
        for folder in ["", "alice"] {
            guard let entries = BaluReply.entries(in: json, of: folder) else { continue }
            precondition(Set(entries.map(\.name)).count == entries.count, "baluReply: a name twice")
            precondition(
                entries.allSatisfy { $0.size <= UInt64(Int64.max) && ($0.content == nil || !$0.isFolder) },
                "baluReply: a size that no disk has, or a folder with a content")
        }
    }

    func baluCode(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        if let time = BaluDate.milliseconds(text) {
            // Years have four digits.
            precondition(-62_300_000_000_000...253_500_000_000_000 ~= time, "baluCode: a time of another age")
        }
        guard let code = BaluPairingCode(text) else { return }
        precondition(
            BaluPairingCode.validDays.contains(code.days) && code.token.hasPrefix("reg_")
                && code.token.utf8.allSatisfy { 33...126 ~= $0 } && code.address.hasPrefix("http"),
            "baluCode: a code that no BaluHost writes")
    }

    static let baluReplySeeds = [
        "\0" + #"{"files":[{"name":"a","path":"alice/a","size":3,"type":"file","modified_at":"2026-11-20T13:11:11Z","#
            + #""checksum":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},"#
            + #"{"name":"b","path":"alice/b","size":0,"type":"directory","modified_at":"2026-11-20T13:10:45"}]}"#,
        "\0" + #"{"files":[{"name":"alice","path":"alice","size":0,"type":"directory","checksum":null}]}"#,
        "\u{16}" + #"{"detail":[{"type":"missing","loc":["body","token"],"msg":"Field required","input":"{}"}]}"#,
        "\u{03}" + #"{"detail":{"error":"local_channel_required","message":"Only at home."}}"#,
        "\u{1D}" + #"{"error":"Too Many Requests","detail":"Rate limit exceeded.","retry_after":60}"#,
    ]

    static let baluCodeSeeds = [
        "2026-11-20T13:16:35.320218Z", "2026-11-20T13:11:36.171+00:00", "2026-11-20T13:10:45",
        #"{"token":"reg_abc","server":"https://home.example:8000","expires_at":"2026-11-20T13:16:35.320218+00:00","#
            + #""device_token_validity_days":90,"vpn_config":"W0ludGVyZmFjZV0K","vpn_type":"wireguard"}"#,
    ]
}

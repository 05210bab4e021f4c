// SPDX-License-Identifier: MIT
import TestSupport

/// What a web server may do to us instead of answering.
enum Hostility: String, CaseIterable, Sendable {
    case stalls, drips, floods, closes, page, brokenPage, redirect, truncated, deep, wrongID, noResult, wrongType
    case notUTF8, overload

    /// The body that a JSON-RPC client, or another one, gets; nil where there is no whole answer.
    private var body: String? {
        switch self {
        case .page, .brokenPage: "<html><body>Just a moment...</body></html>"
        case .truncated: #"{"jsonrpc":"2.0","id":1,"result":"0x1"#
        case .deep: String(repeating: "[", count: 100_000)
        case .wrongID: #"{"jsonrpc":"2.0","id":77,"result":"0x1"}"#
        case .noResult: #"{"jsonrpc":"2.0","id":1}"#
        case .wrongType: #"{"jsonrpc":"2.0","id":1,"result":{"a":[1e400,-0,""]}}"#
        case .overload: #"{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"Too many requests"}}"#
        case .redirect: ""
        case .stalls, .drips, .floods, .closes, .notUTF8: nil
        }
    }

    private var status: String {
        switch self {
        case .brokenPage: "502 Bad Gateway"
        case .redirect: "302 Found\r\nLocation: http://127.0.0.1:1/"
        case .overload: "429 Too Many Requests"
        default: "200 OK"
        }
    }

    func serve(_ caller: LocalListener.Caller) {
        _ = caller.read()
        if let body {
            caller.send("HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return caller.waitForEnd()
        }
        switch self {
        case .drips:
            caller.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n[")
            while caller.send(" ") { caller.wait(milliseconds: 20) }
        case .floods:
            caller.send("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n")
            let chunk = [UInt8](repeating: 32, count: 1 << 20)
            for _ in 0..<100 where caller.send(chunk) {}
        case .notUTF8: caller.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n\"".utf8) + [0xff, 0xfe, 34])
        case .closes: return
        default: caller.waitForEnd()
        }
    }
}

// SPDX-License-Identifier: MIT
import HTTP
import HubAPI

/// What a proxy, a captive portal or a broken line makes of a hub's answer after the hub has done what it was asked.
enum WrongAnswer: CaseIterable {
    case truncated, half, otherShape, list, emptyObject, empty, nothingAtAll
    case htmlSuccess, htmlRefusal, htmlGateway, proxyLogin, redirect
    case wrongType, noType, jsonOfAProxy, almostARefusal, refusalOfAnotherClass
    case anotherHub

    /// - Parameter other: what another hub says to the same call.
    func answer(insteadOf answer: Response, other: [UInt8]) -> Response {
        let json: Headers = ["Content-Type": "application/json"]
        let page = Array("<!DOCTYPE html><html><body>Please log in to the network.</body></html>".utf8)
        switch self {
        case .truncated: return Response(status: answer.status, headers: json, body: answer.body.dropLast())
        case .half:
            return Response(status: 200, headers: json, body: Array(answer.body.prefix(answer.body.count / 2)))
        case .otherShape: return Response(status: 200, headers: json, body: Array(#"{"status":"ok","code":0}"#.utf8))
        case .list: return Response(status: 200, headers: json, body: Array("[]".utf8))
        // The whole answer of some routes is an empty object, so it is not wrong there.
        case .emptyObject: return Response(status: 200, headers: json, body: Array("{}".utf8))
        case .empty: return Response(status: 200, headers: json)
        case .nothingAtAll: return Response(status: 204)
        case .htmlSuccess: return Response(status: 200, headers: ["Content-Type": "text/html"], body: page)
        case .htmlRefusal: return Response(status: 403, headers: ["Content-Type": "text/html"], body: page)
        case .htmlGateway: return Response(status: 502, headers: ["Content-Type": "text/html"], body: page)
        case .proxyLogin: return Response(status: 407, headers: ["Content-Type": "text/html"], body: page)
        case .redirect: return Response(status: 302, headers: ["Location": "http://portal.example/"])
        case .wrongType: return Response(status: 200, headers: ["Content-Type": "text/plain"], body: answer.body)
        case .noType: return Response(status: answer.status, body: answer.body)
        case .jsonOfAProxy:
            return Response(status: 403, headers: json, body: Array(#"{"error":"blocked","message":"No."}"#.utf8))
        case .almostARefusal:
            return Response(status: 403, headers: json, body: Array(#"{"code":"BLOCKED","message":"No."}"#.utf8))
        case .refusalOfAnotherClass:
            return Response(
                status: 502, headers: json,
                body: Array(#"{"code":"FORBIDDEN","details":{},"message":"The proxy forbids it."}"#.utf8))
        case .anotherHub: return Response(status: 200, headers: json, body: other)
        }
    }
}

// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import Hub
import HubAPI
import Synchronization

/// The operator's pages, on this machine alone.
///
/// One link lets in once, within ten minutes; from then on a cookie does, for as long as it is used every half hour. Every form
/// carries a secret of the session, so that no page of another site can press a button here, and pages answer to the
/// names of this machine only, so that no other name can be pointed at them.
final class ConsoleServer: Sendable {
    private struct Session {
        let cookie: String
        let csrf: String
        var lastUsed: ContinuousClock.Instant
    }

    private struct State {
        var key: String?
        let begin = ContinuousClock.now
        var session: Session?
    }

    private static let cookie = "satchel_console"
    private static let keyLife = Duration.seconds(600)
    private static let idleLife = Duration.seconds(1_800)

    private let hub: Hub
    private let link: String
    private let state: Mutex<State>

    /// - Parameter key: what the printed link holds.
    init(hub: Hub, link: String, key: String) {
        self.hub = hub
        self.link = link
        state = Mutex(State(key: key))
    }

    static func secret() -> String { Base64URL.encode(RandomSource.system.bytes(24)) }

    func handle(_ request: Request, _ respond: @escaping Responder) { respond(answer(request)) }

    private func answer(_ request: Request) -> Response {
        guard let host = request.headers["Host"], Self.isThisMachine(host) else {
            return Self.plain(421, "This console answers to 127.0.0.1 only.")
        }
        switch (request.method, request.path) {
        case (.get, "/style.css"): return Self.response(200, "text/css; charset=utf-8", Array(ConsolePage.style.utf8))
        case (.get, "/enter"): return enter(request.queryValue("key") ?? "")
        default: break
        }
        guard let session = session(of: request) else {
            return Self.plain(403, "This console is closed to you. Run `satchel-hub console` and open its link.")
        }
        let pages = ConsolePages(hub: hub, link: link, csrf: session.csrf)
        do {
            guard request.method == .post else { return try page(request, pages) }
            return try change(request, session, host: host)
        } catch let error as HubError {
            return show(ConsolePage(title: "That did not work", body: Self.notice(error.message)), 400, "", session)
        } catch let problem as HubProblem {
            return show(ConsolePage(title: "That did not work", body: Self.notice(problem.message)), 400, "", session)
        } catch {
            return show(ConsolePage(title: "That did not work", body: Self.notice("\(error)")), 500, "", session)
        }
    }

    private func page(_ request: Request, _ pages: ConsolePages) throws -> Response {
        let page: ConsolePage
        switch request.path {
        case "/": page = try pages.overview()
        case "/accounts":
            page = try pages.accounts(search: request.queryValue("search"), after: request.queryValue("after"))
        case "/account": page = try pages.account(request.queryValue("name") ?? "")
        case "/cases": page = try pages.cases()
        case "/audit": page = try pages.audit()
        case "/join": page = pages.join()
        case "/join.svg": return Self.response(200, "image/svg+xml", try pages.code())
        default: return Self.plain(404, "There is no such page.")
        }
        return Self.response(
            200, "text/html; charset=utf-8",
            Array(page.html(at: request.path == "/account" ? "/accounts" : request.path, csrf: pages.csrf).utf8))
    }

    private func change(_ request: Request, _ session: Session, host: String) throws -> Response {
        // The fields of a form are written as a query is.
        let form = try Request(method: .get, target: "/?" + String(decoding: request.body, as: UTF8.self))
        guard let token = form.queryValue("csrf"), constantTimeEqual(Array(token.utf8), Array(session.csrf.utf8)),
            request.headers["Origin"].map({ $0 == "http://\(host)" }) ?? true
        else { return Self.plain(403, "This form is not of this session. Go back and reload the page.") }
        let name = form.queryValue("name") ?? ""
        switch request.path {
        case "/lock": try hub.lock(name, reason: form.queryValue("reason") ?? "")
        case "/unlock": try hub.unlock(name)
        case "/leave":
            state.withLock { $0.session = nil }
            return Self.plain(200, "The console is closed.")
        default: return Self.plain(404, "There is no such form.")
        }
        var response = Self.response(303, "text/plain", [])
        response.headers["Location"] = "/account?name=\(name)"
        return response
    }

    private func show(_ page: ConsolePage, _ status: Int, _ path: String, _ session: Session) -> Response {
        Self.response(status, "text/html; charset=utf-8", Array(page.html(at: path, csrf: session.csrf).utf8))
    }

    private static func notice(_ text: String) -> String {
        "<p class=\"notice bad\" role=\"alert\">\(ConsolePage.text(text))</p>"
    }

    // MARK: - Who is let in

    /// Once: a link that stands in a history lets nobody in.
    private func enter(_ key: String) -> Response {
        let session = state.withLock { state -> Session? in
            guard let wanted = state.key, state.begin.duration(to: .now) < Self.keyLife,
                constantTimeEqual(Array(key.utf8), Array(wanted.utf8))
            else { return nil }
            state.key = nil
            let session = Session(cookie: Self.secret(), csrf: Self.secret(), lastUsed: .now)
            state.session = session
            return session
        }
        guard let session else {
            return Self.plain(403, "This link was used or is too old. Run `satchel-hub console` again.")
        }
        var response = Self.response(303, "text/plain", [])
        response.headers["Location"] = "/"
        response.headers["Set-Cookie"] = "\(Self.cookie)=\(session.cookie); HttpOnly; SameSite=Strict; Path=/"
        return response
    }

    private func session(of request: Request) -> Session? {
        let cookies = (request.headers["Cookie"] ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
        guard let value = cookies.first(where: { $0.hasPrefix(Self.cookie + "=") })?.dropFirst(Self.cookie.count + 1)
        else { return nil }
        return state.withLock { state in
            guard var session = state.session, session.lastUsed.duration(to: .now) < Self.idleLife,
                constantTimeEqual(Array(value.utf8), Array(session.cookie.utf8))
            else { return nil }
            session.lastUsed = .now
            state.session = session
            return session
        }
    }

    private static func isThisMachine(_ host: String) -> Bool {
        let name = host.hasPrefix("[") ? "[::1]" : host.split(separator: ":").first.map { String($0) } ?? ""
        return ["127.0.0.1", "localhost", "[::1]"].contains(name)
    }

    // MARK: - Answers

    private static func plain(_ status: Int, _ text: String) -> Response {
        response(status, "text/plain; charset=utf-8", Array((text + "\n").utf8))
    }

    private static func response(_ status: Int, _ type: String, _ body: [UInt8]) -> Response {
        Response(
            status: status,
            headers: [
                "Content-Type": type, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
                "Referrer-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
                "Content-Security-Policy":
                    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
            ], body: body)
    }
}

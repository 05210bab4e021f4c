// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import Hub
import HubAPI
import HubStorage
import Synchronization

/// The server of the operator's console, for this machine only.
///
/// Access needs a link that works once within ten minutes, or an operator's login. Then a cookie gives access until it
/// is unused for half an hour. Every form has a secret of its session against requests from other sites (CSRF). The
/// server answers only to the names of this machine, against DNS rebinding.
final class ConsoleServer: Sendable {
    /// The means of access.
    enum Door: Sendable {
        /// The printed link, once.
        case key(String)
        /// An operator's username, password and code.
        case accounts
    }

    private struct Session {
        let cookie: String
        let csrf: String
        /// Nil for the person who started the program.
        let person: Hub.OperatorSession?
        var lastUsed: ContinuousClock.Instant
    }

    private struct State {
        var key: String?
        let begin = ContinuousClock.now
        /// Least recently used first.
        var sessions: [Session] = []
    }

    private static let cookie = "satchel_console"
    private static let keyLife = Duration.seconds(600)
    private static let idleLife = Duration.seconds(1_800)
    private static let maximumSessions = 32

    private let hub: Hub
    private let link: String
    private let numbers: String
    private let asksForAccounts: Bool
    private let state: Mutex<State>

    /// - Parameter numbers: the address and port of the serving hub's metrics.
    init(hub: Hub, link: String, numbers: String, door: Door) {
        self.hub = hub
        self.link = link
        self.numbers = numbers
        let key = if case .key(let key) = door { key as String? } else { nil as String? }
        asksForAccounts = key == nil
        state = Mutex(State(key: key))
    }

    static func secret() -> String { Base64URL.encode(RandomSource.system.bytes(24)) }

    func handle(_ request: Request, _ respond: @escaping Responder) { respond(answer(request)) }

    private func answer(_ request: Request) -> Response {
        guard let host = request.headers["Host"], Self.isThisMachine(host) else {
            return Self.plain(421, "The console is available at 127.0.0.1 only.")
        }
        switch (request.method, request.path) {
        case (.get, "/style.css"): return Self.response(200, "text/css; charset=utf-8", Array(ConsolePage.style.utf8))
        case (.get, "/icon.svg"): return Self.response(200, "image/svg+xml", Array(ConsolePage.icon.utf8))
        case (.get, "/enter"): return enter(request.queryValue("key") ?? "")
        case (.get, "/log-in") where asksForAccounts: return Self.door(200)
        case (.post, "/log-in") where asksForAccounts: return logIn(request, host: host)
        default: break
        }
        guard let session = session(of: request) else {
            return asksForAccounts && request.method == .get
                ? Self.onward("/log-in")
                : Self.plain(403, "Access denied. Run `satchel-hub console` and open its link.")
        }
        let pages = ConsolePages(hub: hub, link: link, csrf: session.csrf)
        do {
            // An operator who was locked, demoted or logged out since then loses access.
            if let person = session.person { try hub.requireStillOperator(person) }
            guard request.method == .post else { return try page(request, pages) }
            return try change(request, session, pages, host: host)
        } catch let error as HubError {
            return show(ConsolePage(title: "Request failed", body: Self.notice(error.message)), 400, "", session)
        } catch let problem as HubProblem where problem.code == .forbidden && session.person != nil {
            end(session)
            return Self.door(403, problem.message)
        } catch let problem as HubProblem {
            return show(ConsolePage(title: "Request failed", body: Self.notice(problem.message)), 400, "", session)
        } catch {
            let sentence = HubProgram.sentence(error)
            return show(ConsolePage(title: "Request failed", body: Self.notice(sentence)), 500, "", session)
        }
    }

    private func page(_ request: Request, _ pages: ConsolePages) throws -> Response {
        let page: ConsolePage
        switch request.path {
        case "/": page = try pages.overview()
        case "/accounts":
            page = try pages.accounts(search: request.queryValue("search"), after: request.queryValue("after"))
        case "/account": page = try pages.account(request.queryValue("name") ?? "")
        case "/files": page = try pages.files()
        case "/cases": page = try pages.cases()
        case "/audit": page = try pages.audit()
        case "/ledger": page = try pages.ledger(proving: request.queryValue("id"))
        case "/numbers": page = pages.numbers(of: numbers)
        case "/join": page = pages.join()
        case "/join.svg": return Self.response(200, "image/svg+xml", try pages.code())
        default: return Self.plain(404, "Page not found.")
        }
        return Self.response(
            200, "text/html; charset=utf-8",
            Array(page.html(at: request.path == "/account" ? "/accounts" : request.path, csrf: pages.csrf).utf8))
    }

    /// The fields of a form. Their encoding is that of a query.
    private static func form(_ request: Request) throws -> Request {
        try Request(method: .get, target: "/?" + String(decoding: request.body, as: UTF8.self))
    }

    private static func isOurs(_ request: Request, host: String) -> Bool {
        request.headers["Origin"].map { $0 == "http://\(host)" } ?? true
    }

    private func change(_ request: Request, _ session: Session, _ pages: ConsolePages, host: String) throws -> Response
    {
        let form = try Self.form(request)
        guard let token = form.queryValue("csrf"), constantTimeEqual(Array(token.utf8), Array(session.csrf.utf8)),
            Self.isOurs(request, host: host)
        else { return Self.plain(403, "This form belongs to another session. Go back and reload the page.") }
        let name = form.queryValue("name") ?? ""
        switch request.path {
        case "/lock": try hub.lock(name, reason: form.queryValue("reason") ?? "", by: session.person)
        case "/unlock": try hub.unlock(name, by: session.person)
        case "/quota":
            try pages.setQuota(of: name, to: form.queryValue("quota") ?? "")
            return Self.onward("/files")
        case "/leave":
            end(session)
            if let person = session.person { try hub.logOut(person) }
            return Self.plain(200, "Logged out.")
        default: return Self.plain(404, "Page not found.")
        }
        return Self.onward("/account?name=\(name)")
    }

    private func show(_ page: ConsolePage, _ status: Int, _ path: String, _ session: Session) -> Response {
        Self.response(status, "text/html; charset=utf-8", Array(page.html(at: path, csrf: session.csrf).utf8))
    }

    private static func notice(_ text: String) -> String {
        "<p class=\"notice bad\" role=\"alert\">\(ConsolePage.text(text))</p>"
    }

    // MARK: - Access

    /// Works once, so that a link in a browser's history gives no access.
    private func enter(_ key: String) -> Response {
        let isRight = state.withLock { state -> Bool in
            guard let wanted = state.key, state.begin.duration(to: .now) < Self.keyLife,
                constantTimeEqual(Array(key.utf8), Array(wanted.utf8))
            else { return false }
            state.key = nil
            return true
        }
        guard isRight else {
            return Self.plain(403, "This link was already used or has expired. Run `satchel-hub console` again.")
        }
        return begin(nil)
    }

    /// The hub's rate limit applies, and its audit log records each attempt.
    private func logIn(_ request: Request, host: String) -> Response {
        guard Self.isOurs(request, host: host) else {
            return Self.plain(403, "This form comes from another site. Open the console's own page.")
        }
        do {
            let form = try Self.form(request)
            return begin(
                try hub.logInOperator(
                    form.queryValue("name") ?? "", password: form.queryValue("password") ?? "",
                    code: form.queryValue("code") ?? "", device: "console"))
        } catch let problem as HubProblem {
            return Self.door(problem.status, problem.message)
        } catch {
            return Self.door(400, "Could not read the form: \(HubProgram.sentence(error))")
        }
    }

    private func begin(_ person: Hub.OperatorSession?) -> Response {
        let session = Session(cookie: Self.secret(), csrf: Self.secret(), person: person, lastUsed: .now)
        state.withLock { state in
            state.sessions.append(session)
            if state.sessions.count > Self.maximumSessions { state.sessions.removeFirst() }
        }
        var response = Self.onward("/")
        response.headers["Set-Cookie"] = "\(Self.cookie)=\(session.cookie); HttpOnly; SameSite=Strict; Path=/"
        return response
    }

    private func end(_ session: Session) {
        state.withLock { state in state.sessions.removeAll { $0.cookie == session.cookie } }
    }

    private func session(of request: Request) -> Session? {
        let cookies = (request.headers["Cookie"] ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
        guard let value = cookies.first(where: { $0.hasPrefix(Self.cookie + "=") })?.dropFirst(Self.cookie.count + 1)
        else { return nil }
        return state.withLock { state in
            state.sessions.removeAll { $0.lastUsed.duration(to: .now) >= Self.idleLife }
            let found = state.sessions.firstIndex { constantTimeEqual(Array(value.utf8), Array($0.cookie.utf8)) }
            guard let found else { return nil }
            var session = state.sessions.remove(at: found)
            session.lastUsed = .now
            state.sessions.append(session)
            return session
        }
    }

    private static func isThisMachine(_ host: String) -> Bool {
        let name = host.hasPrefix("[") ? "[::1]" : host.split(separator: ":").first.map { String($0) } ?? ""
        return ["127.0.0.1", "localhost", "[::1]"].contains(name)
    }

    // MARK: - Answers

    private static func door(_ status: Int, _ complaint: String? = nil) -> Response {
        response(
            status, "text/html; charset=utf-8",
            Array(ConsolePage.logIn(saying: complaint.map(notice)).html(at: "/log-in", csrf: nil).utf8))
    }

    private static func onward(_ place: String) -> Response {
        var response = response(303, "text/plain", [])
        response.headers["Location"] = place
        return response
    }

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

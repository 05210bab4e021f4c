// SPDX-License-Identifier: MIT
import HTTP
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL

/// One decoded request that waits for its answer. Exactly one of its answering methods must be called, on any thread.
struct Call<Input: Sendable, Output: Encodable & Sendable>: Sendable {
    let input: Input
    /// The values of the path's parameters, in order.
    let values: [String]
    let query: [String: String]
    let headers: Headers
    /// The network address of the caller; empty in process.
    let address: String
    /// The tick of the event loop that runs it; nil in process.
    let turn: LoopTurn?
    let respond: Responder

    init(
        input: Input, values: [String], query: [String: String], headers: Headers, address: String, turn: LoopTurn?,
        respond: @escaping Responder
    ) {
        self.input = input
        self.values = values
        self.query = query
        self.headers = headers
        self.address = address
        self.turn = turn
        self.respond = respond
    }

    func answer(_ output: Output) {
        do {
            respond(.json(status: 200, body: try Wire.encode(output)))
        } catch {
            refuse(error)
        }
    }

    /// Answers with a response that is not a message.
    func send(_ response: Response) { respond(response) }

    func refuse(_ error: any Error) { respond(.problem(HubProblem(refusal: error))) }

    func finish(_ result: Result<Output, any Error>) {
        switch result {
        case .success(let output): answer(output)
        case .failure(let error): refuse(error)
        }
    }

    /// Sends a stored answer byte for byte. A header marks a repeat.
    func finish(_ result: Result<Operations.Answer, any Error>) { Response.send(result, by: respond) }
}

extension Response {
    /// Sends a stored answer byte for byte. A header marks a repeat.
    static func send(_ result: Result<Operations.Answer, any Error>, by respond: Responder) {
        switch result {
        case .success(let answer):
            var response = Response.json(status: answer.status, body: answer.body)
            if answer.isReplay { response.headers["Idempotency-Replayed"] = "true" }
            respond(response)
        case .failure(let error): respond(.problem(HubProblem(refusal: error)))
        }
    }

    static func json(status: Int, body: [UInt8]) -> Response {
        Response(status: status, headers: ofJSON, body: body)
    }

    /// Created once, because nearly every answer uses them.
    private static let ofJSON: Headers = ["Content-Type": "application/json", "Cache-Control": "no-store"]

    static func problem(_ problem: HubProblem) -> Response {
        let body: [UInt8]
        do {
            body = try Wire.encode(problem)
        } catch {
            // Three strings and a dictionary of strings always encode. If that ever fails, the status still tells the
            // client.
            body = Array(#"{"code":"INTERNAL","details":{},"message":"The hub could not write its answer."}"#.utf8)
        }
        var response = Response.json(status: problem.status, body: body)
        if let seconds = problem.details["retryAfter"] { response.headers["Retry-After"] = seconds }
        if problem.status == 401 { response.headers["WWW-Authenticate"] = "Bearer" }
        return response
    }
}

extension HubProblem {
    /// The problem that a client gets for any error. Only refusals keep their message, because other errors could
    /// reveal too much.
    init(refusal error: any Error) {
        switch error {
        case let problem as HubProblem: self = problem
        case let error as SQLError where error.code == .full:
            self.init(
                .storageFull, "The hub's disk is full. Nothing was changed; tell the operator and try again later.")
        case let error as SQLError where error.code == .readOnly:
            self.init(
                .busy, "The hub's database is read-only at the moment. Nothing was changed; try again later.",
                details: ["retryAfter": "10"])
        case let error as SQLError where error.code == .busy:
            self.init(
                .busy, "Another program is using the hub's database. Try again in a moment.",
                details: ["retryAfter": "1"])
        case let error as SQLError where error.code == .unknownOutcome:
            self.init(
                .busy,
                "The hub cannot tell yet whether this was done. Ask again with the same id; it is never done twice.",
                details: ["retryAfter": "5"])
        case let error as SQLError where error.code == .lost || error.code == .cantOpen:
            self.init(
                .busy, "The hub cannot reach its database. Nothing was changed. Try again in a moment.",
                details: ["retryAfter": "5"])
        case let error as HubError where error.code == .inUse:
            self.init(
                .busy, "This process of the hub is ending. Nothing was changed; try again in a moment.",
                details: ["retryAfter": "1"])
        case let error as MoneyError where error.code == .unknownCurrency || error.code == .currencyMismatch:
            self.init(.unknownCurrency, error.message)
        case let error as MoneyError: self.init(.badRequest, error.message)
        default:
            self.init(.internalError, "The hub met a fault of its own. Nothing was changed; tell the operator.")
        }
    }
}

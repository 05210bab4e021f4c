// SPDX-License-Identifier: MIT
internal import Cards
package import HTTP

/// Asks the issuers of passes for newer copies, over `https` and without following a redirect.
///
/// Not Sendable: create one for each round. A host that was not reached is not asked again by the same client.
package final class PassClient {
    private let client: Client
    private var unreached: [String: PassUpdate.Failure] = [:]

    /// - Parameters:
    ///   - timeoutSeconds: for a whole answer.
    ///   - trust: how hosts are authenticated: by the system's authorities, unless a test has its own.
    /// - Throws: `HTTPError` when the network library cannot start.
    package init(timeoutSeconds: Int = 30, trust: Trust = .authorities) throws {
        client = try Client(
            timeoutSeconds: timeoutSeconds, maximumBytes: CardLimits.fileBytes, trust: trust)
    }

    enum Answer {
        /// The bytes are not verified yet. The date is to be repeated in the next question.
        case copy([UInt8], lastModified: String?)
        case unchanged
        case failed(PassUpdate.Failure)
    }

    /// Asks once.
    ///
    /// - Parameter lastModified: the date of the copy that the wallet has, as the host wrote it.
    func ask(_ service: PassService, since lastModified: String?) -> Answer {
        if let failure = unreached[service.host] { return .failed(failure) }
        var headers: Headers = ["Authorization": service.authorization, "Accept": "application/vnd.apple.pkpass"]
        if let lastModified { headers["If-Modified-Since"] = lastModified }
        do {
            return Self.answer(try client.send(ClientRequest(url: service.url, headers: headers)))
        } catch let error as HTTPError {
            let failure = PassUpdate.Failure(error.code)
            if [.unreachable, .timedOut, .insecure].contains(failure) { unreached[service.host] = failure }
            return .failed(failure)
        } catch {
            return .failed(.unreachable)
        }
    }

    private static func answer(_ response: Response) -> Answer {
        switch response.status {
        case 200: .copy(response.body, lastModified: response.headers["Last-Modified"])
        case 304: .unchanged
        case 401, 403: .failed(.denied)
        case 404, 410: .failed(.notFound)
        case 300..<400: .failed(.redirected)
        case 500...: .failed(.serverFault)
        default: .failed(.unexpected)
        }
    }
}

extension PassUpdate.Failure {
    fileprivate init(_ code: HTTPError.Code) {
        self =
            switch code {
            case .timedOut: .timedOut
            case .cutOff: .cutOff
            case .tooLarge: .tooLarge
            case .insecure: .insecure
            case .malformed: .unexpected
            case .unreachable, .cantListen, .badCredentials, .other: .unreachable
            }
    }
}

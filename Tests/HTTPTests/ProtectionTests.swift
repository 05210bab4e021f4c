// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import HTTP
import Testing

struct ProtectionTests {
    static func credentials() throws -> ServerCredentials {
        let certificate = try SelfSignedCertificate(
            for: P256.PrivateKey(random: .system), name: "Test hub", from: 1_700_000_000, until: 4_000_000_000,
            random: .system)
        return try ServerCredentials(
            certificates: certificate.certificate, privateKey: certificate.privateKey.withUnsafeBytes { Array($0) })
    }

    private static func server(_ credentials: ServerCredentials, limits: Limits = Limits()) throws -> Server {
        try Server(address: "127.0.0.1", loops: 2, limits: limits, credentials: credentials) { request, respond in
            respond(Response(status: 200, body: request.body))
        }
    }

    private static func ask(_ server: Server, _ client: Client, _ body: [UInt8] = [1, 2, 3]) throws -> [UInt8] {
        try client.send(
            ClientRequest(
                method: .post, url: "https://127.0.0.1:\(server.port)/a",
                headers: ["Content-Type": "application/octet-stream"], body: body)
        ).body
    }

    private static func code(_ body: () throws -> Void) -> HTTPError.Code? {
        do {
            try body()
            return nil
        } catch let error as HTTPError {
            return error.code
        } catch { return nil }
    }

    @Test func aServerWithThePinnedKeyAnswersOverAKeptConnection() throws {
        let credentials = try Self.credentials()
        let server = try Self.server(credentials)
        let client = try Client(trust: .keys([credentials.pin]))
        let large = [UInt8](repeating: 7, count: 60_000)
        for body in [[1], [], large, [2]] { #expect(try Self.ask(server, client, body) == body) }
        server.stop()
    }

    @Test func thePinIsTheHashOfTheKeyItself() throws {
        let key = P256.PrivateKey(random: .system)
        let certificate = try SelfSignedCertificate(
            for: key, name: "Test hub", from: 0, until: 4_000_000_000, random: .system)
        let credentials = try ServerCredentials(
            certificates: certificate.certificate, privateKey: certificate.privateKey.withUnsafeBytes { Array($0) })
        let hash = SHA256.hash(try key.publicKey.subjectPublicKeyInfo())
        #expect(credentials.pin == "sha256//" + Base64.encode(hash.bytes))
        #expect("\(credentials)".contains("PRIVATE") == false)
    }

    @Test func aKeyIsReadFromItsCertificateInTheFormThatIsPinned() throws {
        let key = P256.PrivateKey(random: .system)
        let certificate = try SelfSignedCertificate(
            for: key, name: "Test hub", from: 0, until: 4_000_000_000, random: .system)
        let encoded = try ServerCredentials.publicKeyInfo(ofCertificates: certificate.certificate)
        #expect(try P256.PublicKey(subjectPublicKeyInfo: encoded) == key.publicKey)
        // The compressed form is the same key and another pin; and one bit off is no key at all.
        let compressed = encoded.prefix(26) + key.publicKey.compressed
        var other = encoded
        other[90] ^= 2
        for wrong in [[], Array(compressed), other, encoded + [0], Array(encoded.dropFirst())] {
            #expect(throws: CryptoError.self) { try P256.PublicKey(subjectPublicKeyInfo: wrong) }
        }
        #expect(throws: HTTPError.self) {
            try ServerCredentials.publicKeyInfo(
                ofCertificates: certificate.privateKey.withUnsafeBytes { Array($0) })
        }
    }

    @Test func anotherKeyIsRefusedBeforeAnythingIsSent() throws {
        let server = try Self.server(Self.credentials())
        let stranger = try Self.credentials().pin
        let client = try Client(trust: .keys([stranger]))
        #expect(Self.code { _ = try Self.ask(server, client) } == .insecure)
        let strict = try Client()
        #expect(Self.code { _ = try Self.ask(server, strict) } == .insecure)
        #expect(Self.code { _ = try Client(trust: .keys([])) } == .insecure)
        server.stop()
    }

    @Test func aKeyIsReplacedWhileConnectionsGoOn() throws {
        let (first, second) = (try Self.credentials(), try Self.credentials())
        let server = try Self.server(first)
        let early = try Client(trust: .keys([first.pin]))
        #expect(try Self.ask(server, early) == [1, 2, 3])
        server.use(second)
        #expect(try Self.ask(server, early) == [1, 2, 3], "a connection that was made goes on")
        let late = try Client(trust: .keys([first.pin]))
        #expect(Self.code { _ = try Self.ask(server, late) } == .insecure)
        let both = try Client(trust: .keys([first.pin, second.pin]))
        #expect(try Self.ask(server, both) == [1, 2, 3])
        server.stop()
    }

    @Test func plainHTTPAndOlderTLSGetNoAnswer() throws {
        let server = try Self.server(Self.credentials())
        let plain = try RawConnection(port: server.port)
        plain.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(!plain.readToEnd().text.contains("200"))
        server.stop()
    }

    @Test func whoNeverAgreesOnKeysIsLetGo() throws {
        var limits = Limits()
        limits.headSeconds = 1
        let server = try Self.server(Self.credentials(), limits: limits)
        let silent = try RawConnection(port: server.port, timeoutSeconds: 8)
        silent.send("\u{16}\u{03}\u{01}")
        #expect(silent.readToEnd().text == "")
        server.stop()
    }

    @Test func aMalformedRequestIsRefusedUnderTLSToo() throws {
        let credentials = try Self.credentials()
        let server = try Self.server(credentials)
        let stream = try StreamConnection(
            host: "127.0.0.1", port: server.port, isProtected: true, trust: .keys([credentials.pin]))
        let deadline = ContinuousClock.now + .seconds(5)
        try stream.send(Array("GET /a HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n".utf8), until: deadline)
        let line = try stream.readLine(maximumBytes: 1_000, until: deadline)
        #expect(String(decoding: line, as: UTF8.self).hasPrefix("HTTP/1.1 400"))
        server.stop()
    }

    @Test func credentialsThatDoNotFitAreASentence() throws {
        let one = try SelfSignedCertificate(
            for: P256.PrivateKey(random: .system), name: "a", from: 0, until: 4_000_000_000, random: .system)
        let other = try SelfSignedCertificate(
            for: P256.PrivateKey(random: .system), name: "b", from: 0, until: 4_000_000_000, random: .system)
        let key = other.privateKey.withUnsafeBytes { Array($0) }
        for (certificates, key) in [(one.certificate, key), ([], key), (one.certificate, []), (key, one.certificate)] {
            #expect(
                Self.code { _ = try ServerCredentials(certificates: certificates, privateKey: key) }
                    == .badCredentials)
        }
    }
}

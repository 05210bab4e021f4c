// SPDX-License-Identifier: MIT
import Codes
import Crypto
import FileIO
import FileService
import Glibc
import HTTP
import Hub
import HubStorage
import Logging
import Synchronization
import Tokens

/// Ends the process at one occurrence of one step.
final class Fatality: Sendable {
    private let step: String
    private let occurrence: Int
    private let count = Mutex(0)

    init(_ step: String, _ occurrence: Int) {
        self.step = step
        self.occurrence = occurrence
    }

    func reached(_ name: String) {
        guard name == step else { return }
        let number = count.withLock { count in
            count += 1
            return count
        }
        if number == occurrence { kill(getpid(), SIGKILL) }
    }
}

/// A hub or a file service that serves until the test closes our standard input.
struct Part {
    let directory: String
    let socket: String
    let port: UInt16
    let fatality: Fatality
    /// Whether the file service removes garbage all the time.
    let isRemoving: Bool
    /// Of the file service.
    let address: String
    /// After which a client is too slow for the file service.
    let slowMilliseconds: UInt64

    func serve(isHub: Bool) throws { try isHub ? serveHub() : serveFiles() }

    private func serveHub() throws {
        var configuration = HubConfiguration()
        configuration.passwordCost = .minimum
        configuration.contentGraceSeconds = 0
        configuration.onFileStep = { [fatality] in fatality.reached($0.rawValue) }
        let hub = try Hub.open(
            directory: directory, configuration: configuration,
            clock: Clock { Timestamp(seconds: UInt64(max(0, time(nil)))) })
        let server = try hub.serve(.at("127.0.0.1", port: port))
        let questions = try FileQuestions(of: hub, at: socket)
        ready(server.port)
        questions.close()
        server.stop()
        hub.close()
    }

    private func serveFiles() throws {
        let store = try UploadStore(
            root: directory, freeSpace: FreeSpaceRule(minimum: 0, percent: 0),
            onStep: { [fatality] in fatality.reached($0.rawValue) })
        try store.lock()
        try store.removeRemains()
        let service = FileService(
            store: store, authority: Authority(socket: socket),
            thumbnails: Thumbnails(reader: try .besideThisProgram()),
            onStep: { [fatality] in fatality.reached($0.rawValue) })
        var limits = TransferLimits()
        limits.slowMilliseconds = slowMilliseconds
        let server = try TransferServer(
            address: address, port: port, limits: limits, credentials: nil, log: .none,
            handler: service.handler)
        let remover = isRemoving ? try Remover(of: service) : nil
        ready(server.port)
        remover?.stop()
        server.stop()
    }

    /// Past the buffer of `print`, which a killed process would take with it; then waits for the end of the input.
    private func ready(_ port: UInt16) {
        let line = Array("ready http://127.0.0.1:\(port)\n".utf8)
        _ = write(STDOUT_FILENO, line, line.count)
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) > 0 {}
    }
}

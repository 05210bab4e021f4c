// SPDX-License-Identifier: MIT
import Bytes
import Glibc
import HTTP
import Hub
import HubAPI
import HubStorage
import Logging
import Terminal
import Tokens

extension Command {
    static let serve = Command(
        "serve", "Run the hub's server until SIGTERM or SIGINT.",
        discussion: """
            Prints one line when it is ready. Without TLS options and settings it serves plain HTTP, for this machine \
            only or behind a TLS proxy. With --tls it serves TLS 1.3 with a key that the root key has announced; \
            wallets that joined with a link of `link --tls` trust nothing else. With --certificate and --private-key \
            the hub presents a certificate from a certificate authority instead. With --tls as well, the root key must \
            have announced the certificate's key (`announce-certificate`), so that both kinds of links work. The hub \
            uses new working keys and changed certificate files within 30 seconds, or at once on SIGHUP. It sweeps \
            refunds at the start and every hour. /healthz shows that the process answers, /readyz that the hub is \
            ready. With --metrics a second listener has these two and /metrics for Prometheus; keep it on this machine \
            or a private network. --request-log logs each request at any level, with its Request-Id, route, status and \
            microseconds, but without accounts and contents. A socket from systemd (LISTEN_FDS, see \
            satchel-hub.socket) overrides --address and --port. It stays open while the hub restarts, so that no \
            connection is refused.
            """,
        options: [
            .address, .port, .loops, .takeOver, .tls, .certificate, .privateKey, .metrics, .requestLog, .filesSocket,
        ],
        examples: [
            .init("satchel-hub serve --directory hub --port 8440", "Serve this machine."),
            .init(
                "satchel-hub serve --directory hub --address 0.0.0.0 --tls",
                "Serve the local network over TLS with the hub's own keys."),
        ]
    ) { invocation in
        let signals = StopSignals(and: [SIGHUP])
        // Before any thread starts, because this changes the environment.
        let sockets = try InheritedSockets.take()
        let console = invocation.console
        let settings = try HubProgram.settings(invocation)
        var configuration = settings.configuration
        configuration.actor = HubProgram.actor
        let output = invocation.logOutput
        let lines = try LineWriter<(time: String, record: LogRecord)> { [output] lines in
            for line in lines { output.write(line.record, at: line.time) }
        }
        defer { lines.close() }
        let log = Log(try invocation.logLevel(settings.logLevel)) { lines.write((LogOutput.now, $0)) }
        configuration.log = log
        if invocation.has(.requestLog) || log.isOn(.debug) { configuration.requestLog = { log.always($0.record) } }
        configuration.takesOver = invocation.has(.takeOver)
        // SIGHUP wakes the loop below.
        configuration.onReasonToEnd = { kill(getpid(), SIGHUP) }
        let hub = try Hub.open(
            directory: try invocation.required(.directory), configuration: configuration, clock: HubProgram.clock)
        try hub.renewRevocations()
        try hub.sweep(HubProgram.clock.now())
        try hub.noteConfiguration(settings.summary)
        let address = sockets?.address ?? invocation.value(.address) ?? settings.address
        var credentials = try CredentialSource(invocation, settings)
        let loops = try invocation.integer(.loops, in: 1...64) ?? settings.loops
        let port = try invocation.integer(.port, in: 0...65_535).map { UInt16($0) } ?? settings.port
        let limits = ServerLimits.raised(loops: loops, bodyBytes: configuration.maximumBody)
        let server = try hub.serve(
            sockets.map { .on($0) } ?? .at(address, port: port), loops: loops, limits: limits,
            credentials: try credentials.read(hub))
        let questions = try invocation.value(.filesSocket).map { try FileQuestions(of: hub, at: $0) }
        let metrics = try MetricsListener(invocation, hub: hub, load: { server.load })
        let host = address.contains(":") ? "[\(address)]" : address
        let url = "\(credentials.isPlain ? "http" : "https")://\(host):\(server.port)"
        if invocation.wantsJSON {
            let link = HubDescription(url: url, rootKey: hub.rootKey, isProvedByRoot: credentials.isProved).link
            console.print([
                "ready": .string(url), "link": .string(link), "pid": .number(Int64(getpid())),
                "metrics": .string(metrics?.place),
            ])
        } else {
            console.print("ready \(url)")
        }
        ServiceNotice.ready(url: url).send(log)
        warn(of: hub, showing: credentials.announced, log)
        var warned = HubProgram.clock.now()
        let housekeeping = try Housekeeping(of: hub, now: warned, log: log)
        var (sessionsAndKeys, peerList) = (RetriedWork(), RetriedWork())
        var watch = ClockWatch(now: warned, counter: BootClock.seconds())
        hub.note(isClockAhead: false, offset: watch.offset)
        housekeeping.look(at: warned, isClockAhead: false)
        while true {
            let signal = signals.wait(seconds: 5)
            guard signal == nil || signal == SIGHUP else { break }
            let now = HubProgram.clock.now()
            look(at: &watch, now, isConfirmed: signal == SIGHUP, log)
            hub.note(isClockAhead: watch.isAhead, offset: watch.offset)
            housekeeping.look(at: now, isClockAhead: watch.isAhead)
            if let reason = hub.reasonToEnd {
                questions?.close()
                server.stop()
                housekeeping.close()
                hub.close()
                throw HubError(.inUse, reason + " This process stops.")
            }
            sessionsAndKeys.run("Could not load new keys and ended sessions", log) {
                try hub.takeEndedSessions()
                if try hub.takeFreshKeys() { log.notice("Now using the new working keys") }
            }
            // By itself: a revoked device leaves the tunnel also while the keys cannot be loaded.
            peerList.run("Could not write the devices of the tunnel", log) { try hub.writePeerList() }
            do {
                if let fresh = try credentials.readIfChanged(hub) {
                    server.use(fresh)
                    log.notice(
                        "New connections use the key of the changed certificate",
                        .pin(LogText(withoutUserData: fresh.pin)))
                }
            } catch {
                log.error("Kept the present certificate", HubProgram.logged(error))
            }
            warned = min(warned, now)
            guard now.seconds(since: warned) >= 3_600 else { continue }
            warned = now
            warn(of: hub, showing: credentials.announced, log)
        }
        ServiceNotice.stopping.send(log)
        questions?.close()
        metrics?.stop()
        server.stop()
        housekeeping.close()
        hub.close()
        log.notice("stopped")
    }

    /// - Parameter isConfirmed: whether the operator says that the clock is right.
    private static func look(
        at watch: inout ClockWatch, _ now: Timestamp, isConfirmed: Bool, _ log: Log
    ) {
        switch watch.look(now: now, counter: BootClock.seconds()) {
        case .setForward(let seconds)?:
            log.warning("The clock was set forward", .seconds(seconds))
        case .setBack(let seconds)?:
            if watch.isAhead {
                log.warning("The clock was set back", .seconds(seconds))
            } else {
                log.warning("The clock was set back. Nothing waits for it", .seconds(seconds))
            }
        case nil: break
        }
        guard isConfirmed, watch.isAhead else { return }
        watch.confirm()
        log.notice("The clock is confirmed; standing orders and refunds continue")
    }

    /// Logs a warning when working keys or an announced key expire within 14 days.
    ///
    /// - Parameter certificate: the file of the certificate whose key has to be announced.
    private static func warn(of hub: Hub, showing certificate: String?, _ log: Log) {
        let now = HubProgram.clock.now()
        let keys = hub.workableUntil
        if keys.seconds(since: now) < noticeSeconds {
            log.warning("The working keys expire soon. Run `satchel-hub rotate-keys`", days(from: now, to: keys))
        }
        guard let certificate else { return }
        do {
            let until = try hub.requireAnnounced(CertificateKey(reading: certificate))
            guard until.seconds(since: now) < noticeSeconds else { return }
            log.warning(
                "The announcement of a certificate's key expires soon. Run `satchel-hub announce-certificate`",
                days(from: now, to: until), .setting(LogText(withoutUserData: certificate)))
        } catch let error as TerminalError where error.code == .cannotRead {
            // The certificate of a proxy may come later, from certbot's hook.
            log.warning(
                "The certificate that wallets are shown is missing. The hub checks for it every few seconds",
                HubProgram.logged(error))
        } catch {
            log.error("The certificate cannot be used", HubProgram.logged(error))
        }
    }

    private static func days(from now: Timestamp, to end: Timestamp) -> LogField {
        .days(end.seconds(since: now) / Timestamp.secondsPerDay)
    }

    private static let noticeSeconds = 14 * Timestamp.secondsPerDay
}

extension Option {
    static let takeOver = Option(
        "take-over", "Take over a database on a server from another serving process, which is then locked out.")
    static let address = Option("address", value: "address", "IP address to listen on. Default: 127.0.0.1.")
    static let port = Option("port", short: "p", value: "number", "Port; 0 for any free port. Default: 8440.")
    static let tls = Option(
        "tls", "Serve TLS 1.3 with a key that the root key has announced: the certificate's or the hub's own.")
    static let certificate = Option(
        "certificate", value: "file", "PEM certificate chain for TLS 1.3.", completion: .files)
    static let privateKey = Option(
        "private-key", value: "file", "PEM private key of the certificate.", completion: .files)
    static let metrics = Option(
        "metrics", value: "address:port", "Serve /metrics, /healthz and /readyz there, such as 127.0.0.1:9440.")
    static let filesSocket = Option(
        "files-socket", value: "path", "Unix socket for the file service on this machine.",
        completion: .files)
    static let requestLog = Option("request-log", "Log one line for each request.")
    static let loops = Option("loops", value: "number", "Network threads, 1 to 64. Default: 2.")
}

// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import Hub
import HubAPI
import Terminal
import Tokens

extension Command {
    static let serve = Command(
        "serve", "Serve wallets until SIGTERM or SIGINT.",
        discussion: """
            Prints one line when it is ready. With --tls it speaks TLS 1.3 and proves itself with a key that the root key has \
            announced: wallets that joined with a link of `link --tls` believe nothing else, whatever an authority has signed. \
            With --certificate and --private-key it shows a certificate of an authority instead; with --tls besides, only one \
            whose key the root key has announced (`announce-certificate`), so that both kinds of links lead to it. Without any \
            of them it speaks plain HTTP: for this machine alone, or behind a TLS proxy. Fresh working keys and changed \
            certificate files are taken within half a minute, or at once on SIGHUP. Sweeps refunds at the start and every \
            hour. /healthz says that the process answers, /readyz that it can do its work; with --metrics a second listener \
            also has /metrics for Prometheus: keep it on this machine or a private network. With --request-log each request \
            is a line of logfmt with its Request-Id, route, status and microseconds, and nothing of whom or what it was \
            about. A socket that systemd hands over (LISTEN_FDS, see satchel-hub.socket) counts more than --address and \
            --port: it stays open while the hub restarts, so nobody is refused meanwhile.
            """,
        options: [
            .address, .port, .loops, .takeOver, .tls, .certificate, .privateKey, .metrics, .requestLog, .filesSocket,
        ],
        examples: [
            .init("satchel-hub serve --directory hub --port 8440", "Serve it on this machine."),
            .init(
                "satchel-hub serve --directory hub --address 0.0.0.0 --tls",
                "Serve the local network, with the hub's own keys."),
        ]
    ) { invocation in
        let signals = StopSignals()
        // Before there are threads: it changes the environment.
        let sockets = try InheritedSockets.take()
        let console = invocation.console
        let settings = try HubProgram.settings(invocation)
        var configuration = settings.configuration
        configuration.actor = HubProgram.actor
        let log = try LineWriter { console.note(String($0.dropLast())) }
        defer { log.close() }
        configuration.log = { log.write("\(HubProgram.clock.now()) \($0)") }
        if invocation.has(.requestLog) {
            configuration.requestLog = { log.write("\(HubProgram.clock.now()) \($0.text)") }
        }
        configuration.takesOver = invocation.has(.takeOver)
        // Wakes the loop below.
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
                "ready": .text(url), "link": .text(link), "pid": .integer(Int64(getpid())),
                "metrics": .text(metrics?.place),
            ])
        } else {
            console.print("ready \(url)")
        }
        ServiceNotice.ready(url: url).send(console)
        warn(of: hub, showing: credentials.announced, console)
        var warned = HubProgram.clock.now()
        let housekeeping = try Housekeeping(of: hub, now: warned) { log.write("\(HubProgram.clock.now()) \($0)") }
        var refusal: String?
        var watch = ClockWatch(now: warned, counter: BootClock.seconds())
        hub.note(isClockAhead: false, offset: watch.offset)
        housekeeping.look(at: warned, isClockAhead: false)
        while true {
            let wish = signals.wait(seconds: 5)
            guard wish != .stop else { break }
            let now = HubProgram.clock.now()
            look(at: &watch, now, wish, console)
            hub.note(isClockAhead: watch.isAhead, offset: watch.offset)
            housekeeping.look(at: now, isClockAhead: watch.isAhead)
            if let reason = hub.reasonToEnd {
                questions?.close()
                server.stop()
                housekeeping.close()
                hub.close()
                throw HubError(.inUse, reason + " So this process ends.")
            }
            do {
                try hub.takeEndedSessions()
                if try hub.takeFreshKeys() { console.note("\(now) Working with fresh keys.") }
                refusal = nil
            } catch {
                // Tried again each time, and said once.
                let sentence = HubProgram.sentence(error)
                if refusal != sentence {
                    console.note("\(now) Fresh keys and ended sessions could not be taken: \(sentence)")
                }
                refusal = sentence
            }
            do {
                if let fresh = try credentials.readIfChanged(hub) {
                    server.use(fresh)
                    console.note("\(now) New connections are shown the key \(fresh.pin).")
                }
            } catch {
                console.note("\(now) What proves the hub stays as it is: \(HubProgram.sentence(error))")
            }
            warned = min(warned, now)
            guard now.seconds(since: warned) >= 3_600 else { continue }
            warned = now
            warn(of: hub, showing: credentials.announced, console)
        }
        ServiceNotice.stopping.send(console)
        questions?.close()
        metrics?.stop()
        server.stop()
        housekeeping.close()
        hub.close()
        console.note("stopped")
    }

    private static func look(at watch: inout ClockWatch, _ now: Timestamp, _ wish: StopSignals.Wish, _ console: Console)
    {
        switch watch.look(now: now, counter: BootClock.seconds()) {
        case .setForward(let seconds)?:
            console.note("\(now) The clock was set forward by \(seconds) seconds.")
        case .setBack(let seconds)?:
            console.note(
                "\(now) The clock was set back by \(seconds) seconds.\(watch.isAhead ? "" : " Nothing waits for it.")")
        case nil: break
        }
        guard wish == .look, watch.isAhead else { return }
        watch.confirm()
        console.note("\(now) The clock is taken to be right; standing orders and refunds go on.")
    }

    /// - Parameter certificate: the file of the one whose key is to be announced.
    private static func warn(of hub: Hub, showing certificate: String?, _ console: Console) {
        let now = HubProgram.clock.now()
        let keys = hub.workableUntil
        if keys.seconds(since: now) < noticeSeconds {
            console.note("The working keys are in use until \(keys). Run `satchel-hub rotate-keys` before.")
        }
        guard let certificate else { return }
        do {
            let until = try hub.requireAnnounced(CertificateKey(reading: certificate))
            guard until.seconds(since: now) < noticeSeconds else { return }
            console.note(
                "The key of the certificate '\(certificate)' is announced until \(until). Run `satchel-hub announce-certificate \(certificate)` before."
            )
        } catch let error as TerminalError where error.code == .cannotRead {
            // A proxy's may come later: certbot's hook puts it there.
            console.note(
                "\(now) \(error.message) It should be the certificate that wallets are shown, and is looked for again every few seconds."
            )
        } catch {
            console.note("\(now) \(HubProgram.sentence(error))")
        }
    }

    private static let noticeSeconds = 14 * Timestamp.secondsPerDay
}

/// The signals that ask for an orderly end or a fresh look at the keys, kept from interrupting anything.
struct StopSignals {
    enum Wish { case stop, look, nothing }

    private var set = sigset_t()

    /// Made before any thread, because threads inherit what is blocked.
    init() {
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGHUP)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// What was asked for within the time.
    func wait(seconds: Int) -> Wish {
        var set = set
        var limit = timespec(tv_sec: seconds, tv_nsec: 0)
        while true {
            let signal = sigtimedwait(&set, nil, &limit)
            if signal > 0 { return signal == SIGHUP ? .look : .stop }
            if errno != EINTR { return .nothing }
        }
    }
}

extension Option {
    static let takeOver = Option(
        "take-over", "Serve books on a server although another process does; that one is refused from then on.")
    static let address = Option("address", value: "address", "The IP address to listen at; otherwise 127.0.0.1.")
    static let port = Option("port", short: "p", value: "number", "The port; 0 takes any free one; otherwise 8440.")
    static let tls = Option(
        "tls", "Speak TLS 1.3 with a key that the root key has announced: the certificate's, or the hub's own.")
    static let certificate = Option(
        "certificate", value: "file", "Speak TLS 1.3 with this PEM chain of certificates.", completion: .files)
    static let privateKey = Option(
        "private-key", value: "file", "The certificate's private key, as PEM.", completion: .files)
    static let metrics = Option(
        "metrics", value: "address:port", "Listen there for /metrics, /healthz and /readyz, such as 127.0.0.1:9440.")
    static let filesSocket = Option(
        "files-socket", value: "path", "Answer the file service of this machine at this Unix socket.",
        completion: .files)
    static let requestLog = Option("request-log", "Write a line for each request.")
    static let loops = Option("loops", value: "number", "Network threads, one for each core; otherwise 2.")
}

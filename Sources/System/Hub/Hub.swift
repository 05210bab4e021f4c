// SPDX-License-Identifier: MIT
package import Crypto
package import HTTP
package import HubAPI
import HubLedger
package import HubStorage
import Keys
package import Money
import SQL
import Synchronization
package import Tokens

/// One hub: accounts, ledger and mint behind the routes of `Routes`.
///
/// Any thread may call it. Only the writer moves money, and an answer leaves only after its movement is on disk.
package final class Hub: Sendable {
    package let currency: Currency
    /// The key that wallets pin when they join.
    package let rootKey: P256.PublicKey
    package var id: HubID { context.keys.hub }

    let context: HubContext
    /// Where new working keys appear; nil for a hub in memory.
    let directory: HubDirectory?
    private let router: Router
    private let observer: RequestObserver
    /// Nil when the calling thread does everything.
    private let webhooks: WebhookDispatcher?
    /// Held until the hub is closed.
    private let lock: Mutex<StoreLock?>

    /// Opens the hub of a directory that `satchel-hub init` created.
    ///
    /// With `.threads` the hub holds the directory until it is closed, and no other process can serve it. With
    /// `.caller` it shares the directory with a serving process: every change locks the file, and no balance is kept
    /// in memory.
    ///
    /// - Throws: ``HubError`` with `.notInitialised`, `.inUse` or `.keys`; `SQLError` if the database cannot be opened.
    package static func open(
        directory: String, configuration: HubConfiguration = HubConfiguration(), clock: Clock,
        random: RandomSource = .system
    ) throws -> Hub {
        let directory = HubDirectory(directory)
        guard let place = try directory.place() else {
            throw HubError(.notInitialised, "There is no hub in '\(directory.path)'. Make one with `satchel-hub init`.")
        }
        guard place != .file(directory.database) || !directory.isDatabaseEmpty else {
            throw HubError(
                .notInitialised,
                "The database '\(directory.database)' is empty. If this hub ever ran, its database is damaged: restore a backup. If `satchel-hub init` was interrupted, run it again."
            )
        }
        let lock = configuration.execution == .threads ? try directory.lock() : nil
        let keys = try directory.readWorkingKeys()
        return try Hub(
            place: place, directory: directory, keys: keys, configuration: configuration,
            clock: clock, random: random, lock: lock)
    }

    /// A hub in memory that does everything on the calling thread; for tests and simulations.
    package static func inMemory(
        currency: Currency, configuration: HubConfiguration = HubConfiguration(), clock: Clock, random: RandomSource
    ) throws -> Hub {
        try temporary(in: .memory(), currency: currency, configuration: configuration, clock: clock, random: random)
    }

    /// A hub without a directory in an empty database, which does everything on the calling thread; for tests of the
    /// engines.
    package static func temporary(
        in place: StorePlace, currency: Currency, configuration: HubConfiguration = HubConfiguration(), clock: Clock,
        random: RandomSource
    ) throws -> Hub {
        var configuration = configuration
        configuration.execution = .caller
        let rootKey = P256.PrivateKey(random: random)
        let keys = WorkingKeys.create(random: random)
        let (settled, now) = (configuration, clock.now())
        return try Hub(
            place: place, keys: keys, configuration: configuration, clock: clock, random: random, lock: nil
        ) { database in
            try HubIdentity.create(
                currency: currency, rootKey: rootKey, keys: keys.keys, configuration: settled, at: now, random: random,
                in: database)
        }
    }

    /// What is left of a hub after a crash: its database as of the last commit, and its key file.
    package struct Image: Sendable {
        /// A database file. Tests change it to simulate an operator who changes history.
        package var database: [UInt8]
        let keys: WorkingKeys
    }

    /// What would be left if the hub crashed now.
    package func image() throws -> Image {
        Image(database: try context.store.serialized(), keys: context.keys.working)
    }

    /// The hub that starts from an image after a crash; for tests and simulations, as
    /// ``inMemory(currency:configuration:clock:random:)``.
    package static func inMemory(
        from image: Image, configuration: HubConfiguration = HubConfiguration(), clock: Clock, random: RandomSource
    ) throws -> Hub {
        var configuration = configuration
        configuration.execution = .caller
        return try Hub(
            place: .memory(image: image.database), keys: image.keys, configuration: configuration, clock: clock,
            random: random, lock: nil)
    }

    private init(
        place: StorePlace, directory: HubDirectory? = nil, keys: WorkingKeys, configuration: HubConfiguration,
        clock: Clock, random: RandomSource, lock: StoreLock?, prepare: (any SQLConnection) throws -> Void = { _ in }
    ) throws {
        let metrics = Metrics()
        var configuration = configuration
        let onStep = configuration.onStep
        configuration.onStep = { step in
            metrics.count(step)
            try onStep(step)
        }
        let store = try HubStore(
            place: place, schema: .ledger, clock: clock, options: configuration.store,
            locking: lock == nil ? directory.map { $0.lock } : nil, prepare: prepare)
        let files = FileStore(
            place: Self.filesPlace(directory, configuration), in: lock == nil ? directory : nil,
            configuration: configuration, clock: clock, random: random)
        let context = try HubContext(
            store: store, files: files, keys: keys, configuration: configuration, clock: clock, random: random,
            metrics: metrics)
        if case .file = place, configuration.execution == .threads {
            try context.batcher.readNamesAhead(in: store, log: configuration.log)
        }
        let admission = Router.Admission(
            trustedProxies: configuration.trustedProxies, address: { try context.admit($0, $1) },
            account: { try context.rates.admit(.account($0.id), $1, at: context.clock.now()) })
        var router = Router(maximumBody: configuration.maximumBody, admission: admission, log: configuration.log) {
            try context.caller(of: $0, for: $1)
        }
        AccountRoutes(context: context).add(to: &router)
        DeviceRoutes(context: context).add(to: &router)
        SecondFactorRoutes(context: context).add(to: &router)
        AdminRoutes(context: context).add(to: &router)
        WalletRoutes(context: context).add(to: &router)
        TransactionRoutes(context: context).add(to: &router)
        TokenRoutes(context: context).add(to: &router)
        ProofRoutes(context: context).add(to: &router)
        EventRoutes(context: context).add(to: &router)
        RequestRoutes(context: context).add(to: &router)
        SplitRoutes(context: context).add(to: &router)
        RecurringRoutes(context: context).add(to: &router)
        ContactRoutes(context: context).add(to: &router)
        ExchangeRoutes(context: context).add(to: &router)
        BankRoutes(context: context).add(to: &router)
        MerchantRoutes(context: context).add(to: &router)
        FileRoutes(context: context).add(to: &router)
        ShareLinkRoutes(context: context).add(to: &router)
        AppPasswordRoutes(context: context).add(to: &router)
        ListenerRoutes(context: context).add(to: &router)
        TunnelRoutes(context: context).add(to: &router)
        PairingRoutes(context: context).add(to: &router)
        self.context = context
        self.directory = directory
        self.router = router
        observer = RequestObserver(metrics: metrics, log: configuration.requestLog, random: .system)
        self.lock = Mutex(lock)
        webhooks = configuration.execution == .threads ? try WebhookDispatcher(WebhookSender(context: context)) : nil
        currency = context.currency
        rootKey = context.keys.announced.rootKey
    }

    /// Files are kept in a file of their own, also where the ledger is on a server.
    private static func filesPlace(_ directory: HubDirectory?, _ configuration: HubConfiguration) -> StorePlace {
        guard let directory else { return .memory() }
        return .file(directory.filesDatabase(configuration))
    }

    /// Answers requests: for an HTTP server, or in process.
    package var handle: RequestHandler {
        { [router, observer] request, respond in
            let found = router.find(request.path)
            router.handle(request, at: found, observer.observe(request, route: found?.place.path, respond))
        }
    }

    /// All routes of the hub.
    package var routes: [RouteDescription] { router.descriptions }

    /// Answers one request and waits for it.
    package func answer(_ request: Request) -> Response {
        let slot = ReplySlot<Response>()
        handle(request, slot.fill)
        return slot.wait()
    }

    /// The hub as a wallet's connection, without a network.
    package var pipe: HubPipe { { [self] request in answer(request) } }

    /// Why this process should end: another one has taken over its database, the server has lost acknowledged changes, or
    /// the disk failed to store the database file.
    package var reasonToEnd: String? { context.store.reasonToEnd ?? context.files.reasonToEnd }

    /// Until when the hub can sign with its present working keys.
    package var workableUntil: Timestamp { context.keys.workableUntil }

    /// Finishes the queued work and ends. The hub must not be used afterwards.
    package func close() {
        webhooks?.close()
        context.watch.close()
        context.events.close()
        context.workers.close()
        context.longReads.close()
        context.batcher.close()
        context.files.close()
        context.store.close()
        context.leaves?.close()
        lock.withLock { $0 = nil }
    }
}

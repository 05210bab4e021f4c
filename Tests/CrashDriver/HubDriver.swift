// SPDX-License-Identifier: MIT
import CrashRig
import Glibc
import HTTP
import Hub
import HubStorage

/// Serves a hub on loopback until the test closes our standard input, or the process is killed.
struct HubDriver {
    let order: Order
    let fate: Fate

    func run() throws {
        let hub = try Hub.open(
            directory: Scene(order.folder).hub.path,
            configuration: Scene.hubConfiguration(.threads, onStep: { [fate] in fate.step($0.rawValue) }),
            clock: Scene.clock(order.time), random: SeededBytes(order.seed).source)
        let server = try hub.serve()
        Report.shown("\(server.port)")
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) > 0 {}
        server.stop()
        Report.shown("\(server.load.direct) direct requests")
        hub.close()
    }
}

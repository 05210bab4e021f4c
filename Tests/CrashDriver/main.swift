// SPDX-License-Identifier: MIT
import CrashRig
import Glibc
import Hub
import HubStorage
import Wallet

guard let order = Order(CommandLine.arguments.dropFirst()) else {
    Report.refused("usage", "This program is run by the crash tests alone.")
    exit(2)
}
if order.fileLimit > 0 {
    signal(SIGXFSZ, SIG_IGN)
    let bytes = rlim_t(order.fileLimit)
    var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}
let fate = Fate(killAt: order.killAt, waitAt: order.waitAt, trace: order.trace)
if order.isOrdinary && getuid() == 0 { setuid(65_534) }
do {
    if order.operation == .serve {
        try HubDriver(order: order, fate: fate).run()
    } else {
        try WalletDriver(order: order, fate: fate).run()
    }
} catch let error as WalletError {
    Report.refused(error.code.rawValue, error.message)
    exit(1)
} catch let error as HubError {
    Report.refused("\(error.code)", error.message)
    exit(1)
} catch {
    Report.refused("other", "\(error)")
    exit(1)
}

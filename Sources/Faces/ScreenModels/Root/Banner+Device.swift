// SPDX-License-Identifier: MIT
package import Keys

extension WalletSession {
    /// What the device's risks mean for the wallet now; nil when there is none to show.
    var deviceBanner: Banner? {
        guard deviceMode != .log, let heaviest = deviceFindings.map(\.weight).max(), heaviest > .note else {
            return nil
        }
        var restrictions: [StringKey] = [.restrictedPIN, .restrictedPhrase]
        if heaviest == .taken, deviceMode != .warn { restrictions += [.restrictedSending, .restrictedWithdrawing] }
        return Banner(
            .bannerDevice, [:], heaviest == .taken ? .alarm : .warning, reasons: deviceFindings.map(\.reason),
            restrictions: restrictions)
    }
}

extension DeviceFinding {
    /// What was found and what helps, in the words of the app.
    package var reason: Banner.Reason { Banner.Reason(word: word, values: values) }

    private var values: [String: String] {
        guard let subject else { return [:] }
        switch self {
        case .variable, .linkHandler, .virtualMachine: return ["name": subject]
        default: return ["path": subject]
        }
    }

    private var word: StringKey {
        switch self {
        case .preloadFile: .devicePreload
        case .debugged: .deviceDebugged
        case .openWay: .deviceOpenWay
        case .foreignFolder: .deviceForeignFolder
        case .foreignLink: .deviceForeignLink
        case .replaceableProgram: .deviceProgram
        case .foreignCode: .deviceForeignCode
        case .openFolder: .deviceOpenFolder
        case .dumps: .deviceDumps
        case .variable: .deviceVariable
        case .linkHandler: .deviceLinkHandler
        case .plainSwap: .devicePlainSwap
        case .replacedCode: .deviceReplacedCode
        case .ownProgram: .deviceOwnProgram
        case .unlockedMemory: .deviceUnlockedMemory
        case .root: .deviceRoot
        case .ptraceScope: .deviceTracing
        case .noSecureBoot: .deviceNoSecureBoot
        case .virtualMachine: .deviceVirtual
        case .plainDisk: .devicePlainDisk
        }
    }
}

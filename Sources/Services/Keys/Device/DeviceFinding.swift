// SPDX-License-Identifier: MIT

/// A fact that makes a device less safe for a wallet, as far as a program can detect it.
///
/// The list is not complete. An attacker who controls the machine can hide all of these.
package enum DeviceFinding: Hashable, Sendable {
    // Taken
    /// `/etc/ld.so.preload` loads this library into every program, and it is not root's or others may write to it.
    case preloadFile(String)
    /// Another program traces this one and can read its memory.
    case debugged
    /// Other users may rename what is in this folder, which leads to the wallet, the epoch file, the program or a
    /// library.
    case openWay(String)
    /// Another user owns this folder, which leads to the wallet, the epoch file, the program or a library.
    case foreignFolder(String)
    /// Another user owns this symbolic link, which leads to the wallet, the epoch file, the program or a library.
    case foreignLink(String)
    /// Other users of the device can replace this program.
    case replaceableProgram(String)
    /// This program runs code of a file that another user owns or may write to.
    case foreignCode(String)

    // Weak
    /// Other users of the device can access the wallet's folder.
    case openFolder(String)
    /// A crash would write the program's memory to disk.
    case dumps
    /// This environment variable changes what the program loads, or writes its keys to a file.
    case variable(String)
    /// Links that begin with `satchel:` open this other program or desktop entry.
    case linkHandler(String)
    /// Keys could not be locked in memory, and this swap space is not encrypted.
    case plainSwap(String)

    // Notes
    /// An upgrade or another program has replaced a file whose code still runs here.
    case replacedCode(String)
    /// The user's other programs can replace this program.
    case ownProgram(String)
    /// Keys could not be locked in memory, so the system may write them to swap space.
    case unlockedMemory
    /// The wallet runs as root.
    case root
    /// A program of the user may trace another one (Yama's `ptrace_scope` is 0).
    case ptraceScope
    /// The machine starts without Secure Boot.
    case noSecureBoot
    /// The machine is virtual, so its host can read all of its memory.
    case virtualMachine(String)
    /// The wallet's disk is not encrypted.
    case plainDisk(String)

    /// What a finding means for the wallet.
    package enum Weight: Int, Comparable, CaseIterable, Sendable {
        /// Shown only when the user asks for all risks.
        case note = 0
        /// The device cannot keep a key for long: no PIN, no kept key, no phrase on the screen.
        case weak = 1
        /// Another party is in control now. The mode decides what the wallet refuses; see ``DeviceMode``.
        case taken = 2

        package static func < (left: Weight, right: Weight) -> Bool { left.rawValue < right.rawValue }

        /// The weight's name for scripts.
        package var name: String {
            switch self {
            case .note: "note"
            case .weak: "weak"
            case .taken: "taken"
            }
        }
    }

    package var weight: Weight {
        switch self {
        case .preloadFile, .debugged, .openWay, .foreignFolder, .foreignLink, .replaceableProgram, .foreignCode: .taken
        case .openFolder, .dumps, .variable, .linkHandler, .plainSwap: .weak
        case .replacedCode, .ownProgram, .unlockedMemory, .root, .ptraceScope, .noSecureBoot, .virtualMachine,
            .plainDisk:
            .note
        }
    }

    /// The finding's name for scripts; it never changes.
    package var code: String {
        switch self {
        case .preloadFile: "preloadFile"
        case .debugged: "debugged"
        case .openWay: "openWay"
        case .foreignFolder: "foreignFolder"
        case .foreignLink: "foreignLink"
        case .replaceableProgram: "replaceableProgram"
        case .foreignCode: "foreignCode"
        case .openFolder: "openFolder"
        case .dumps: "dumps"
        case .variable: "variable"
        case .linkHandler: "linkHandler"
        case .plainSwap: "plainSwap"
        case .replacedCode: "replacedCode"
        case .ownProgram: "ownProgram"
        case .unlockedMemory: "unlockedMemory"
        case .root: "root"
        case .ptraceScope: "ptraceScope"
        case .noSecureBoot: "noSecureBoot"
        case .virtualMachine: "virtualMachine"
        case .plainDisk: "plainDisk"
        }
    }

    /// The file, folder, device, variable or system that the finding is about; nil if it is about the whole process or
    /// machine.
    package var subject: String? {
        switch self {
        case .preloadFile(let name), .openWay(let name), .foreignFolder(let name), .foreignLink(let name),
            .replaceableProgram(let name), .foreignCode(let name), .openFolder(let name), .variable(let name),
            .linkHandler(let name), .plainSwap(let name), .replacedCode(let name), .ownProgram(let name),
            .virtualMachine(let name), .plainDisk(let name):
            name
        case .debugged, .dumps, .unlockedMemory, .root, .ptraceScope, .noSecureBoot: nil
        }
    }
}

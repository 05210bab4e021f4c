// SPDX-License-Identifier: MIT

extension DeviceFinding {
    /// What was found, as an English sentence for error messages and commands.
    package var sentence: String {
        switch self {
        case .preloadFile(let path):
            "/etc/ld.so.preload loads \(path) into every program, and users other than root can change that file."
        case .debugged: "Another program is tracing this one and can read its memory."
        case .openWay(let path): "Other users can replace what is in the folder \(path)."
        case .foreignFolder(let path): "The folder \(path) belongs to another user."
        case .foreignLink(let path): "The link \(path) belongs to another user."
        case .replaceableProgram(let path): "Other users can replace the program \(path)."
        case .foreignCode(let path): "This program runs code of \(path), which another user can change."
        case .openFolder(let path): "Other users can access the wallet's folder \(path)."
        case .dumps: "A crash would write this program's memory to the disk."
        case .variable(let name): "The environment variable \(name) is set."
        case .linkHandler(let name): "Links that begin with satchel: open \(name)."
        case .plainSwap(let path):
            "The system may write keys to the swap space \(path), which is not encrypted."
        case .replacedCode(let path): "\(path) was replaced while this program was running."
        case .ownProgram(let path): "Your other programs can replace \(path)."
        case .unlockedMemory: "Keys could not be locked in memory."
        case .root: "The wallet runs as root."
        case .ptraceScope: "Each of your programs may trace your other programs."
        case .noSecureBoot: "The machine starts without Secure Boot."
        case .virtualMachine(let name): "The machine is virtual (\(name)), so its host can read its memory."
        case .plainDisk(let path): "The disk under \(path) is not encrypted, as far as the system says."
        }
    }

    /// What the user can do about it, as an English sentence.
    package var cure: String {
        switch self {
        case .preloadFile: "Ask the administrator why. To undo it, remove the line from /etc/ld.so.preload."
        case .debugged: "Stop the debugger, then start Satchel again."
        case .openWay(let path): "Remove the permission: chmod go-w '\(path)'"
        case .foreignFolder: "Move the wallet, or install Satchel, in a folder of your own."
        case .foreignLink(let path):
            "Replace the link with one of your own, or give it to root: chown -h root '\(path)'"
        case .replaceableProgram(let path):
            "Install Satchel again as root, or remove the permission: chmod go-w '\(path)'"
        case .foreignCode(let path): "Install the file again as root, or remove the permission: chmod go-w '\(path)'"
        case .openFolder(let path): "Remove the permission: chmod 700 '\(path)'"
        case .dumps: "Start Satchel again. If this stays, disable core dumps: ulimit -c 0"
        case .variable(let name): "Start Satchel without it: env -u \(name) satchel"
        case .linkHandler:
            "Choose Satchel for these links: xdg-mime default org.satchel.Satchel.desktop x-scheme-handler/satchel"
        case .plainSwap: "Encrypt the swap space, or raise the limit for locked memory: ulimit -l"
        case .replacedCode: "Start Satchel again. This is normal after an upgrade."
        case .ownProgram: "Install Satchel for all users, so that only root can replace it."
        case .unlockedMemory: "Raise the limit for locked memory: ulimit -l"
        case .root: "Use the wallet as a user without special rights."
        case .ptraceScope: "As root, set kernel.yama.ptrace_scope to 1: sysctl kernel.yama.ptrace_scope=1"
        case .noSecureBoot: "Enable Secure Boot in the firmware's settings."
        case .virtualMachine: "Use a wallet here only if you trust who runs the host."
        case .plainDisk: "Encrypt the disk. The wallet's own files are sealed in any case."
        }
    }
}

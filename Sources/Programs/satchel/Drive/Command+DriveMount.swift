// SPDX-License-Identifier: MIT
import Bytes
import Drive
import Glibc
import HubAPI
import Terminal
import Wallet

extension Option {
    fileprivate static let lazy = Option("force", "Take the folder away although programs use it.")
}

extension Operand {
    fileprivate static let emptyFolder = Operand("folder", "An empty folder of this device.", completion: .directories)
    fileprivate static let wish = Operand(
        "wish", "always, auto or never. Default: always", count: .optional)
}

extension Command {
    /// The folder that works offline.
    static let driveMount: [Command] = [
        Command(
            "mount", "Show your files as a folder that works offline.",
            discussion: """
                Starts `satchel-drive`, which goes on in the background until `satchel drive unmount`. To have it \
                started with your session: systemctl --user enable --now satchel-drive
                """,
            options: [.space], operands: [.emptyFolder],
            examples: [.init("satchel drive mount ~/Files", "Your own space in the folder Files.")]
        ) { invocation in
            let drive = try DriveContext(invocation)
            let path = WalletHome.absolute(try invocation.operand(.emptyFolder))
            var words = ["satchel-drive", "mount", path, "--wallet", drive.home.folder]
            if let space = invocation.value(.space) { words += ["--space", space] }
            try MountProcess.start(words, log: drive.home.folder + "/drive/mount.log")
            invocation.answer(
                ["path": .string(path)], "Your files are in \(path). To end it: satchel drive unmount")
        },
        Command(
            "unmount", "Take the mounted folder away.",
            discussion:
                "What has not been sent stays on this device. It is sent by the next mount, or by `satchel drive drain`.",
            options: [.lazy]
        ) { invocation in
            let drive = try DriveContext(invocation)
            let folder = drive.home.folder + "/drive"
            let path: String?
            do {
                path = try DriveMount.unmount(folder, isLazy: invocation.has(.lazy))
            } catch {
                guard let known = DriveError.ofMount(error) else { throw error }
                throw Failure(.failed, known.message, showsUsage: false)
            }
            guard let path else { throw Failure(.failed, "This drive is not mounted.", showsUsage: false) }
            MountProcess.waitForEnd(of: folder)
            let waiting = try drive.client.store.count(.waiting)
            // A file that cannot be sent as it is does not wait, and is on this device alone.
            let unsent = try DriveMount.unsentCount(of: folder)
            invocation.answer(
                [
                    "path": .string(path), "waiting": .number(Int64(waiting)), "unsent": .number(Int64(unsent)),
                ], MountProcess.farewell(waiting: waiting, unsent: unsent, isEnded: !DriveMount.isAnswered(folder)))
        },
        Command(
            "pin", "Keep files and folders on this device, or off it.",
            discussion: """
                always: received now and kept here. auto: received when it is read, and removed when there is no room. \
                never: removed when it is closed. A folder stands for all that is beneath it. The mounted folder \
                receives what is pinned.
                """,
            options: [.space], operands: [.remotePath, .wish],
            examples: [.init("satchel drive pin /Photos", "Keep the folder Photos on this device.")]
        ) { invocation in
            let drive = try DriveContext(invocation)
            let word = invocation.optional(.wish) ?? "always"
            guard let wish = PinSetting(word: word) else {
                throw Failure(.usage, "'\(word)' is not always, auto or never.")
            }
            let path = try DriveContext.path(invocation.operand(.remotePath))
            let item = try drive.client.requireItem(at: path, in: drive.space().id)
            try DriveMount.pin(item, wish, folder: drive.home.folder + "/drive")
            invocation.answer(
                ["path": .string("/\(path)"), "pin": .string(wish.word)], "/\(path) is now: \(wish.word)")
        },
    ]
}

/// The process that answers for the mounted folder.
private enum MountProcess {
    /// Starts the program beside this one, and waits for its line `ready`.
    ///
    /// - Parameter log: the file for its messages. It outlives this program, so it keeps none of its descriptors.
    static func start(_ words: [String], log: String) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure(.failed, "No pipe can be made.") }
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addclose(&actions, ends[1])
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A session of its own: the end of this terminal does not end it. POSIX_SPAWN_SETSID is 0x80.
        posix_spawnattr_setflags(&attributes, 0x80)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, beside(words[0]), &actions, &attributes, &arguments, environ)
        close(ends[1])
        defer { close(ends[0]) }
        guard code == 0 else {
            throw Failure(.failed, "satchel-drive could not be started: \(String(cString: strerror(code))).")
        }
        guard line(from: ends[0]).hasPrefix("ready ") else {
            throw Failure(.failed, "satchel-drive has ended. \(text(of: log))", showsUsage: false)
        }
    }

    /// The beginning of a file.
    private static func text(of path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            .split(separator: "\n").joined(separator: " ")
    }

    /// The program of this name in the folder of this one, or wherever the shell finds it.
    private static func beside(_ name: String) -> String {
        var path = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        guard count > 0 else { return name }
        let own = String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let other = own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex) + "/" + name
        return access(String(other), X_OK) == 0 ? String(other) : name
    }

    private static func line(from descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < 4_096, read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func farewell(waiting: Int, unsent: Int, isEnded: Bool) -> String {
        if !isEnded { return "Unmounted. What was written is still being written down: satchel drive status" }
        if waiting > 0 { return "Unmounted. \(waiting) waiting to be sent: satchel drive drain" }
        if unsent > 0 { return "Unmounted. \(unsent) could not be sent: satchel drive status" }
        return "Unmounted. All that was written is at the hub."
    }

    private static let endMilliseconds = 10_000

    /// Waits until the process has written down what was written.
    static func waitForEnd(of folder: String) {
        for _ in 0..<endMilliseconds / 20 {
            guard DriveMount.isAnswered(folder) else { return }
            usleep(20_000)
        }
    }
}

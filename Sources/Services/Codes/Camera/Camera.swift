// SPDX-License-Identifier: MIT
import Glibc

/// Frames of a camera, through GStreamer's `gst-launch-1.0` as a child process. gst-launch-1.0(1)
///
/// The child handles the differences between cameras: formats, compression, sizes. It holds one frame and drops older
/// ones; this process keeps the newest received. The child ends with this value, and always with this process: it is
/// set to die with its parent (setpriv(1), `--pdeathsig`), and its output is then closed.
package final class Camera: FrameSource {
    /// The first camera of a computer.
    package static let firstDevice = "/dev/video0"
    /// The time without a frame after which a camera counts as broken.
    private static let timeoutMilliseconds = 15_000

    private let name: String
    private let pid: pid_t
    private let frames: Int32
    private let complaints: Int32
    private let start = Monotonic.milliseconds()
    private var stream = VideoStream()
    private var newest: GreyFrame?
    private var failure: CodesError?
    private var hasEnded = false
    private var count = 0
    private var complaint: [UInt8] = []

    /// The child's process id, for monitoring.
    package var processID: Int32 { pid }
    package private(set) var skipped = 0
    package var descriptor: Int32? { hasEnded ? nil : frames }
    package var isAtEnd: Bool { hasEnded && newest == nil && failure == nil }

    /// Opens a camera of this computer.
    ///
    /// - Throws: ``CodesError`` `.noCamera` when it does not exist, `.cameraProgramMissing` without GStreamer.
    package convenience init(device: String = firstDevice) throws {
        var status = stat()
        guard stat(device, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else {
            throw CodesError(
                .noCamera,
                "There is no camera at \(device). Plug one in, name another, or read pictures or a video instead.")
        }
        try self.init(name: "The camera \(device)", source: ["v4l2src", "device=\(device)", "!", "decodebin"])
    }

    /// Opens any video source of GStreamer, such as a network camera.
    ///
    /// - Parameter elements: the arguments of `gst-launch-1.0` for a source of raw video.
    package convenience init(elements: [String]) throws {
        try self.init(name: "The video source \(elements.first ?? "")", source: elements)
    }

    private init(name: String, source: [String]) throws {
        guard let launcher = Camera.program("gst-launch-1.0") else {
            throw CodesError(
                .cameraProgramMissing,
                "A camera needs GStreamer. Install gstreamer1.0-tools, gstreamer1.0-plugins-base and "
                    + "gstreamer1.0-plugins-good, or read pictures or a video instead.")
        }
        let words =
            [launcher, "-q"] + source + [
                "!", "videoconvert", "!", "videoscale", "!",
                // A larger size does not help, and rows of a multiple of eight have no padding.
                "video/x-raw,format=I420,width=[16,1920,8],height=[16,1920,8]", "!", "queue", "leaky=downstream",
                "max-size-buffers=1", "max-size-bytes=0", "max-size-time=0", "!", "y4menc", "!", "fdsink", "fd=1",
                "sync=false",
            ]
        self.name = name
        (pid, frames, complaints) = try Camera.spawn(
            (Camera.program("setpriv").map { [$0, "--pdeathsig", "KILL", "--"] } ?? []) + words)
    }

    deinit {
        close(frames)
        close(complaints)
        kill(pid, SIGKILL)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    }

    package func takeIn() {
        var chunk = [UInt8](repeating: 0, count: 1 << 17)
        while let bytes = Camera.read(complaints, &chunk), !bytes.isEmpty {
            complaint = Array((complaint + bytes).prefix(4096))
        }
        // At most one frame's data at a time, so that a fast camera cannot block its reader.
        for _ in 0..<32 where !hasEnded {
            guard let bytes = Camera.read(frames, &chunk) else { return }
            guard !bytes.isEmpty else {
                hasEnded = true
                break
            }
            stream.receive(bytes)
            do {
                while let frame = try stream.next() {
                    if newest != nil { skipped += 1 }
                    newest = frame
                    count += 1
                }
            } catch {
                hasEnded = true
                failure = CodesError(.cameraFailed, "\(name) gives no video: \(error.reason).")
            }
        }
        if hasEnded, count == 0, failure == nil { failure = broken(Camera.reason(complaint)) }
    }

    package func next() throws -> Frame? {
        takeIn()
        if let frame = newest {
            newest = nil
            return .grey(frame)
        }
        if count == 0, failure == nil, Monotonic.milliseconds() - start > Camera.timeoutMilliseconds {
            failure = broken("it shows nothing")
        }
        if let failure {
            hasEnded = true
            self.failure = nil
            throw failure
        }
        return nil
    }

    private func broken(_ reason: String) -> CodesError {
        CodesError(.cameraFailed, "\(name) cannot be used: \(reason). Close what else uses it, or name another.")
    }

    /// The first error in the child's output, without its source location.
    private static func reason(_ complaint: [UInt8]) -> String {
        let lines = String(decoding: complaint, as: UTF8.self).split(whereSeparator: \.isNewline)
        let line = lines.first { $0.contains("ERROR") } ?? lines.first { $0.contains("rror") }
        let words = (line ?? "it gives no video").split(separator: ": ", omittingEmptySubsequences: true)
        return String((words.last ?? "it gives no video").drop { $0 == " " }.reversed().drop { $0 == "." }.reversed())
    }

    /// The data that can be read now: empty at the end, nil when there is none yet.
    private static func read(_ descriptor: Int32, _ chunk: inout [UInt8]) -> ArraySlice<UInt8>? {
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return nil }
            return chunk[..<max(count, 0)]
        }
    }

    /// The path of a program.
    private static func program(_ name: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    private static func spawn(_ words: [String]) throws -> (pid: pid_t, frames: Int32, complaints: Int32) {
        var output: [Int32] = [-1, -1]
        var errors: [Int32] = [-1, -1]
        // Sockets instead of pipes, because they can be close-on-exec from the start, so that no other thread's child
        // inherits them.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &output) == 0 else { throw cannotStart(errno) }
        guard socketpair(AF_UNIX, kind, 0, &errors) == 0 else {
            let reason = errno
            for end in output { close(end) }
            throw cannotStart(reason)
        }
        defer { for end in [output[1], errors[1]] { close(end) } }
        for end in [output[0], errors[0]] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors[1], STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var all = sigset_t()
        var none = sigset_t()
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var pid: pid_t = 0
        let arguments = words.map { strdup($0) }
        // The variables that locate the plug-ins and their index; no others, because they may be secret.
        let names = ["PATH", "HOME", "LANG", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "GST_PLUGIN_PATH", "GST_REGISTRY"]
        let environment = names.compactMap { name in getenv(name).map { strdup("\(name)=\(String(cString: $0))") } }
        defer { for text in arguments + environment { free(text) } }
        let status = posix_spawn(&pid, words[0], &actions, &attributes, arguments + [nil], environment + [nil])
        guard status == 0 else {
            for end in [output[0], errors[0]] { close(end) }
            throw cannotStart(status)
        }
        return (pid, output[0], errors[0])
    }

    private static func cannotStart(_ reason: Int32) -> CodesError {
        CodesError(.cameraFailed, "The camera could not be started: \(String(cString: strerror(reason))).")
    }
}

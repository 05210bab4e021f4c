// SPDX-License-Identifier: MIT
import FoundationEssentials
import Glibc
import Testing

/// What a program left behind: its two outputs and its exit status.
struct Run {
    let output: String
    let complaint: String
    let status: Int32

    /// Everything that a person or a log would have seen.
    var all: String { output + complaint }

    /// The JSON that a script would read.
    func json(_ location: SourceLocation = #_sourceLocation) throws -> JSONValue {
        do {
            return try JSONDecoder().decode(JSONValue.self, from: Data(output.utf8))
        } catch {
            Issue.record("this is not JSON: \(output)", sourceLocation: location)
            throw error
        }
    }
}

/// Any JSON.
indirect enum JSONValue: Decodable, Equatable, Sendable {
    case null, bool(Bool), number(Int64), text(String), array([JSONValue]), object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Int64.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let array = try? value.decode([JSONValue].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }

    subscript(_ name: String) -> JSONValue? { if case .object(let fields) = self { fields[name] } else { nil } }
    subscript(_ index: Int) -> JSONValue? { list.flatMap { $0.indices.contains(index) ? $0[index] : nil } }
    /// Items of a list.
    var count: Int? { list?.count }
    /// A list, or that of an answer, whose items it is.
    var list: [JSONValue]? {
        switch self {
        case .array(let items): items
        case .object(let members): members["items"]?.list
        default: nil
        }
    }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The decimal text of an amount, such as `12.50`.
    var value: String? { self["value"]?.text }
}

/// A program that goes on running until it is told to stop.
final class Running {
    let pid: pid_t
    private let output: Int32
    private var isOver = false

    /// - Parameter handedOver: becomes its descriptor 3.
    init(
        _ program: String, _ words: [String], environment: [String: String], complaints: String,
        handedOver: Int32? = nil
    ) throws {
        (pid, output) = try spawn(program, words, environment, complaints: complaints, handedOver: handedOver)
    }

    deinit { stop() }

    func line() -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Asks it to stop, as an operator does, and returns its exit status.
    @discardableResult
    func stop() -> Int32 {
        guard !isOver else { return 0 }
        kill(pid, SIGTERM)
        return wait()
    }

    /// Waits until it ends by itself, and returns its exit status.
    func wait() -> Int32 {
        isOver = true
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        close(output)
        return status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
    }
}

/// Runs a program to its end.
func run(_ program: String, _ words: [String], environment: [String: String]) throws -> Run {
    var template = Array("/tmp/satchel-complaints-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    close(descriptor)
    defer { unlink(path) }
    let (pid, output) = try spawn(program, words, environment, complaints: path)
    let text = String(decoding: readToEnd(output), as: UTF8.self)
    close(output)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    let complaints = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(complaints) }
    return Run(
        output: text, complaint: String(decoding: readToEnd(complaints), as: UTF8.self),
        status: status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f))
}

private func readToEnd(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    while true {
        let count = read(descriptor, &chunk, chunk.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return bytes }
        bytes += chunk[..<count]
    }
}

private func spawn(
    _ program: String, _ words: [String], _ environment: [String: String], complaints: String,
    handedOver: Int32? = nil
) throws -> (pid: pid_t, output: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, complaints, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    if let handedOver { posix_spawn_file_actions_adddup2(&actions, handedOver, 3) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A session of its own has no terminal, so a program that wants to ask somebody says so instead. POSIX_SPAWN_SETSID
    // A caller may ignore or block signals; whoever runs a program at a shell does not.
    var all = sigset_t()
    var none = sigset_t()
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, 0x80 | Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let arguments = ([program] + words).map { strdup($0) }
    let variables = environment.map { strdup("\($0)=\($1)") }
    defer { for word in arguments + variables { free(word) } }
    var pid: pid_t = 0
    let status = posix_spawn(&pid, program, &actions, &attributes, arguments + [nil], variables + [nil])
    try #require(status == 0, "\(program) could not be started: \(String(cString: strerror(status)))")
    return (pid, ends[0])
}

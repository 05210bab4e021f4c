// SPDX-License-Identifier: MIT
import Glibc
import ServerSupport
import TestSupport
import Testing

/// Plays the stories of golden files with real programs, in one network.
final class GoldenPlay {
    let network: TestNetwork
    /// What stage directions of one test do, by their first word.
    var stage: [String: ([String]) throws -> Void] = [:]
    /// Further variables of every program, such as a clock that stands.
    var environment: [String: String] = [:]
    private var values: [String: String] = [:]
    private var running: [String: Running] = [:]
    private var database = ""
    private var people: Set<String> = []
    /// The epochs of spending lie in memory: there a copied device goes unnoticed, which one cheat and each opened copy
    /// of a golden store need. Decision 0064
    private let state: ScratchFolder

    init(_ network: TestNetwork) throws {
        self.network = network
        state = try ScratchFolder(in: .memory)
        values["port"] = "0"
        values["folder"] = network.folder
        values["soon"] = Self.day(after: 7)
        try network.write("hub.passphrase", TestNetwork.hubPassphrase)
    }

    deinit { stop() }

    /// Where the epochs lie.
    var stateFolder: String { state.path }

    /// Plays a story.
    ///
    /// - Returns: the answers, masked.
    func play(_ file: GoldenFile, _ mask: GoldenMask) throws -> [[String]] {
        var answers: [[String]] = []
        var latest = JSONValue.null
        for step in file.steps {
            let line = filled(step.line)
            func told(_ answer: JSONValue) -> [String] {
                latest = answer
                return mask(answer, folder: network.folder).lines()
            }
            switch step.kind {
            case .run: answers.append(try run(words(of: line)).flatMap(told))
            case .start: answers.append(told(try start(words(of: line))))
            case .keep:
                try keep(line, of: latest, in: file.name)
                answers.append([])
            case .stage:
                let words = words(of: line)
                if words[0] == "next" {
                    let next = try #require(running[words[1]])
                    answers.append(told(try Run(output: next.line(), complaint: "", status: 0).json()))
                } else {
                    try direct(words)
                    answers.append([])
                }
            }
        }
        return answers
    }

    /// Ends what still runs, and waits for its end.
    func stop() {
        for program in running.values { program.stop() }
        running = [:]
    }

    // MARK: - Commands

    /// The answer of a command; several where it prints an object a line, a text where it prints no JSON, and the error
    /// where it is refused.
    private func run(_ words: [String]) throws -> [JSONValue] {
        let line = try commandLine(words)
        let done = try ProgramTests.run("/usr/bin/env", line, environment: surroundings(of: words[0]))
        let schema = words[0] == "hub" ? AnswerSchema.hub : .wallet
        schema.judge(done, of: Array(words.dropFirst()) + ["--json"], #_sourceLocation)
        guard done.status == 0 else {
            let error = String(done.complaint.split(separator: "\n").last { $0.hasPrefix("{") } ?? "")
            #expect(!error.isEmpty, "\(words): \(done.all)")
            return [try Run(output: error, complaint: "", status: 0).json()]
        }
        let first = done.output.first
        guard first == "{" || first == "[" else { return [.text("(\(done.output.isEmpty ? "nothing" : "text"))")] }
        let parts = done.output.split(separator: "\n")
        guard parts.count > 1, parts.allSatisfy({ $0.hasPrefix("{") && $0.hasSuffix("}") }) else {
            return [try done.json()]
        }
        return try parts.map { try Run(output: String($0), complaint: "", status: 0).json() }
    }

    private func start(_ words: [String]) throws -> JSONValue {
        let line = try commandLine(words)
        let program = try Running(
            "/usr/bin/env", line, environment: surroundings(of: words[0]), complaints: network.file("\(words[0]).log"))
        running[words[0]] = program
        let answer = try Run(output: program.line(), complaint: "", status: 0).json()
        if let url = answer["ready"]?.text { values["port"] = url.split(separator: ":").last.map(String.init) }
        return answer
    }

    /// libfaketime makes the environment anew where it comes first, and there a program of Swift loses its words: env(1)
    /// runs them all.
    private func commandLine(_ words: [String]) throws -> [String] {
        let rest = Array(words.dropFirst())
        if words[0] == "hub" { return [Programs.hub] + rest + ["--json", "--directory", network.file("hub")] }
        let isNew = people.insert(words[0]).inserted
        let person = try isNew ? network.stranger(words[0]) : Person(name: words[0], network: network)
        return person.commandLine(rest) + ["--json"]
    }

    private func surroundings(of who: String) -> [String: String] {
        let home = who == "hub" ? network.folder : network.file("device of \(who)")
        return [
            "HOME": home, "XDG_STATE_HOME": "\(state.path)/\(who)", "PATH": "/usr/bin:/bin", "TZ": "UTC", "LANG": "C",
        ].merging(environment) { $1 }
    }

    // MARK: - Values

    private static func day(after days: Int) -> String {
        var moment = time(nil) + days * 86_400
        var parts = tm()
        gmtime_r(&moment, &parts)
        var text = [CChar](repeating: 0, count: 11)
        strftime(&text, text.count, "%F", &parts)
        return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    private func filled(_ line: String) -> String {
        var line = line
        for (name, value) in values { line = line.replacing("{\(name)}", with: value) }
        return line
    }

    private func keep(_ line: String, of answer: JSONValue, in file: String) throws {
        let halves = line.split(separator: " = ", maxSplits: 1).map(String.init)
        var found: JSONValue? = answer
        for step in halves[1].split(separator: ".") {
            found = Int(step).map { found?[$0] ?? nil } ?? found?[String(step)]
        }
        switch found {
        case .text(let text): values[halves[0]] = text
        case .number(let number): values[halves[0]] = "\(number)"
        default: Issue.record("\(file): there is no \(halves[1]) in \(answer)")
        }
    }

    // MARK: - Stage directions

    /// libfaketime, which says what time it is.
    static let clockLibrary = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"]
        .map { $0 + "/faketime/libfaketime.so.1" }.first { access($0, R_OK) == 0 }

    /// Lets the clock of every program stand at a moment.
    private func setClock(_ moment: String) {
        environment["LD_PRELOAD"] = Self.clockLibrary ?? ""
        environment["FAKETIME"] = moment
        environment["FAKETIME_DONT_FAKE_MONOTONIC"] = "1"
    }

    /// Brings a golden store: a hub's folder, or a wallet's with its count of spends.
    private func unpack(_ store: String, as who: String) throws {
        let archive = "\(GoldenFile.folder)/Stores/\(store)"
        try extract(archive, "hub", to: network.folder, if: who == "hub")
        try extract(archive, "wallet", to: network.file("device of \(who)"), if: who != "hub")
        try extract(archive, "satchel", to: "\(state.path)/\(who)", if: who != "hub")
    }

    /// Whether stores are written for later versions to open.
    private static let isPacking = getenv("SATCHEL_WRITE_STORES") != nil

    /// Writes a golden store.
    private func pack(_ part: String) throws {
        guard Self.isPacking else { return }
        try tool("/usr/bin/tar", ["-czf", "\(GoldenFile.folder)/Stores/\(part).tar.gz", "-C", network.folder, part])
    }

    /// An empty database of a private server.
    private func makeDatabase() throws -> String {
        let server = try PrivateServer.shared.get()
        database = "golden\(values["port"] ?? "")x\(getpid())x\(network.folder.suffix(6))".lowercased()
        _ = try server.run("createdb", [database])
        return server.text(of: database)
    }

    /// Brings the rows of a golden hub into the database, and the hub to work with it.
    private func load(_ dump: String) throws {
        let folder = try PrivateServer.shared.get().folder
        let script = "\(GoldenFile.folder)/Stores/\(dump)"
        let line = "gzip -dc '\(script)' | \(PrivateServer.programs)/psql -q -v ON_ERROR_STOP=1 "
        try tool("/bin/sh", ["-c", line + "-h \(folder) -U satchel -d \(database)"])
        try network.write("hub/hub.database", (values["server"] ?? "") + "\n")
        unlink(network.file("hub/hub.sqlite"))
    }

    private func dump(_ name: String) throws {
        guard Self.isPacking else { return }
        let folder = try PrivateServer.shared.get().folder
        let line = "\(PrivateServer.programs)/pg_dump -h \(folder) -U satchel --no-owner \(database) | gzip -9n"
        try tool("/bin/sh", ["-c", line + " > '\(GoldenFile.folder)/Stores/\(name).sql.gz'"])
    }

    private func tool(_ program: String, _ words: [String]) throws {
        let done = try ProgramTests.run(program, words, environment: ["PATH": "/usr/bin:/bin"])
        try #require(done.status == 0, "\(words): \(done.all)")
    }

    private func extract(_ archive: String, _ part: String, to folder: String, if isWanted: Bool) throws {
        guard isWanted else { return }
        mkdir(folder, 0o700)
        try tool("/usr/bin/tar", ["-xzf", archive, "--no-same-owner", "-C", folder, part])
    }

    private func direct(_ words: [String]) throws {
        switch words[0] {
        case "stop":
            let program = try #require(running[words[1]], "\(words)")
            running[words[1]] = nil
            program.stop()
        case "file":
            try network.write(words[1], words[2].replacing("\\n", with: "\n"))
        case "unpack": try unpack(words[1], as: words[2])
        case "pack": try pack(words[1])
        case "server": values["server"] = try makeDatabase()
        case "load": try load(words[1])
        case "dump": try dump(words[1])
        case "clock": setClock(words[1...].joined(separator: " "))
        case "twin":
            _ = try network.stranger(words[2])
            people.insert(words[2])
            // A copy of a device, with all that belongs to it.
            try network.copy("device of \(words[1])", to: "device of \(words[2])")
            try Folder.copy("\(state.path)/\(words[1])", to: "\(state.path)/\(words[2])")
            try network.write("\(words[2]).passphrase", "phone of \(words[1])\n")
        default:
            let perform = try #require(stage[words[0]], "No stage direction is called \(words[0])")
            try perform(Array(words.dropFirst()))
        }
    }
}

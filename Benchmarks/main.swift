// SPDX-License-Identifier: MIT
import Bytes
import Glibc
import Terminal

/// Runs the sections one after the other and prints the table; complaints go to standard error.
func run(_ options: Options, _ console: Console) throws {
    guard !options.wantsHelp else { return console.print(Options.usage) }
    let scratch = try ScratchFolder()
    let machine = try Machine.current(folder: scratch.path)
    var progress = console.progress()
    let otherWork = OtherWork()
    var findings: [Finding] = []
    for section in options.sections {
        progress.show("Measuring \(section.rawValue): \(section.summary)")
        findings += try section.run(options, scratch: scratch)
    }
    progress.clear()
    let report = Report(
        machine: machine, othersPercent: otherWork.percent, findings: findings, isQuick: options.isQuick)
    console.print(options.wantsJSON ? report.json.withoutNulls.indentedText : report.text)
}

let console = Console()
do {
    // This program is also the hub that it compares the real one with.
    if CommandLine.arguments.dropFirst().first == HubProcess.standInOption {
        try HubProcess.serveAsStandIn(Array(CommandLine.arguments.dropFirst(2)))
    }
    try run(try Options(Array(CommandLine.arguments.dropFirst())), console)
} catch let error as BenchError {
    console.note("Error: \(error.message)")
    exit(error.code == .usage ? ExitCode.usage.rawValue : ExitCode.failed.rawValue)
} catch {
    console.note("Error: \(error)")
    exit(ExitCode.failed.rawValue)
}

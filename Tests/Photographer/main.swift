// SPDX-License-Identifier: MIT
import Glibc
import SyntheticPhotos

/// Takes synthetic photos for people and for programs that are not written in Swift.
do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    switch options.task {
    case .help: print(Options.usage)
    case .list:
        for shot in options.orders { print(shot.name) }
    case .read: try Reading.run(options)
    case .mutated(let folder): try Pictures.writeMutated(options, into: folder)
    case .write(let folder): try Pictures.write(options, into: folder)
    case .stream: try Pictures.stream(options)
    }
} catch {
    let message = Array("Error: \(error)\n".utf8)
    write(STDERR_FILENO, message, message.count)
    exit(1)
}

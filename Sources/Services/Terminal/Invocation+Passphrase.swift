// SPDX-License-Identifier: MIT
package import Bytes
import Glibc

extension Option {
    package static let passphraseFile = Option(
        "passphrase-file", value: "file", "Read the passphrase from the first line of a file only you can read.",
        completion: .files)
    package static let passphraseDescriptor = Option(
        "passphrase-fd", value: "number", "Read the passphrase from the first line of an open file descriptor.")
}

extension Invocation {
    /// The passphrase from where the command line says, or from the person at the terminal; never from the words of
    /// the command line or the environment, which others can read.
    ///
    /// - Parameters:
    ///   - isNew: asks twice at a terminal, and three times over when the two differ.
    ///   - file: where a command needs two passphrases, the option for this one; likewise `descriptor`.
    /// - Throws: ``TerminalError``; an empty passphrase is `.noAnswer`.
    package func passphrase(
        _ prompt: String, isNew: Bool = false, file: Option = .passphraseFile,
        descriptor: Option = .passphraseDescriptor
    ) throws -> SecretBytes {
        let passphrase: SecretBytes
        if let path = value(file) {
            passphrase = try PassphraseFile.read(path)
        } else if let number = try integer(descriptor, in: 0...1_048_576) {
            passphrase = try PassphraseFile.firstLine(of: Int32(number), name: "file descriptor \(number)")
        } else {
            passphrase = try console.passphrase(prompt, isNew: isNew, insteadOf: file)
        }
        guard !passphrase.isEmpty else { throw TerminalError(.noAnswer, "The passphrase is empty.") }
        return passphrase
    }
}

extension Console {
    fileprivate func passphrase(_ prompt: String, isNew: Bool, insteadOf file: Option) throws -> SecretBytes {
        // Safe: the only failure is that there is no terminal, and that is what the next line says.
        guard let line = try? LinePrompt(at: self) else {
            throw TerminalError(
                .noPassphrase, "There is no terminal to ask for the passphrase at; pass '\(file.spelling)'.")
        }
        let first = try line.ask("\(prompt): ", isEchoed: false)
        guard isNew else { return first }
        var latest = first
        for _ in 0..<3 {
            if try line.ask("\(prompt), again: ", isEchoed: false) == latest { return latest }
            Console.write("The passphrases don't match. Try again.\n", to: line.descriptor)
            latest = try line.ask("\(prompt): ", isEchoed: false)
        }
        throw TerminalError(.entriesDiffer, "The two entries of the passphrase differ. Nothing was changed.")
    }
}

/// Reads a passphrase from a file, after a look at who else can.
enum PassphraseFile {
    /// - Throws: ``TerminalError`` `.cannotRead`, `.unsafeFile` or `.tooLong`.
    static func read(_ path: String) throws -> SecretBytes {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw cannotRead(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw cannotRead(path) }
        guard status.st_mode & 0o077 == 0 else {
            throw TerminalError(
                .unsafeFile, "Others can read the passphrase in \(path). Run `chmod 600 \(path)`, then change it.")
        }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw TerminalError(.unsafeFile, "The passphrase file \(path) belongs to another user. Use your own copy.")
        }
        return try firstLine(of: descriptor, name: path)
    }

    /// What stands before the first line feed, or before the end.
    ///
    /// - Throws: ``TerminalError`` `.cannotRead` or `.tooLong`.
    static func firstLine(of descriptor: Int32, name: String) throws -> SecretBytes {
        var bytes = [UInt8](repeating: 0, count: LinePrompt.maximumBytes + 2)
        defer { bytes.withUnsafeMutableBytes { if let start = $0.baseAddress { explicit_bzero(start, $0.count) } } }
        var count = 0
        while count < bytes.count, !bytes[..<count].contains(UInt8(ascii: "\n")) {
            let read = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
            }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw cannotRead(name) }
            guard read > 0 else { break }
            count += read
        }
        var length = bytes[..<count].firstIndex(of: UInt8(ascii: "\n")) ?? count
        if length > 0, length < count, bytes[length - 1] == UInt8(ascii: "\r") { length -= 1 }
        guard length <= LinePrompt.maximumBytes else {
            throw TerminalError(.tooLong, "The first line of \(name) is longer than \(LinePrompt.maximumBytes) bytes.")
        }
        return SecretBytes(count: length) { room in
            bytes.withUnsafeBytes { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<length])) }
        }
    }

    /// Reads errno, so it is called before anything else can change it.
    private static func cannotRead(_ name: String) -> TerminalError {
        TerminalError(
            .cannotRead, "The passphrase could not be read from \(name): \(String(cString: strerror(errno))).")
    }
}

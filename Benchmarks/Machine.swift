// SPDX-License-Identifier: MIT
import Glibc

/// Where the numbers come from: no figure means anything without it.
struct Machine {
    let processor: String
    let cores: Int
    let kernel: String
    /// The median time until one 4 KiB block is durable, in nanoseconds. fdatasync(2)
    let flush: UInt64
    let flushNinetyNinth: UInt64
    let date: UInt64

    /// Looks at this machine.
    ///
    /// - Parameter folder: where the section's stores will be, so that the disk measured is theirs.
    static func current(folder: String) throws -> Machine {
        var name = utsname()
        uname(&name)
        let release = withUnsafeBytes(of: &name.release) { raw in
            String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
        }
        let flushes = try flushes(in: folder)
        return Machine(
            processor: processorName(), cores: sysconf(Int32(_SC_NPROCESSORS_ONLN)), kernel: release,
            flush: flushes.median, flushNinetyNinth: flushes.percentile(99), date: Stopwatch.civilSeconds)
    }

    private static func flushes(in folder: String) throws -> Samples {
        let path = folder + "/flush"
        let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BenchError(.system, "Could not make the file '\(path)'.") }
        defer {
            close(descriptor)
            unlink(path)
        }
        let block = [UInt8](repeating: 0x5A, count: 4_096)
        var samples = Samples()
        for number in 0..<200 {
            // A log that is written over, as SQLite's is.
            let (result, time) = Stopwatch.measure {
                pwrite(descriptor, block, block.count, number % 16 * block.count) == block.count
                    && fdatasync(descriptor) == 0
            }
            guard result else { throw BenchError(.system, "The disk of '\(folder)' refused a write.") }
            if number >= 16 { samples.add(time) }
        }
        return samples
    }

    private static func processorName() -> String {
        guard let file = fopen("/proc/cpuinfo", "r") else { return "unknown processor" }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 512)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            if text.hasPrefix("model name"), let colon = text.firstIndex(of: ":") {
                return String(text[text.index(after: colon)...].drop { $0 == " " })
            }
        }
        return "unknown processor"
    }
}

// SPDX-License-Identifier: MIT
import FuzzEntries
import Glibc

/// libFuzzer's own loop; the package manager renames our main, so libFuzzer's cannot be used.
/// <https://llvm.org/docs/LibFuzzer.html>
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ input: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The entry that `SATCHEL_FUZZ_ENTRY` names.
private enum Chosen {
    static let entry: FuzzEntry = {
        let name = getenv("SATCHEL_FUZZ_ENTRY").map { String(cString: $0) } ?? ""
        guard let entry = FuzzEntry(rawValue: name) else {
            print("SATCHEL_FUZZ_ENTRY must be one of \(FuzzEntry.allCases.map(\.rawValue).joined(separator: " "))")
            exit(2)
        }
        return entry
    }()
}

// Asked for nothing we have: say so before libFuzzer starts.
_ = Chosen.entry

// Without well-formed inputs to start from, a fuzzer never gets past the first signature.
if let folder = getenv("SATCHEL_FUZZ_CORPUS").map({ String(cString: $0) }) {
    for (index, seed) in Chosen.entry.seeds.enumerated() {
        guard let file = fopen("\(folder)/seed-\(index)", "w") else { continue }
        fwrite(seed, 1, seed.count, file)
        fclose(file)
    }
}

private var count = CommandLine.argc
private var arguments = CommandLine.unsafeArgv
exit(
    runDriver(&count, &arguments) { bytes, count in
        Chosen.entry.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
    })

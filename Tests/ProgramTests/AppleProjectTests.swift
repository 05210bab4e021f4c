// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// What can be known on Linux of the project for Apple's systems, which is never built here.
struct AppleProjectTests {
    private static let root = String(#filePath.dropLast("/Tests/ProgramTests/AppleProjectTests.swift".count))
    private static let hasYAML = access("/usr/lib/python3/dist-packages/yaml", R_OK) == 0

    @Test(.enabled(if: hasYAML || getenv("CI") != nil, "python3-yaml is not here"))
    func everyPathIsThereEveryListIsWholeAndTheSwiftIsSwift() throws {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let judged = try run(
            "/usr/bin/python3", [Self.root + "/Scripts/check-apple"], environment: ["PATH": path, "LC_ALL": "C.UTF-8"])
        #expect(judged.status == 0, "\(judged.all)")
    }
}

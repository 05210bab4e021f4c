// SPDX-License-Identifier: MIT
import Glibc
package import Testing

/// The Python environments and programs of `Tests/Peers`.
package enum Peers {
    /// The interpreter that has the chains and wallets of others; `SATCHEL_PYTHON` names another.
    package static let python = setting("SATCHEL_PYTHON") ?? root + "/.build/python/bin/python3"

    /// The interpreter that has Ethereum's executable specification; `SATCHEL_PYTHON_EXECUTION` names another.
    package static let pythonExecution =
        setting("SATCHEL_PYTHON_EXECUTION") ?? root + "/.build/python-execution/bin/python3"

    /// Where the programs lie.
    package static let folder = root + "/Tests/Peers"

    /// Whether `Scripts/setup --tests` has been here.
    package static var areInstalled: Bool { access(python, X_OK) == 0 && access(pythonExecution, X_OK) == 0 }

    /// In CI a missing peer fails a test; on a machine that cannot have them, the test is skipped and says so.
    package static var canBeAsked: Bool { areInstalled || setting("CI") != nil }

    static let root = String(#filePath.dropLast("/Tests/PeerSupport/Peers.swift".count))

    private static func setting(_ name: String) -> String? {
        guard let text = getenv(name), text.pointee != 0 else { return nil }
        return String(cString: text)
    }
}

extension Trait where Self == ConditionTrait {
    /// For tests that talk to a chain of `Tests/Peers`.
    package static var needsPeers: Self {
        .enabled(
            if: Peers.canBeAsked, "SKIPPED, NOTHING PROVED: no chains to talk to here; run Scripts/setup --tests first."
        )
    }
}

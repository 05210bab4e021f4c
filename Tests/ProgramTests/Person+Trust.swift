// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

private enum Machine {
    /// What libcurl trusts on Debian.
    static let bundle = "/etc/ssl/certs/ca-certificates.crt"
    static let canTrust = system("unshare --mount mount --bind /dev/null \(bundle) 2>/dev/null") == 0
}

extension Trait where Self == ConditionTrait {
    /// Skipped where the user may not give a program other authorities; fails then in CI.
    static var needsTrust: Self {
        .enabled(
            if: Machine.canTrust || getenv("CI") != nil,
            "SKIPPED, NOTHING PROVED: this user may not give a program other trusted authorities.")
    }
}

extension Person {
    /// Runs the person's wallet on a machine that trusts the authority.
    func satchel(trusting authority: TestAuthority, _ words: String...) throws -> Run {
        let script = "mount --bind '\(authority.certificate)' \(Machine.bundle) && exec \"$@\""
        return try run(
            "/usr/bin/unshare", ["--mount", "/bin/sh", "-c", script, "sh"] + commandLine(words),
            environment: environment())
    }
}

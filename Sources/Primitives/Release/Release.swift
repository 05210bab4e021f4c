// SPDX-License-Identifier: MIT

package enum Release {
    /// The version of all programs, as <https://semver.org> has it. `Scripts/set-version` changes it here, in the packages
    /// and in the pages; `VersionTests` holds them equal.
    package static let version = "0.1.0"
}

// SPDX-License-Identifier: MIT
#if canImport(CLinux)
    internal import CLinux
    internal import Glibc

    /// What a program that handles secrets does with itself at its start.
    ///
    /// C: man 2 setrlimit, man 2 PR_SET_DUMPABLE
    package enum ProcessProtection {
        /// Disables core dumps, also those that the system pipes to a program. Afterwards the user's other programs cannot
        /// attach to this process, and `/proc/self/environ` belongs to root.
        package static func forbidDumps() {
            var none = rlimit(rlim_cur: 0, rlim_max: 0)
            setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
            _ = satchel_forbid_dumps()
        }
    }
#endif

// SPDX-License-Identifier: MIT
#if canImport(CTSS)
    internal import CTSS
    internal import Glibc

    /// The library that speaks with chips, loaded when the first chip is used.
    ///
    /// C: man 3 dlopen; TCG TSS 2.0 Enhanced System API
    package enum ChipLibrary {
        /// The functions, or what is missing of the library.
        static let functions: Result<satchel_tss, ChipError> = {
            var tss = satchel_tss()
            guard let missing = satchel_tss_load(&tss) else { return .success(tss) }
            return .failure(
                ChipError(
                    .noLibrary,
                    "The library for security chips is missing (\(String(cString: missing))). Install libtss2-esys."))
        }()

        /// Keeps the library from writing to standard error. Call it while the process has one thread, because it
        /// changes the environment.
        package static func forbidMessages() { setenv("TSS2_LOG", "all+none", 0) }

        /// Whether the library is in this process.
        package static var isLoaded: Bool {
            guard let handle = dlopen("libtss2-esys.so.0", RTLD_NOW | RTLD_NOLOAD) else { return false }
            dlclose(handle)
            return true
        }
    }
#endif

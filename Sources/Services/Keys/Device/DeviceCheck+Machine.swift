// SPDX-License-Identifier: MIT
#if canImport(CLinux)
    internal import Bytes
    internal import Glibc

    /// Facts of the whole machine.
    ///
    /// Kernel: Documentation/admin-guide/LSM/Yama.rst, Documentation/ABI/testing/sysfs-class-dmi; UEFI 2.10, 3.3
    extension DeviceCheck {
        var machineNotes: [DeviceFinding] {
            var notes: [DeviceFinding] = []
            if geteuid() == 0 { notes.append(.root) }
            if fact("/proc/sys/kernel/yama/ptrace_scope") == "0" { notes.append(.ptraceScope) }
            if isSecureBootOff { notes.append(.noSecureBoot) }
            if let machine = virtualMachine { notes.append(.virtualMachine(machine)) }
            if let status = FactFile.status(wallet), Disk(status.st_dev).isEncrypted(sys: sys) == false {
                notes.append(.plainDisk(wallet))
            }
            return notes
        }

        /// What follows from secrets that could not be locked in memory: the swap spaces that are known to be plain, or
        /// the mere fact.
        var unlocked: [DeviceFinding] {
            guard SecretMemory.weakest == .plain else { return [] }
            return [.unlockedMemory] + plainSwaps.map { .plainSwap($0) }
        }

        private var sys: String { root + "/sys" }

        private func fact(_ path: String) -> String {
            let text = FactFile.text(root + path)
            return String(text.drop(while: \.isWhitespace).prefix { !$0.isNewline })
        }

        /// Four bytes of attributes, then the value. Without UEFI it is unknown.
        private var isSecureBootOff: Bool {
            let path = "\(sys)/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c"
            // Safe: an unknown fact is no finding.
            guard let bytes = try? AtomicFile.read(path, maximumCount: 16) else { return false }
            return bytes.count == 5 && bytes[4] == 0
        }

        private var virtualMachine: String? {
            let product = "\(fact("/sys/class/dmi/id/sys_vendor")) \(fact("/sys/class/dmi/id/product_name"))"
            let makers = [
                "QEMU", "KVM", "VMware", "VirtualBox", "Xen", "Bochs", "Parallels",
                "Microsoft Corporation Virtual Machine",
                "Google Compute Engine", "Amazon EC2", "OpenStack",
            ]
            return makers.first { product.contains($0) } ?? (fact("/sys/hypervisor/type") == "xen" ? "Xen" : nil)
        }

        /// The swap spaces on a disk that are known not to be encrypted. Compressed memory (zram) is no disk. proc(5)
        var plainSwaps: [String] {
            FactFile.text(root + "/proc/swaps").split(separator: "\n").dropFirst().compactMap { line in
                let fields = line.split { " \t".contains($0) }
                guard fields.count >= 2, !fields[0].hasPrefix("/dev/zram"),
                    let status = FactFile.status(String(fields[0]))
                else { return nil }
                let disk = Disk(fields[1] == "partition" ? status.st_rdev : status.st_dev)
                return disk.isEncrypted(sys: sys) == false ? String(fields[0]) : nil
            }
        }
    }

    /// A block device by its number.
    ///
    /// Kernel: Documentation/ABI/testing/sysfs-block-dm; dm-crypt's devices have an id that begins with CRYPT.
    struct Disk {
        let name: String

        /// As gnu_dev_major(3) and gnu_dev_minor(3) divide the number.
        init(_ number: dev_t) {
            let major = (number >> 8) & 0xFFF | (number >> 32) & ~0xFFF
            let minor = number & 0xFF | (number >> 12) & ~0xFF
            name = "\(major):\(minor)"
        }

        /// Whether everything on the device is encrypted; nil if the system does not say.
        func isEncrypted(sys: String) -> Bool? { Self.isEncrypted("\(sys)/dev/block/\(name)", depth: 0) }

        private static func isEncrypted(_ device: String, depth: Int) -> Bool? {
            guard depth < 8, FactFile.status(device) != nil else { return nil }
            if FactFile.text("\(device)/dm/uuid").hasPrefix("CRYPT-") { return true }
            // A volume group or array is as encrypted as what it is made of.
            let parts = entries(of: "\(device)/slaves")
            guard !parts.isEmpty else { return false }
            return parts.allSatisfy { isEncrypted("\(device)/slaves/\($0)", depth: depth + 1) == true }
        }

        private static func entries(of folder: String) -> [String] {
            guard let stream = opendir(folder) else { return [] }
            defer { closedir(stream) }
            var names: [String] = []
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { names.append(name) }
            }
            return names
        }
    }
#endif

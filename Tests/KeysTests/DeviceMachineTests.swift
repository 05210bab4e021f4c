// SPDX-License-Identifier: MIT
import Glibc
import Keys
import TestSupport
import Testing

/// Facts of a machine, told by a folder that stands for it.
struct DeviceMachineTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder(in: .memory)
        mkdir(scratch.file("wallet"), 0o700)
    }

    private var check: DeviceCheck {
        DeviceCheck(wallet: scratch.file("wallet"), root: scratch.file("root"), variable: { _ in nil })
    }

    private func notes() -> [DeviceFinding] {
        check.notes().filter { $0 != .root && $0.code != "ownProgram" }
    }

    /// Writes a fact, with the folders on the way to it.
    private func write(_ bytes: [UInt8], to path: String) throws {
        var folder = "root"
        mkdir(scratch.file(folder), 0o755)
        for part in path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            mkdir(scratch.file(folder), 0o755)
        }
        try scratch.write(bytes, to: "root/\(path)")
    }

    private func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

    @Test func aMachineThatTellsNothingHasNoNote() { #expect(notes() == []) }

    @Test func tracingAmongTheUsersProgramsIsANote() throws {
        try write("0\n", to: "proc/sys/kernel/yama/ptrace_scope")
        #expect(notes() == [.ptraceScope])
        try write("1\n", to: "proc/sys/kernel/yama/ptrace_scope")
        #expect(notes() == [])
    }

    @Test func aStartWithoutSecureBootIsANote() throws {
        let variable = "sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c"
        try write([6, 0, 0, 0, 0], to: variable)
        #expect(notes() == [.noSecureBoot])
        try write([6, 0, 0, 0, 1], to: variable)
        #expect(notes() == [])
        try write([0], to: variable)
        #expect(notes() == [])
    }

    @Test func aVirtualMachineIsANote() throws {
        try write("QEMU\n", to: "sys/class/dmi/id/sys_vendor")
        #expect(notes() == [.virtualMachine("QEMU")])
        try write("LENOVO\n", to: "sys/class/dmi/id/sys_vendor")
        #expect(notes() == [])
    }

    @Test func aPlainDiskIsANoteAndAnEncryptedOneIsNot() throws {
        var status = stat()
        #expect(stat(scratch.file("wallet"), &status) == 0)
        let (major, minor) = ((status.st_dev >> 8) & 0xFFF, status.st_dev & 0xFF | (status.st_dev >> 12) & ~0xFF)
        let disk = "sys/dev/block/\(major):\(minor)"
        try write("8\n", to: "\(disk)/size")
        #expect(notes() == [.plainDisk(scratch.file("wallet"))])
        try write("CRYPT-LUKS2-0123\n", to: "\(disk)/slaves/dm-0/dm/uuid")
        #expect(notes() == [])
        try write("LVM-0123\n", to: "\(disk)/slaves/dm-1/dm/uuid")
        #expect(notes() == [.plainDisk(scratch.file("wallet"))])
        try write("CRYPT-PLAIN-0123\n", to: "\(disk)/dm/uuid")
        #expect(notes() == [])
    }

    @Test func rootIsANote() {
        #expect(check.notes().contains(.root) == (geteuid() == 0))
    }
}

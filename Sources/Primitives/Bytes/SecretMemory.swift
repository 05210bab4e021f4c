// SPDX-License-Identifier: MIT
internal import Glibc
internal import Synchronization

#if canImport(CMemory)
    internal import CMemory
#endif

/// The memory in which ``SecretBytes`` lie: apart from the heap, never in a core dump, and wiped when freed.
///
/// Where the kernel has `memfd_secret`, no other process can read it and the kernel never writes it to swap space. Else it
/// is locked. Small secrets share regions of some pages; an empty region goes back to the system at once, because a
/// kernel with such a region refuses to hibernate.
package enum SecretMemory {
    /// How well a region is protected.
    package enum Protection: Int, Comparable, Sendable {
        /// The system may write it to swap space, because the limit for locked memory is too low. setrlimit(2)
        case plain = 0
        /// Never written to swap space. mlock(2)
        case locked = 1
        /// Also out of reach of other processes. memfd_secret(2)
        case secret = 2

        package static func < (left: Protection, right: Protection) -> Bool { left.rawValue < right.rawValue }
    }

    /// The weakest protection of the secrets that this process holds now; nil while it holds none.
    package static var weakest: Protection? { regions.withLock { $0.map(\.protection).min() } }

    private static let regions = Mutex<[Region]>([])

    /// Zero bytes for a secret. An empty one has an address as well, because C libraries refuse a null pointer.
    static func allocate(_ count: Int) -> UnsafeMutableRawBufferPointer {
        let start = regions.withLock { regions -> UInt in
            for index in regions.indices {
                if let start = regions[index].take(count) { return start }
            }
            var region = Region(holding: count)
            // Safe: a fresh region has room for what it was made for.
            let start = region.take(count)!
            regions.append(region)
            return start
        }
        return UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(bitPattern: start), count: count)
    }

    /// Wipes the bytes of a secret and gives them back.
    static func free(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        // The compiler may remove a plain store before a free. explicit_bzero(3)
        explicit_bzero(base, bytes.count)
        let start = UInt(bitPattern: base)
        regions.withLock { regions in
            guard let index = regions.firstIndex(where: { $0.contains(start) }) else {
                preconditionFailure("A secret was freed that has no region.")
            }
            regions[index].giveBack(start, bytes.count)
            if regions[index].isEmpty { regions.remove(at: index).unmap() }
        }
    }
}

/// Some pages, divided into slots. A secret takes neighbouring slots.
private struct Region {
    private static let slotBytes = 64
    private static let usualBytes = 16 << 10
    private static let pageBytes = Int(sysconf(Int32(_SC_PAGESIZE)))

    let protection: SecretMemory.Protection
    private let start: UInt
    private let byteCount: Int
    private var isTaken: [Bool]
    private var taken = 0

    /// - Parameter count: the bytes of the first secret, which may need more than the usual size.
    init(holding count: Int) {
        let wanted = max(count, Self.usualBytes)
        byteCount = (wanted + Self.pageBytes - 1) / Self.pageBytes * Self.pageBytes
        (start, protection) = Self.map(byteCount)
        isTaken = Array(repeating: false, count: byteCount / Self.slotBytes)
    }

    var isEmpty: Bool { taken == 0 }

    func contains(_ address: UInt) -> Bool { address >= start && address - start < UInt(byteCount) }

    /// The address of free bytes, which are zero; nil if there is no room.
    mutating func take(_ count: Int) -> UInt? {
        let wanted = Self.slots(count)
        guard wanted <= isTaken.count - taken else { return nil }
        var free = 0
        for slot in isTaken.indices {
            free = isTaken[slot] ? 0 : free + 1
            guard free == wanted else { continue }
            let first = slot + 1 - wanted
            for slot in first...slot { isTaken[slot] = true }
            taken += wanted
            return start + UInt(first * Self.slotBytes)
        }
        return nil
    }

    mutating func giveBack(_ address: UInt, _ count: Int) {
        let first = Int(address - start) / Self.slotBytes
        for slot in first..<first + Self.slots(count) { isTaken[slot] = false }
        taken -= Self.slots(count)
    }

    private static func slots(_ count: Int) -> Int { max(1, (count + slotBytes - 1) / slotBytes) }

    #if canImport(CMemory)
        private static func map(_ count: Int) -> (UInt, SecretMemory.Protection) {
            var kind = satchel_memory_plain
            guard let start = satchel_memory_map(count, &kind) else { preconditionFailure("There is no memory left.") }
            let protection: SecretMemory.Protection =
                kind == satchel_memory_secret ? .secret : kind == satchel_memory_locked ? .locked : .plain
            return (UInt(bitPattern: start), protection)
        }

        func unmap() { satchel_memory_unmap(UnsafeMutableRawPointer(bitPattern: start), byteCount) }
    #else
        private static func map(_ count: Int) -> (UInt, SecretMemory.Protection) {
            let start = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: pageBytes)
            start.initializeMemory(as: UInt8.self, repeating: 0)
            // Safe: the allocation above is not empty.
            let base = start.baseAddress!
            return (UInt(bitPattern: base), mlock(base, count) == 0 ? .locked : .plain)
        }

        func unmap() {
            let base = UnsafeMutableRawPointer(bitPattern: start)
            munlock(base, byteCount)
            base?.deallocate()
        }
    #endif
}

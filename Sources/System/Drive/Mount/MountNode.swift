// SPDX-License-Identifier: MIT
internal import FileIO
internal import FileModel
internal import Mount

/// A folder or a file that the kernel knows.
// Safe: used inside the lock of its tree alone.
final class MountNode: @unchecked Sendable {
    /// Where the bytes of an open file are.
    enum Source {
        /// In the folder `unsent`. What is frozen, or was sent since, is not written to.
        case local(DiskFile, name: String, isWritable: Bool)
        /// The server's, as far as they are here.
        case cached(CachedContent, ContentPlace)
    }

    static let root: UInt64 = 1

    let id: UInt64
    var item: ItemID
    /// How often the kernel has looked it up.
    var lookups: UInt64 = 0
    /// Where the kernel has seen it last.
    var parent: UInt64
    var name: FileName?
    /// Whether it is in no folder any more: programs that have it open still use it.
    var isGone = false
    var opens = 0
    var writers = 0
    var source: Source?
    /// When it was written to last, in milliseconds of a clock that never goes back.
    var touched: UInt64 = 0
    /// When it was first written to since its bytes were frozen.
    var firstTouched: UInt64 = 0
    /// Of bytes of its own.
    var ownSize: UInt64 = 0
    /// Those who wait until the file has bytes of its own; nil when that is not under way.
    var preparing: [(Result<DiskFile, MountErrno>) -> Void]?

    init(id: UInt64, item: ItemID, parent: UInt64, name: FileName?) {
        self.id = id
        self.item = item
        self.parent = parent
        self.name = name
    }
}

/// The folders and files that the kernel knows, by the numbers that it knows them by; no number is used twice.
struct NodeTable {
    private(set) var nodes: [UInt64: MountNode] = [:]
    private var numbers: [ItemID: UInt64] = [:]
    private var last = MountNode.root

    init(root: ItemID) {
        nodes[MountNode.root] = MountNode(id: MountNode.root, item: root, parent: MountNode.root, name: nil)
        numbers[root] = MountNode.root
    }

    subscript(number: UInt64) -> MountNode? { nodes[number] }

    func node(of item: ItemID) -> MountNode? { numbers[item].flatMap { nodes[$0] } }

    /// The node of an item, which is made if the kernel does not know it.
    mutating func node(of item: ItemID, parent: UInt64, name: FileName?) -> MountNode {
        if let node = node(of: item) {
            (node.parent, node.name) = (parent, name)
            return node
        }
        last += 1
        let node = MountNode(id: last, item: item, parent: parent, name: name)
        nodes[last] = node
        numbers[item] = last
        return node
    }

    /// The node stands for another item from now on; what stood for that one is in no folder any more.
    mutating func setItem(of node: MountNode, to item: ItemID) {
        if let other = self.node(of: item), other !== node { other.isGone = true }
        if numbers[node.item] == node.id { numbers[node.item] = nil }
        node.item = item
        numbers[item] = node.id
    }

    /// The node is in no folder any more.
    mutating func setGone(_ node: MountNode) {
        node.isGone = true
        if numbers[node.item] == node.id { numbers[node.item] = nil }
    }

    /// Forgets a node that neither the kernel nor a program uses.
    mutating func forgetIfUnused(_ node: MountNode) {
        guard node.id != MountNode.root, node.lookups == 0, node.opens == 0, node.preparing == nil else { return }
        nodes[node.id] = nil
        if numbers[node.item] == node.id { numbers[node.item] = nil }
    }
}

// SPDX-License-Identifier: MIT

/// What a mounted folder does when the kernel asks.
///
/// Each call returns quickly, for all requests come on one thread; what takes time keeps the request and answers it from
/// another one. Names are the bytes that programs use, without NUL and slash. The root is the node 1. Handles are numbers
/// that ``open(_:_:_:)`` and ``openFolder(_:_:)`` have given.
package protocol MountOperations: AnyObject, Sendable {
    /// Counts as one look-up of the node; see ``forget(_:count:)``.
    func lookUp(_ name: [UInt8], in folder: UInt64, _ request: MountRequest)
    /// The kernel has forgotten some of its look-ups of a node. A node without look-ups is never named again.
    func forget(_ node: UInt64, count: UInt64)
    func attributes(of node: UInt64, _ request: MountRequest)
    func change(_ change: AttributeChange, of node: UInt64, _ request: MountRequest)
    func makeFolder(_ name: [UInt8], in folder: UInt64, _ request: MountRequest)
    /// - Parameter flags: of open(2); nil to make the file alone.
    func makeFile(_ name: [UInt8], in folder: UInt64, mode: UInt32, flags: Int32?, _ request: MountRequest)
    func removeFile(_ name: [UInt8], in folder: UInt64, _ request: MountRequest)
    func removeFolder(_ name: [UInt8], in folder: UInt64, _ request: MountRequest)
    /// - Parameter keepsTarget: whether something of the new name must not give way.
    func move(
        _ name: [UInt8], in folder: UInt64, to target: UInt64, as newName: [UInt8], keepsTarget: Bool,
        _ request: MountRequest)
    func open(_ node: UInt64, _ flags: Int32, _ request: MountRequest)
    func read(_ node: UInt64, _ handle: UInt64, at offset: UInt64, count: Int, _ request: MountRequest)
    /// - Parameter bytes: valid during the call alone.
    func write(
        _ node: UInt64, _ handle: UInt64, at offset: UInt64, _ bytes: UnsafeRawBufferPointer, _ request: MountRequest)
    /// A descriptor of the file was closed.
    func flush(_ node: UInt64, _ handle: UInt64, _ request: MountRequest)
    /// The last descriptor of a handle was closed.
    func close(_ node: UInt64, _ handle: UInt64, _ request: MountRequest)
    func sync(_ node: UInt64, _ request: MountRequest)
    func allocate(_ node: UInt64, _ range: Range<UInt64>, keepsSize: Bool, _ request: MountRequest)
    func openFolder(_ node: UInt64, _ request: MountRequest)
    /// - Parameter isPlus: whether each entry counts as looked up.
    func readFolder(
        _ node: UInt64, _ handle: UInt64, at offset: UInt64, room: Int, isPlus: Bool, _ request: MountRequest)
    func closeFolder(_ node: UInt64, _ handle: UInt64, _ request: MountRequest)
    func room(_ request: MountRequest)
    func extended(_ name: [UInt8], of node: UInt64, room: Int, _ request: MountRequest)
    func extendedNames(of node: UInt64, room: Int, _ request: MountRequest)
    func setExtended(_ name: [UInt8], of node: UInt64, to value: [UInt8], _ request: MountRequest)
    func removeExtended(_ name: [UInt8], of node: UInt64, _ request: MountRequest)
}

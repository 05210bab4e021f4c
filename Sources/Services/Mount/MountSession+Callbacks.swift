// SPDX-License-Identifier: MIT
internal import CFUSE
internal import Glibc

/// libfuse's callbacks, which hand each request to the operations of its session.
///
/// They must not stand in a `main.swift`, whose closures belong to the main actor.
enum MountCallbacks {
    static let all: fuse_lowlevel_ops = {
        var all = fuse_lowlevel_ops()
        all.`init` = { _, connection in
            guard let connection else { return }
            satchel_fuse_configure(connection, MountSession.maximumWrite)
        }
        addNames(&all)
        addFiles(&all)
        addFolders(&all)
        addExtended(&all)
        return all
    }()

    private static func addNames(_ all: inout fuse_lowlevel_ops) {
        all.lookup = { request, parent, name in
            handle(request) { $0.lookUp(bytes(name), in: parent, $1) }
        }
        all.forget = { request, node, count in forget(request, [(node, count)]) }
        all.forget_multi = { request, count, list in
            forget(request, UnsafeBufferPointer(start: list, count: count).map { ($0.ino, $0.nlookup) })
        }
        all.mkdir = { request, parent, name, _ in
            handle(request) { $0.makeFolder(bytes(name), in: parent, $1) }
        }
        all.mknod = { request, parent, name, mode, _ in
            handle(request) { operations, request in
                guard mode & S_IFMT == S_IFREG else { return request.fail(EPERM) }
                operations.makeFile(bytes(name), in: parent, mode: mode & 0o7777, flags: nil, request)
            }
        }
        all.symlink = { request, _, _, _ in handle(request) { $1.fail(EPERM) } }
        all.link = { request, _, _, _ in handle(request) { $1.fail(EPERM) } }
        all.unlink = { request, parent, name in handle(request) { $0.removeFile(bytes(name), in: parent, $1) } }
        all.rmdir = { request, parent, name in handle(request) { $0.removeFolder(bytes(name), in: parent, $1) } }
        all.rename = { request, parent, name, target, newName, flags in
            handle(request) { operations, request in
                // RENAME_NOREPLACE is 1; names are not exchanged. man 2 renameat2
                guard flags & ~1 == 0 else { return request.fail(EINVAL) }
                operations.move(
                    bytes(name), in: parent, to: target, as: bytes(newName), keepsTarget: flags == 1, request)
            }
        }
    }

    private static func addFiles(_ all: inout fuse_lowlevel_ops) {
        all.getattr = { request, node, _ in handle(request) { $0.attributes(of: node, $1) } }
        all.setattr = { request, node, status, parts, _ in
            handle(request) { operations, request in
                guard let status else { return request.fail(EINVAL) }
                operations.change(AttributeChange(status.pointee, parts), of: node, request)
            }
        }
        all.create = { request, parent, name, mode, info in
            handle(request) { operations, request in
                operations.makeFile(
                    bytes(name), in: parent, mode: mode & 0o7777, flags: info?.pointee.flags ?? 0, request)
            }
        }
        all.open = { request, node, info in handle(request) { $0.open(node, info?.pointee.flags ?? 0, $1) } }
        all.read = { request, node, count, offset, info in
            handle(request) {
                $0.read(node, info?.pointee.fh ?? 0, at: UInt64(max(0, offset)), count: count, $1)
            }
        }
        all.write = { request, node, start, count, offset, info in
            handle(request) {
                $0.write(
                    node, info?.pointee.fh ?? 0, at: UInt64(max(0, offset)),
                    UnsafeRawBufferPointer(start: start, count: count), $1)
            }
        }
        all.flush = { request, node, info in handle(request) { $0.flush(node, info?.pointee.fh ?? 0, $1) } }
        all.release = { request, node, info in handle(request) { $0.close(node, info?.pointee.fh ?? 0, $1) } }
        all.fsync = { request, node, _, _ in handle(request) { $0.sync(node, $1) } }
        all.fallocate = { request, node, mode, offset, length, _ in
            handle(request) { operations, request in
                // FALLOC_FL_KEEP_SIZE is 1; holes are not punched. man 2 fallocate
                guard mode & ~1 == 0 else { return request.fail(EOPNOTSUPP) }
                guard offset >= 0, length > 0 else { return request.fail(EINVAL) }
                let (end, isOver) = UInt64(offset).addingReportingOverflow(UInt64(length))
                guard !isOver, end <= UInt64(Int64.max) else { return request.fail(EFBIG) }
                operations.allocate(node, UInt64(offset)..<end, keepsSize: mode & 1 != 0, request)
            }
        }
        all.statfs = { request, _ in handle(request) { $0.room($1) } }
    }

    private static func addFolders(_ all: inout fuse_lowlevel_ops) {
        all.opendir = { request, node, _ in handle(request) { $0.openFolder(node, $1) } }
        all.readdir = { request, node, room, offset, info in
            handle(request) {
                $0.readFolder(
                    node, info?.pointee.fh ?? 0, at: UInt64(max(0, offset)), room: room, isPlus: false, $1)
            }
        }
        all.readdirplus = { request, node, room, offset, info in
            handle(request) {
                $0.readFolder(
                    node, info?.pointee.fh ?? 0, at: UInt64(max(0, offset)), room: room, isPlus: true, $1)
            }
        }
        all.releasedir = { request, node, info in
            handle(request) { $0.closeFolder(node, info?.pointee.fh ?? 0, $1) }
        }
        all.fsyncdir = { request, node, _, _ in handle(request) { $0.sync(node, $1) } }
    }

    private static func addExtended(_ all: inout fuse_lowlevel_ops) {
        all.getxattr = { request, node, name, room in
            handle(request) { $0.extended(bytes(name), of: node, room: room, $1) }
        }
        all.listxattr = { request, node, room in handle(request) { $0.extendedNames(of: node, room: room, $1) } }
        all.setxattr = { request, node, name, value, count, _ in
            handle(request) {
                $0.setExtended(
                    bytes(name), of: node, to: Array(UnsafeRawBufferPointer(start: value, count: count)), $1)
            }
        }
        all.removexattr = { request, node, name in
            handle(request) { $0.removeExtended(bytes(name), of: node, $1) }
        }
    }
}

// Outside of a type, because a callback of C must capture nothing.

/// Runs `body` with the operations and a request that answers EIO unless `body` sees to it.
private func handle(
    _ request: fuse_req_t?, _ body: (any MountOperations, MountRequest) -> Void
) {
    guard let request, let data = fuse_req_userdata(request) else { return }
    let context = Unmanaged<MountContext>.fromOpaque(data).takeUnretainedValue()
    body(context.operations, MountRequest(request, pending: context.pending))
}

private func bytes(_ name: UnsafePointer<CChar>?) -> [UInt8] {
    guard let name else { return [] }
    return Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
}

private func forget(_ request: fuse_req_t?, _ forgotten: [(UInt64, UInt64)]) {
    guard let request, let data = fuse_req_userdata(request) else { return }
    let context = Unmanaged<MountContext>.fromOpaque(data).takeUnretainedValue()
    for (node, count) in forgotten { context.operations.forget(node, count: count) }
    fuse_reply_none(request)
}

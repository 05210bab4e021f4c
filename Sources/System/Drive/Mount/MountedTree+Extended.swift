// SPDX-License-Identifier: MIT
internal import FileModel
internal import Glibc
internal import HubAPI
internal import Mount

/// The extended attributes `user.satchel.pin`, which is a setting, and `user.satchel.state`, which says where the bytes are;
/// that of the top folder says whether the server is heard and sent to.
extension MountedTree {
    private static let pin = Array("user.satchel.pin".utf8)
    private static let state = Array("user.satchel.state".utf8)

    func extended(_ name: [UInt8], of number: UInt64, room: Int, _ request: MountRequest) {
        request.failing {
            let value = try locked { () throws -> String in
                guard name == Self.pin || name == Self.state else { throw MountErrno(ENODATA) }
                if name == Self.state, number == MountNode.root { return health.word }
                let item = try item(of: mounted(number))
                if name == Self.pin { return try store.effectivePin(of: item).word }
                guard item.kind == .file else { throw MountErrno(ENODATA) }
                return try state(of: item).rawValue
            }
            request.answer(extended: Array(value.utf8), room: room)
        }
    }

    func state(of item: ShownItem) throws -> PlaceState {
        if let local = item.local, local.file != nil {
            guard let task = local.task else { return .unsent }
            return try store.drive.task(task)?.state == .failed ? .failed : .unsent
        }
        guard let file = item.file else { return .unsent }
        let state = try cache.state(of: file.content, size: file.size)
        return try state == .cached && store.effectivePin(of: item) == .always ? .pinned : state
    }

    func extendedNames(of number: UInt64, room: Int, _ request: MountRequest) {
        request.failing {
            let hasState = try locked { try number == MountNode.root || item(of: mounted(number)).kind == .file }
            request.answer(extended: Self.pin + [0] + (hasState ? Self.state + [0] : []), room: room)
        }
    }

    func setExtended(_ name: [UInt8], of number: UInt64, to value: [UInt8], _ request: MountRequest) {
        request.failing {
            guard name == Self.pin else { throw MountErrno(name == Self.state ? EPERM : EOPNOTSUPP) }
            guard let setting = PinSetting(word: String(decoding: value, as: UTF8.self)) else {
                throw MountErrno(EINVAL)
            }
            try setPin(setting, of: number)
            request.succeed()
        }
    }

    func removeExtended(_ name: [UInt8], of number: UInt64, _ request: MountRequest) {
        request.failing {
            guard name == Self.pin else { throw MountErrno(name == Self.state ? EPERM : ENODATA) }
            guard try locked({ try store.pin(of: item(of: mounted(number)).id) }) != nil else {
                throw MountErrno(ENODATA)
            }
            try setPin(nil, of: number)
            request.succeed()
        }
    }

    private func setPin(_ setting: PinSetting?, of number: UInt64) throws {
        try locked { try store.setPin(setting, of: item(of: mounted(number)).id) }
        onPin()
    }
}

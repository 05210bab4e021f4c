// SPDX-License-Identifier: MIT
import Drive
import HubAPI
import Keys
import Terminal
import Tunnel
import Wallet

extension WalletAnswers {
    static let drive: [String: AnswerShape] = [
        "drive login": ["username": .text, "hub": .text],
        "drive logout": ["endedAtHub": .bool],
        "drive pair": ["username": .text, "hub": .text, "tunnel": .bool],
        "drive spaces": .items(.fileSpace),
        "drive make-space": .fileSpace,
        "drive add-member": .fileSpace,
        "drive remove-member": .fileSpace,
        "drive share": ["url": .text, "link": .text, "item": .text, "expires": .time],
        "drive links": .items(.shareLink),
        "drive unshare": .items(.shareLink),
        "drive ls": .items(.fileItem),
        "drive trash": .items(.fileItem),
        "drive versions": .items(["version": .integer, "content": .text, "size": .integer, "replaced": .time]),
        "drive mkdir": .driveReport,
        "drive put": .driveReport,
        "drive get": .driveReport,
        "drive mv": .driveReport,
        "drive rm": .driveReport,
        "drive restore": .driveReport,
        "drive drain": .driveReport,
        "drive mount": ["path": .text],
        "drive unmount": ["path": .text, "waiting": .integer, "unsent": .integer],
        "drive pin": ["path": .text, "pin": .word(PinSetting.allCases.map(\.word))],
        "drive camera add": ["folder": .text, "target": .text],
        "drive camera remove": ["folder": .text],
        "drive camera rules": ["folder": .text, "rules": .list(.cameraRule)],
        "drive camera run": .items(.camera),
        "drive camera status": .items(.camera),
        "drive app-password": ["id": .text, "url": .text, "username": .text, "password": .text],
        "drive status": [
            "loggedIn": .bool, "username": .text.optional, "hub": .text.optional, "waiting": .integer,
            "failed": .integer, "tasks": .list(.driveTask), "mount": .driveMount.optional,
        ],
        "drive tunnel import": .tunnel,
        "drive tunnel create": .tunnel,
        "drive tunnel join": .tunnel,
        "drive tunnel export": ["path": .text],
        "drive tunnel forget": ["publicKey": .text],
        "drive tunnel up": .tunnelStatus,
        "drive tunnel down": .tunnelStatus,
        "drive tunnel status": .tunnelStatus,
    ]

    static let device: [String: AnswerShape] = [
        "device list": .items([
            "code": .text, "weight": .word(DeviceFinding.Weight.allCases.map(\.name)), "subject": .text.optional,
        ]),
        "device mode": ["mode": .word(DeviceMode.allCases.map(\.name))],
        "device chip status": .chipState,
        "device chip on": .chipState,
        "device chip forget": ["frozen": .bool],
    ]
}

extension AnswerShape {
    fileprivate static let fileSpace = AnswerShape.named(
        "fileSpace",
        [
            "id": .text, "name": .text.optional, "owner": .text, "role": .word(SpaceRole.self), "quota": .integer,
            "used": .integer, "reserved": .integer,
            "members": .list(["username": .text, "role": .word(SpaceRole.self)]),
        ])

    fileprivate static let shareLink = AnswerShape.named(
        "shareLink", ["link": .text, "item": .text, "path": .text.optional, "created": .time, "expires": .time])

    fileprivate static let tunnel = AnswerShape.named(
        "tunnel", ["publicKey": .text, "addresses": .list(.text), "routes": .list(.text)])

    fileprivate static let tunnelStatus = AnswerShape.named(
        "tunnelStatus",
        [
            "state": .word(TunnelStatus.State.self),
            "peers": .list([
                "publicKey": .text, "endpoint": .text.optional, "handshake": .time.optional, "received": .integer,
                "sent": .integer,
            ]),
        ])

    fileprivate static let chipState = AnswerShape.named(
        "chipState",
        [
            "state": .word(["off", "on", "unavailable"]), "place": .text.optional, "register": .text.optional,
            "reason": .text.optional,
        ])

    fileprivate static let fileItem = AnswerShape.named(
        "fileItem",
        [
            "id": .text, "name": .text.optional, "kind": .word(FileKind.self), "size": .integer.optional,
            "content": .text.optional, "version": .integer.optional, "modified": .time.optional,
            "trashed": .time.optional, "confirmed": .bool,
        ])

    fileprivate static let driveTask = AnswerShape.named(
        "driveTask",
        [
            "task": .integer, "state": .word(DriveTask.State.words), "action": .word(DriveJob.words), "name": .text,
            "reason": .word(DriveReason.self).optional, "outcome": .word(UploadOutcome.self).optional,
            "attempts": .integer, "nextTry": .time.optional,
        ])

    fileprivate static let cameraRule = AnswerShape.word(CameraRules.words.map(\.word))

    fileprivate static let camera = AnswerShape.named(
        "camera",
        [
            "folder": .text, "target": .text, "space": .text, "rules": .list(.cameraRule),
            "reason": .word(DriveReason.self).optional, "found": .integer, "done": .integer, "waiting": .integer,
            "failed": .integer, "excluded": .integer,
            "photos": .list(["name": .text, "state": .word(Photo.words), "reason": .word(DriveReason.self).optional]),
        ])

    fileprivate static let driveMount = AnswerShape.named(
        "driveMount",
        [
            "path": .text, "answered": .bool, "connected": .bool, "hearing": .word(DriveReason.self).optional,
            "sending": .word(DriveReason.self).optional, "since": .time.optional,
        ])

    fileprivate static let driveReport = AnswerShape.named(
        "driveReport",
        [
            "done": .integer, "waiting": .integer, "failed": .integer, "excluded": .list(.text),
            "tasks": .list(.driveTask),
        ])
}

// SPDX-License-Identifier: MIT
import Drive
import HubAPI
import Keys
import Terminal
import Wallet

extension WalletAnswers {
    static let drive: [String: AnswerShape] = [
        "drive login": ["username": .text, "hub": .text],
        "drive logout": ["endedAtHub": .bool],
        "drive spaces": .items([
            "id": .text, "name": .text.optional, "owner": .text, "role": .word(SpaceRole.self), "quota": .integer,
            "used": .integer, "reserved": .integer,
            "members": .list(["username": .text, "role": .word(SpaceRole.self)]),
        ]),
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
        "drive status": [
            "loggedIn": .bool, "username": .text.optional, "hub": .text.optional, "waiting": .integer,
            "failed": .integer, "tasks": .list(.driveTask),
        ],
    ]

    static let device: [String: AnswerShape] = [
        "device list": .items([
            "code": .text, "weight": .word(DeviceFinding.Weight.allCases.map(\.name)), "subject": .text.optional,
        ]),
        "device mode": ["mode": .word(DeviceMode.allCases.map(\.name))],
    ]
}

extension AnswerShape {
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

    fileprivate static let driveReport = AnswerShape.named(
        "driveReport",
        [
            "done": .integer, "waiting": .integer, "failed": .integer, "excluded": .list(.text),
            "tasks": .list(.driveTask),
        ])
}

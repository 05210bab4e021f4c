// SPDX-License-Identifier: MIT
import Bytes
import Drive
import FileModel
import HubAPI
import SystemBus
import Terminal
import Wallet

extension Option {
    fileprivate static let toPhotos = Option(
        "to", value: "path", "Folder at the hub, made if it is missing. Default: /Photos")
    fileprivate static let timer = Option(
        "timer", "Obey the rules, and leave alone what is to be tried later or only you can help. For a timer.")
    fileprivate static let unmetered = Option("unmetered", "Only on a network that is not metered.")
    fileprivate static let noMobile = Option("no-mobile", "Only on a network that is not a mobile one.")
    fileprivate static let onPower = Option("on-power", "Only while the device is not on battery.")
}

extension Operand {
    fileprivate static let photoFolder = Operand(
        "folder", "Folder of this device with photos.", completion: .directories)
}

extension Command {
    /// The camera backup.
    static let driveCamera = Command(
        "camera", "Keep the photos of a folder at the hub.",
        discussion: """
            Photos and videos are told by the ends of their names. Each is sent once, byte for byte, as \
            "<year>/<name>-<8 digits of its content>.<ext>", also if two files hold it, if another device has sent it, \
            or after this device was set up again. Nothing is ever removed from this device. What you remove at the hub \
            is not sent again.
            """,
        commands: [
            Command(
                "add", "Back up the photos of a folder.", options: [.space, .toPhotos], operands: [.photoFolder],
                examples: [
                    .init("satchel drive camera add ~/Pictures/Camera", "Then: satchel drive camera run"),
                    .init("satchel drive camera add /media/card/DCIM --to /Camera", "A card, into the folder Camera."),
                ]
            ) { invocation in
                let drive = try DriveContext(invocation)
                _ = try drive.refresh()
                let folder = WalletHome.absolute(try invocation.operand(.photoFolder))
                let target = try DriveContext.path(invocation.value(.toPhotos) ?? "/Photos")
                try drive.client.addCamera(folder, to: target, in: drive.space().id)
                invocation.answer(
                    ["folder": .string(folder), "target": .string("/\(target)")],
                    "The photos of \(folder) go to /\(target). Send them: satchel drive camera run")
            },
            Command(
                "remove", "Stop backing up a folder. Photos here and at the hub stay.", operands: [.photoFolder]
            ) { invocation in
                let drive = try DriveContext(invocation)
                let folder = WalletHome.absolute(try invocation.operand(.photoFolder))
                try drive.client.removeCamera(folder)
                invocation.answer(["folder": .string(folder)], "\(folder) is not backed up any more.")
            },
            Command(
                "rules", "Set when a timer may send the photos of a folder; without options, always.",
                discussion: """
                    A round that you start yourself obeys no rules. What this device does not know, because it has no \
                    NetworkManager or UPower, holds nothing back.
                    """, options: [.unmetered, .noMobile, .onPower], operands: [.photoFolder],
                examples: [
                    .init("satchel drive camera rules ~/Pictures/Camera --unmetered --on-power", "Both must hold.")
                ]
            ) { invocation in
                let drive = try DriveContext(invocation)
                let folder = WalletHome.absolute(try invocation.operand(.photoFolder))
                let rules = invocation.cameraRules
                try drive.client.setCameraRules(rules, of: folder)
                invocation.answer(
                    ["folder": .string(folder), "rules": DriveWords.json(rules)],
                    "A timer sends the photos of \(folder) "
                        + (rules.isEmpty ? "always." : "only \(DriveWords.sentence(of: rules))."))
                invocation.noteUnknown(rules)
            },
            Command(
                "run", "Look for photos, and send those that the hub lacks.",
                discussion: "After a break run it again: it goes on where it was.", options: [.timer]
            ) { invocation in
                let drive = try DriveContext(invocation)
                let offline = try drive.refresh()
                let isTimed = invocation.has(.timer)
                let now = isTimed ? DeviceConditions.now() : DeviceConditions()
                var report = try drive.client.backUpPhotos(isRequested: !isTimed) { rules in
                    rules.hold(isMetered: now.isMetered, isMobile: now.isMobile, isOnBattery: now.isOnBattery)
                }
                report.stop = report.stop ?? offline
                try drive.answerCameras()
                try drive.requireBackedUp(report)
            },
            Command("status", "Show what of each folder is at the hub, and what waits and why.") { invocation in
                let drive = try DriveContext(invocation)
                try drive.client.settlePhotos()
                try drive.answerCameras()
            },
        ])
}

extension Invocation {
    fileprivate var cameraRules: CameraRules {
        var rules: CameraRules = []
        if has(.unmetered) { rules.insert(.unmetered) }
        if has(.noMobile) { rules.insert(.noMobile) }
        if has(.onPower) { rules.insert(.onPower) }
        return rules
    }

    /// Tells people which rules have no effect on this device now.
    fileprivate func noteUnknown(_ rules: CameraRules) {
        guard !wantsJSON else { return }
        let now = DeviceConditions.now()
        if !rules.isDisjoint(with: [.unmetered, .noMobile]), now.isMetered == nil {
            console.note(
                "NetworkManager does not say what network this is. While it does not, that holds nothing back.")
        }
        if rules.contains(.onPower), now.isOnBattery == nil {
            console.note(
                "UPower does not say whether this device is on battery. While it does not, that holds nothing back.")
        }
    }
}

extension DriveContext {
    /// Photos that an answer for programs names one by one.
    private static let maximumShown = 100
    /// Photos of one kind that are named to people.
    private static let maximumNamed = 5

    fileprivate func answerCameras() throws {
        let store = client.store
        clearProgress()
        let cameras = try store.cameras()
        if invocation.wantsJSON {
            let items = try cameras.map { camera in
                DriveWords.json(
                    camera, try store.photoCounts(of: camera.id),
                    try store.unfinishedPhotos(of: camera.id, limit: Self.maximumShown))
            }
            return invocation.console.print(.items(items))
        }
        guard !cameras.isEmpty else {
            return invocation.console.print("No folder is backed up. Add one: satchel drive camera add FOLDER")
        }
        for camera in cameras {
            let lines = DriveWords.lines(
                camera, try store.photoCounts(of: camera.id),
                try store.photoGroups(of: camera.id, paths: Self.maximumNamed))
            for line in lines { invocation.console.print(line) }
        }
    }

    /// - Throws: ``Failure`` with `.kept` when a photo waits, with `.failed` when one has failed.
    fileprivate func requireBackedUp(_ report: CameraReport) throws {
        guard !report.isElsewhere else {
            throw Failure(.kept, "Another process backs up the photos already.", showsUsage: false)
        }
        let cameras = try client.store.cameras()
        let counts = try cameras.map { try client.store.photoCounts(of: $0.id) }
        let (waiting, failed) = (counts.reduce(0) { $0 + $1.waiting }, counts.reduce(0) { $0 + $1.failed })
        if failed > 0 {
            throw Failure(.failed, "\(failed) failed. Why: satchel drive camera status", showsUsage: false)
        }
        var sentences: [String] = waiting > 0 ? ["\(waiting) waiting."] : []
        if let stop = report.stop { sentences.append(stop.message) }
        if cameras.contains(where: { $0.reason != nil }) { sentences.append("Not every photo could be looked at.") }
        guard !sentences.isEmpty else { return }
        throw Failure(
            .kept, (sentences + ["Try again: satchel drive camera run"]).joined(separator: " "), showsUsage: false)
    }
}

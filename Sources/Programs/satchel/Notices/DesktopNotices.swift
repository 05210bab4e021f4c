// SPDX-License-Identifier: MIT
import HubAPI
import ScreenModels
import SystemBus

/// Shows the account's events on the desktop while the app does not.
/// <https://specifications.freedesktop.org/notification-spec/latest/>
final class DesktopNotices {
    /// How notices are written, as the user chose in the app.
    struct Choice: Sendable {
        let words: Localizer
        let notices: Preferences.Notices
    }

    private static let service = "org.freedesktop.Notifications"
    private static let place = "/org/freedesktop/Notifications"
    /// The reason in a signal `NotificationClosed`: the user has put it away.
    private static let putAway = 2

    /// The app's name on the bus while it hears the events itself.
    private let app: String
    private var bus: SystemBus?
    private var board = NoticeBoard()
    /// What the desktop shows, by its number.
    private var shown: [Notice.Subject: UInt32] = [:]

    init(app: String) { self.app = app }

    /// Tells of an event, unless the app is there to do it.
    ///
    /// - Returns: what was told; nil for nothing.
    /// - Throws: `BusError` when the desktop cannot be reached; the event is counted, and the next one tells of both.
    func tell(_ event: HubEvent, _ choice: Choice) throws -> Notice.Subject? {
        guard choice.notices != .off else { return nil }
        var board = board
        guard let subject = board.take(event) else { return nil }
        self.board = board
        do {
            let bus = try bus ?? connected()
            self.bus = bus
            guard try !bus.has(app) else {
                try withdraw(bus)
                return nil
            }
            if try isPutAway(bus) {
                // What the user has seen is not counted again.
                self.board = NoticeBoard()
                shown = [:]
                _ = self.board.take(event)
            }
            let notice = self.board.notice(of: subject, choice.words, showsAmounts: choice.notices == .withAmounts)
            try show(notice, bus)
            return subject
        } catch {
            bus = nil
            throw error
        }
    }

    private func connected() throws -> SystemBus {
        let bus = try SystemBus.ofSession()
        // The numbers of another desktop's notices mean nothing.
        shown = [:]
        return bus
    }

    private func show(_ notice: Notice, _ bus: SystemBus) throws {
        let answer = try bus.call(
            Self.service, Self.place, Self.service, "Notify",
            [
                .string("Satchel"), .uint32(shown[notice.subject] ?? 0), .string(AppName.identifier),
                .string(notice.title), .string(notice.body ?? ""), .strings([]),
                .options([("desktop-entry", .string(AppName.identifier))]), .int32(-1),
            ])
        guard let number = answer.first?.integer.flatMap(UInt32.init(exactly:)) else { return }
        if shown.isEmpty { try bus.listen(to: Self.service, Self.service) }
        shown[notice.subject] = number
    }

    private func isPutAway(_ bus: SystemBus) throws -> Bool {
        try bus.signals().contains { signal in
            signal.member == "NotificationClosed" && signal.values.count == 2
                && shown.values.contains { Int($0) == signal.values[0].integer }
                && signal.values[1].integer == Self.putAway
        }
    }

    /// The app shows everything, so nothing is left to tell.
    private func withdraw(_ bus: SystemBus) throws {
        let numbers = shown.values
        board = NoticeBoard()
        shown = [:]
        for number in numbers {
            try bus.call(Self.service, Self.place, Self.service, "CloseNotification", [.uint32(number)])
        }
    }
}

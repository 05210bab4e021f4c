// SPDX-License-Identifier: MIT
internal import HubAPI

/// A desktop notification while the user is not using the app.
package struct Notice: Hashable, Sendable {
    /// The subject; a later notification with the same subject replaces the earlier one.
    package enum Subject: String, CaseIterable, Sendable { case money, request, declined, recurring, webhook }

    package let subject: Subject
    package let title: String
    package let body: String?

    package init(subject: Subject, title: String, body: String?) {
        self.subject = subject
        self.title = title
        self.body = body
    }
}

/// The desktop around the app's window; without it there are no notifications.
@MainActor package struct Desktop {
    /// Whether the app's window is active.
    package var isWatched: @MainActor () -> Bool
    package var show: @MainActor (Notice) -> Void
    package var withdraw: @MainActor (Notice.Subject) -> Void
    /// Whether this program hears the account's events, so that no other one needs to tell of them.
    package var hears: @MainActor (Bool) -> Void

    package init(
        isWatched: @escaping @MainActor () -> Bool, show: @escaping @MainActor (Notice) -> Void,
        withdraw: @escaping @MainActor (Notice.Subject) -> Void,
        hears: @escaping @MainActor (Bool) -> Void = { _ in }
    ) {
        self.isWatched = isWatched
        self.show = show
        self.withdraw = withdraw
        self.hears = hears
    }
}

extension AppModel {
    /// Shows a notification of an event, if the user chose so and the window is not active.
    func tell(_ event: HubEvent) {
        guard preferences.notices != .off, let desktop, !desktop.isWatched(), let subject = noticeBoard.take(event)
        else { return }
        desktop.show(noticeBoard.notice(of: subject, words, showsAmounts: preferences.notices == .withAmounts))
    }

    /// The window is active now, so notifications are withdrawn.
    package func noteLook() {
        for subject in noticeBoard.subjects { desktop?.withdraw(subject) }
        noticeBoard = NoticeBoard()
    }
}

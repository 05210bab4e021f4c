// SPDX-License-Identifier: MIT
internal import HubAPI

/// What a desktop shows while nobody looks at the app.
package struct Notice: Hashable, Sendable {
    /// What it is about; a later one about the same takes the place of the earlier.
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

/// The desktop around the app's window; without one nobody is told anything.
@MainActor package struct Desktop {
    /// Whether the app's window is the one that is used now.
    package var isWatched: @MainActor () -> Bool
    package var show: @MainActor (Notice) -> Void
    package var withdraw: @MainActor (Notice.Subject) -> Void

    package init(
        isWatched: @escaping @MainActor () -> Bool, show: @escaping @MainActor (Notice) -> Void,
        withdraw: @escaping @MainActor (Notice.Subject) -> Void
    ) {
        self.isWatched = isWatched
        self.show = show
        self.withdraw = withdraw
    }
}

extension AppModel {
    /// Something happened to the account: the desktop says so where that was chosen and nobody looks at the window.
    func tell(_ event: HubEvent) {
        guard preferences.notices != .off, let desktop, !desktop.isWatched(), let subject = noticeBoard.take(event)
        else { return }
        desktop.show(noticeBoard.notice(of: subject, words, showsAmounts: preferences.notices == .withAmounts))
    }

    /// Somebody looks at the window now: what the desktop shows has done its duty.
    package func noteLook() {
        for subject in noticeBoard.subjects { desktop?.withdraw(subject) }
        noticeBoard = NoticeBoard()
    }
}

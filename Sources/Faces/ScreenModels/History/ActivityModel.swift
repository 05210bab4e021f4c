// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Observation
internal import Tokens
package import Wallet

/// The activity list, newest first: paging, filters, search, export.
@Observable @MainActor
package final class ActivityModel {
    /// The user's filter.
    package enum Filter: String, CaseIterable, Sendable {
        case all, incoming, outgoing, open, problems

        fileprivate func wants(_ line: Activity) -> Bool {
            switch self {
            case .all: true
            case .incoming: line.direction == .incoming
            case .outgoing: line.direction == .outgoing
            case .open: line.status == .open || line.status == .held
            case .problems: line.kind == .problem || line.kind == .fraud || line.status == .failed
            }
        }
    }

    package private(set) var lines: LoadState<[Activity]> = .loading
    /// Whether there are more pages.
    package private(set) var hasMore = true
    package private(set) var isLoadingMore = false
    package var filter = Filter.all
    /// Localizer that must all occur in a line.
    package var search = ""
    /// The number of lines in the last export, and its path.
    package private(set) var exported: (count: Int, path: String)?
    package private(set) var exportRefusal: UserMessage?
    package private(set) var isExporting = false
    /// The lines of the prepared file.
    @ObservationIgnored private var preparedCount = 0
    package let session: WalletSession

    @ObservationIgnored private let reads = NewestRead()
    @ObservationIgnored private var isAddingPage = false
    /// The filter and the words of the shown lines.
    @ObservationIgnored private var answered: (Filter, String)?

    package nonisolated static let pageSize = 50
    /// The most lines that a reload reads at once.
    private static let longestReload = 5_000

    package init(_ session: WalletSession) {
        self.session = session
        session.feed.follow([.history], by: self) { await $0.reload() }
    }

    /// Reads with the current filter and words; if they are unchanged, the loaded
    /// pages stay.
    package func reload() async {
        let question = reads.begin()
        hasMore = true
        let isSame = answered.map { $0 == (filter, search) } ?? false
        answered = (filter, search)
        let count = isSame ? min(max(lines.items.count, Self.pageSize), Self.longestReload) : Self.pageSize
        await loadPage(after: nil, of: question, count: count)
    }

    /// Adds the next page. Call it when the end becomes visible.
    package func loadMore() async {
        guard !isAddingPage else { return }
        isAddingPage = true
        defer { isAddingPage = false }
        while true {
            // A page is added to what the newest read has found.
            while reads.isReading { await reads.newest() }
            guard hasMore, let last = lines.value?.last else { return }
            if await loadPage(after: last.id, of: reads.begin()) { return }
        }
    }

    /// Returns whether the page is shown; it is not when a newer read has begun.
    @discardableResult
    private func loadPage(after last: Int64?, of question: Int, count: Int = pageSize) async -> Bool {
        isLoadingMore = true
        defer { isLoadingMore = false }
        let isWanted = isWanted
        do {
            let page = try await session.walletService.use { wallet in
                try wallet.activity(limit: count, before: last, where: isWanted)
            }
            guard reads.isNewest(question) else {
                await reads.newest()
                return false
            }
            hasMore = page.count == count
            lines = LoadState(last == nil ? page : lines.items + page)
        } catch {
            guard reads.isNewest(question) else {
                await reads.newest()
                return false
            }
            lines = .failed(UserMessage(error))
        }
        reads.end(question)
        return true
    }

    /// Whether a line is a row of its own that matches the filter and the search.
    private var isWanted: @Sendable (Activity) -> Bool {
        let (texts, names) = (session.words, session.names)
        let (filter, words) = (filter, search.lowercased().split(whereSeparator: \.isWhitespace).map(String.init))
        return { line in
            guard filter.wants(line), !line.isPartOfAnother else { return false }
            if words.isEmpty { return true }
            let text = [
                line.counterpart, line.counterpart.map(names.name), line.note, texts(line.event),
                line.subject?.description,
            ]
            .compactMap(\.self).joined(separator: " ").lowercased()
            return words.allSatisfy(text.contains)
        }
    }

    /// A day of the list, with its lines.
    package struct Day: Identifiable, Sendable {
        package let id: Int
        package let title: String
        package fileprivate(set) var lines: [Activity]
    }

    /// The lines grouped by day, in list order.
    package var days: [Day] {
        var days: [Day] = []
        let today = session.now.day
        for line in lines.items {
            let day = session.local(line.time).day
            if days.last?.id != day.number {
                days.append(Day(id: day.number, title: session.words.day(day, seenOn: today), lines: []))
            }
            // Appended in place, because a day may have thousands of lines.
            days[days.count - 1].lines.append(line)
        }
        return days
    }

    /// Writes all lines that match the filter and the search, as the list shows them, for a file.
    ///
    /// - Returns: the file's content; nil when the export was refused.
    package func prepareExport(as format: StatementFormat) async -> [UInt8]? {
        guard !isExporting else { return nil }
        isExporting = true
        (exportRefusal, exported) = (nil, nil)
        defer { isExporting = false }
        let (isWanted, names) = (isWanted, session.names)
        do {
            let (bytes, count) = try await session.walletService.use { wallet in
                var writer = HistoryWriter(format, name: names.name)
                var last: Int64?
                while true {
                    let page = try wallet.activity(limit: Self.exportPage, before: last, where: isWanted)
                    for line in page { writer.add(line) }
                    guard page.count == Self.exportPage else { break }
                    last = page.last?.id
                }
                writer.finish()
                return (writer.bytes, writer.count)
            }
            preparedCount = count
            return bytes
        } catch {
            exportRefusal = UserMessage(error)
            return nil
        }
    }

    private nonisolated static let exportPage = 1_000

    /// Records the path of the prepared export, or that it could not be written.
    package func noteExport(_ path: String?) {
        if let path { exported = (preparedCount, path) } else { exportRefusal = UserMessage(.refusedCannotWrite) }
    }
}

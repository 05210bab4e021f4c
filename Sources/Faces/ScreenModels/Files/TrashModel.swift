// SPDX-License-Identifier: MIT
internal import Drive
package import FileModel
package import HubAPI
internal import Observation

/// The trash of a space.
@Observable @MainActor
package final class TrashModel: BusyModel {
    package private(set) var items: LoadState<[FileItem]> = .loading
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    package let space: SpaceID
    package let session: WalletSession

    @ObservationIgnored private let reads = NewestRead()

    package init(_ space: SpaceID, _ session: WalletSession) {
        self.space = space
        self.session = session
        session.feed.follow([.files], by: self) { await $0.load() }
    }

    package func load() async {
        let (read, space) = (reads.begin(), space)
        do {
            let found = try await session.files.use { try $0.store.trashed(in: space) }
            guard reads.isNewest(read) else { return await reads.newest() }
            if found != items.items || items.isLoading { items = LoadState(found) }
        } catch {
            guard reads.isNewest(read) else { return await reads.newest() }
            items = .failed(UserMessage(error))
        }
        reads.end(read)
    }

    /// Puts an item back where it was, and tells the hub.
    package func restore(_ item: FileItem) async {
        await attempt {
            try await self.session.files.use { _ = try $0.restore(item.id, in: item.space) }
            try await self.session.files.transfer(isRequested: true)
        }
        await session.caughtUp()
    }
}

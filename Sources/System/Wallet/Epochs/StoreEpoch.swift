// SPDX-License-Identifier: MIT
internal import Keys

/// A store's own record of its count of spends: the mark of the last spend, and the tag of the one before.
struct StoreEpoch: Equatable {
    var mark: EpochMark
    var previousTag: [UInt8]

    init(mark: EpochMark, previousTag: [UInt8]) {
        self.mark = mark
        self.previousTag = previousTag
    }

    /// The first mark of a name. It is its own predecessor, so no valid count is one behind it.
    init(first mark: EpochMark) { self.init(mark: mark, previousTag: mark.tag) }

    /// How the store compares with its count outside.
    enum Standing {
        /// Both name the same commit.
        case level
        /// The store has committed one spend more than the count, because of a crash between the two writes.
        case ahead
        /// The count has advanced without this store: this is an old copy of a later store, or another copy has spent.
        case behind
    }

    func standing(to counted: EpochMark?) -> Standing {
        guard let counted else { return .behind }
        if counted == mark { return .level }
        // Versions without tags could leave a store ahead by any number.
        if !counted.isTagged, previousTag == EpochMark.noTag { return counted.number < mark.number ? .ahead : .behind }
        let isNext = counted.tag == previousTag && counted.number < mark.number && mark.number - counted.number == 1
        return isNext ? .ahead : .behind
    }

    /// The record after one more spend.
    func next(tag: [UInt8]) -> StoreEpoch {
        StoreEpoch(mark: EpochMark(number: mark.number + 1, tag: tag), previousTag: mark.tag)
    }
}

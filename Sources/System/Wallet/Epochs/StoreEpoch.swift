// SPDX-License-Identifier: MIT
internal import Keys

/// What a store knows of its count of spends: the mark of its last one, and the tag of the one before.
struct StoreEpoch: Equatable {
    var mark: EpochMark
    var previousTag: [UInt8]

    init(mark: EpochMark, previousTag: [UInt8]) {
        self.mark = mark
        self.previousTag = previousTag
    }

    /// The first under a name: no count can be one behind it.
    init(first mark: EpochMark) { self.init(mark: mark, previousTag: mark.tag) }

    /// How the store stands to its count outside.
    enum Standing {
        /// Both name the same commit.
        case level
        /// The store has committed one more than the count says: a crash came between the two.
        case ahead
        /// The count has gone on without this store: with a later one of which this is an old copy, or with another copy.
        case behind
    }

    func standing(to counted: EpochMark?) -> Standing {
        guard let counted else { return .behind }
        if counted == mark { return .level }
        // Before there were tags, a store could be ahead by any number.
        if !counted.isTagged, previousTag == EpochMark.noTag { return counted.number < mark.number ? .ahead : .behind }
        let isNext = counted.tag == previousTag && counted.number < mark.number && mark.number - counted.number == 1
        return isNext ? .ahead : .behind
    }

    /// After one more spend.
    func next(tag: [UInt8]) -> StoreEpoch {
        StoreEpoch(mark: EpochMark(number: mark.number + 1, tag: tag), previousTag: mark.tag)
    }
}

// SPDX-License-Identifier: MIT
import Cards

extension CardRemark {
    /// Its code in answers, which never changes.
    var code: String {
        switch self {
        case .fault: "badCard"
        case .notACard: "notACard"
        case .noContent: "noContent"
        case .walletFull: "walletFull"
        case .meetsTwo: "meetsTwoCards"
        case .noPass: "noPass"
        case .other: "other"
        case .tookPlace: "tookPlaceOfCard"
        case .merged: "mergedIntoCard"
        case .newerCopy: "newerCopyOfCard"
        case .leftOut: "leftOutForCard"
        case .badDate: "badDate"
        case .badColour: "badColour"
        case .badBalance: "badBalance"
        case .noCode: "noCode"
        case .emptyCode: "emptyCode"
        case .unknownKindOfCode: "unknownKindOfCode"
        case .unknownEncoding: "unknownEncoding"
        case .codeLeftOut: "codeLeftOut"
        case .codeShown: "codeShown"
        case .firstCodeOnly: "firstCodeOnly"
        case .kindUnstated: "unstatedKindOfCode"
        case .columnsGuessed: "columnsGuessed"
        case .characterSetGuessed: "characterSetGuessed"
        case .longNote: "longNote"
        case .photoMissing: "photoMissing"
        case .photoLost: "photoLost"
        case .photoDamaged: "photoDamaged"
        case .photoLeftOut: "photoLeftOut"
        case .pictureLeftOut: "pictureLeftOut"
        case .photosLeftOut: "photosLeftOut"
        case .photosInLink: "photosLeftOut"
        case .exportedPhotoMissing: "exportedPhotoMissing"
        case .passNotBase64: "passNotBase64"
        case .passLeftOut: "passLeftOut"
        case .passNotKept: "passNotKept"
        case .passMissing: "passMissing"
        }
    }
}

extension PassSeal {
    /// Its code in answers, which never changes.
    var code: String {
        switch self {
        case .unsigned: "unsigned"
        case .changed: "changed"
        case .broken: "broken"
        case .signed: "signed"
        }
    }
}

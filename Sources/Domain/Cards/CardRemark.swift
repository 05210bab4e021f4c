// SPDX-License-Identifier: MIT
package import Barcodes

/// Why a card of a file was not taken, or what became of a part of it. Decision 0088
package enum CardRemark: Hashable, Sendable {
    // The card was not taken
    case fault(CardFault)
    case notACard
    /// It has no content, or a damaged one. Stocard
    case noContent
    case walletFull(maximum: Int)
    /// It has the id of one card and the number of another one.
    case meetsTwo
    /// Exported passes are those of cards that came from one.
    case noPass
    /// In the words of the part below, which has no type for it.
    case other(String)

    // It met an earlier card of the same file, at that position
    case tookPlace(of: Int)
    case merged(into: Int)
    case newerCopy(of: Int)
    case leftOut(for: Int)

    // A part was left out or guessed
    case badDate(CardField)
    case badColour, badBalance
    /// An entry of the list of codes is no code.
    case noCode
    /// A code without bytes or of an unknown symbology.
    case emptyCode
    case unknownKindOfCode
    case unknownEncoding
    case codeLeftOut(SymbolFault?)
    case codeShown(as: Symbology, SymbolFault?)
    case firstCodeOnly(of: Int)
    /// The list does not say what kind of code a card has.
    case kindUnstated
    /// The first line of a list was taken for the names of its columns.
    case columnsGuessed(String)
    case characterSetGuessed
    case longNote

    // Photos and passes
    case photoMissing
    /// The card's photo is lost in this wallet, or damaged.
    case photoLost, photoDamaged
    case photoLeftOut(Int, CardFileFault?)
    /// By the name that the file gives it; without a fault it is no picture.
    case pictureLeftOut(String, CardFileFault?)
    case photosLeftOut(Int, of: Int)
    case photosInLink
    case exportedPhotoMissing
    case passNotBase64
    case passLeftOut(CardFileFault?)
    case passNotKept(CardFileFault?)
    case passMissing

    /// Why a card was refused.
    package init(_ error: CardsError) {
        self = (error.cause as? CardFault).map(CardRemark.fault) ?? .other(error.message)
    }

    /// In English, for messages of errors and for commands.
    package var sentence: String {
        switch self {
        case .fault(let fault): fault.sentence
        case .notACard: "This is not a card."
        case .noContent: "The card has no content.json, or a damaged one."
        case .walletFull(let maximum): "A wallet holds at most \(maximum) cards."
        case .meetsTwo: "It has the id of one card and the number of another one. Change one of both first."
        case .noPass: "The card did not come from a pkpass, and was left out."
        case .other(let text): text
        case .tookPlace(let other): Self.meeting("It took the place of", other)
        case .merged(let other): Self.meeting("It was merged into", other)
        case .newerCopy(let other): Self.meeting("It is a newer copy of", other)
        case .leftOut(let other): Self.meeting("It was left out for", other)
        case .badDate(let field): "Its \(field.english) is not a date, and was left out."
        case .badColour: "Its colour is invalid, and was left out."
        case .badBalance: "Its balance was left out: it is not a number, or its currency is unknown."
        case .noCode: "One of its codes is invalid, and was left out."
        case .emptyCode: "A code of it has no known symbology or no bytes, and was left out."
        case .unknownKindOfCode: "Satchel does not know its kind of code, and left the code out."
        case .unknownEncoding: "Satchel does not know the encoding of its code and used UTF-8. Compare it at a scanner."
        case .codeLeftOut(let fault): "Its code was left out: \(fault?.sentence ?? "it cannot be drawn.")"
        case .codeShown(let symbology, let fault):
            "Its code is shown as \(symbology.name): \(fault?.sentence ?? "the other kind cannot hold it.")"
        case .firstCodeOnly(let count): "Only the first of its \(count) codes fits into the format."
        case .kindUnstated: "The list does not say what kind of code this card has. Edit the card to give it one."
        case .columnsGuessed(let names): "The first line was taken for the names of the columns: \(names)"
        case .characterSetGuessed:
            "The file does not say its character set, and Windows-1252 was taken. Compare this card's letters."
        case .longNote: "Not all of its texts fit into the note."
        case .photoMissing: "A photo of this card is missing. Satchel imported the rest."
        case .photoLost: "A photo of this card is missing. Restore a backup, or add the photo again."
        case .photoDamaged: "A photo of this card is damaged. Restore a backup, or add the photo again."
        case .photoLeftOut(let number, let fault): "Its photo \(number) was left out: \(Self.reason(fault))"
        case .pictureLeftOut(let name, nil): "Its picture \(name) is invalid, and was left out."
        case .pictureLeftOut(let name, let fault): "Its picture \(name) was left out: \(Self.reason(fault))"
        case .photosLeftOut(let left, let count):
            "\(left) of its \(count) photos were left out: Catima takes three in PNG."
        case .photosInLink: "Its photos do not fit into a link."
        case .exportedPhotoMissing: "A photo of the card is missing and was left out."
        case .passNotBase64: "The pass that it came from is not Base64, and was left out."
        case .passLeftOut(let fault): "The pass that it came from was left out: \(Self.reason(fault))"
        case .passNotKept(let fault): "The pass itself was not kept: \(Self.reason(fault))"
        case .passMissing: "The pass that the card came from is missing and was left out."
        }
    }

    private static func meeting(_ what: String, _ other: Int) -> String {
        "\(what) card \(other) of the same file, which has its id or its store and number."
    }

    private static func reason(_ fault: CardFileFault?) -> String { fault?.sentence ?? "it cannot be kept" }
}

extension CardsError {
    /// What is wrong with a photo or a pass, if it is that.
    var fileFault: CardFileFault? { cause as? CardFileFault }
}

// SPDX-License-Identifier: MIT
package import Cards
internal import Barcodes

/// What became of cards that came in or went out, in the person's language.
extension Localizer {
    package func callAsFunction(_ remark: CardRemark) -> String {
        switch remark {
        case .fault(let fault): self(fault)
        case .notACard: self(.cardIsNone)
        case .noContent: self(.cardNoContent)
        case .walletFull(let maximum): self(.cardWalletFull, ["number": number(maximum)])
        case .meetsTwo: self(.cardMeetsTwo)
        case .noPass: self(.cardNoPass)
        case .other(let text): original(text)
        case .tookPlace(let other): self(.cardTookPlace, ["number": number(other)])
        case .merged(let other): self(.cardMerged, ["number": number(other)])
        case .newerCopy(let other): self(.cardNewerCopy, ["number": number(other)])
        case .leftOut(let other): self(.cardLeftOut, ["number": number(other)])
        case .badDate(let field): self(.cardBadDate, ["what": self(Self.word(field))])
        case .badColour: self(.cardBadColour)
        case .badBalance: self(.cardBadBalance)
        case .noCode: self(.cardNoCode)
        case .emptyCode: self(.cardEmptyCode)
        case .unknownKindOfCode: self(.cardUnknownKind)
        case .unknownEncoding: self(.cardUnknownEncoding)
        case .codeLeftOut(let fault): withReason(.cardCodeLeftOut, fault)
        case .codeShown(let symbology, let fault): withReason(.cardCodeShown, fault, ["name": symbology.name])
        case .firstCodeOnly(let count): self(.cardFirstCodeOnly, ["number": number(count)])
        case .kindUnstated: self(.cardKindUnstated)
        case .columnsGuessed(let names): self(.cardColumnsGuessed, ["text": names])
        case .characterSetGuessed: self(.cardCharacterSetGuessed)
        case .longNote: self(.cardLongNote)
        case .photoMissing: self(.cardPhotoMissing)
        case .photoLost: self(.cardPhotoLost)
        case .photoDamaged: self(.cardPhotoDamaged)
        case .photoLeftOut(let place, let fault): withReason(.cardPhotoLeftOut, fault, ["number": number(place)])
        case .pictureLeftOut(let name, nil): self(.cardPictureIsNone, ["name": picture(name)])
        case .pictureLeftOut(let name, let fault): withReason(.cardPictureLeftOut, fault, ["name": picture(name)])
        case .photosLeftOut(let left, let count):
            self(.cardPhotosLeftOut, ["left": number(left), "number": number(count)])
        case .photosInLink: self(.cardPhotosInLink)
        case .exportedPhotoMissing: self(.cardExportedPhotoMissing)
        case .passNotBase64: self(.cardPassDamaged)
        case .passLeftOut(let fault): withReason(.cardPassLeftOut, fault)
        case .passNotKept(let fault): withReason(.cardPassNotKept, fault)
        case .passMissing: self(.cardPassMissing)
        }
    }

    // MARK: - Reasons

    private func callAsFunction(_ fault: CardFault) -> String {
        switch fault {
        case .noStore: self(.cardNoStore)
        case .noNumber: self(.cardNoNumber)
        case .tooLong(let field, let maximum):
            self(.cardTooLong, ["what": self(Self.word(field)), "number": number(maximum)])
        case .tooMany(let field, let maximum):
            self(.cardTooMany, ["what": self(Self.word(field)), "number": number(maximum)])
        case .emptyCode: self(.cardCodeIsEmpty)
        case .largeCode(let maximum): self(.cardLargeCode, ["number": number(maximum)])
        case .badCode: self(.cardBadCode)
        case .wrongFieldCount(let count, let columns):
            self(.cardWrongFieldCount, ["number": number(count), "limit": number(columns)])
        case .roundedNumber: self(.cardRoundedNumber)
        }
    }

    private func withReason(_ word: StringKey, _ fault: SymbolFault?, _ values: [String: String] = [:]) -> String {
        self(word, values.merging(["reason": fault.map { self($0) } ?? self(.codeCannotHold)]) { value, _ in value })
    }

    private func withReason(_ word: StringKey, _ fault: CardFileFault?, _ values: [String: String] = [:]) -> String {
        self(word, values.merging(["reason": self(fault)]) { value, _ in value })
    }

    private func callAsFunction(_ fault: CardFileFault?) -> String {
        switch fault {
        case .empty: self(.fileIsEmpty)
        case .tooLarge(let mebibytes): self(.fileTooLarge, ["number": number(mebibytes)])
        case .notBase64, nil: self(.fileDamaged)
        case .tooMany(let maximum): self(.fileTooMany, ["number": number(maximum)])
        }
    }

    private func callAsFunction(_ fault: SymbolFault) -> String {
        switch fault {
        case .empty: self(.codeEmpty)
        case .noGS1: self(.codeNoGS1)
        case .wrongGS1Digit(let identifier, let expected):
            self(.codeWrongGS1Digit, ["name": identifier, "digit": expected])
        case .foreignCharacters(let symbology): self(.codeForeignCharacters, ["name": symbology.name])
        case .oddDigits(let count, let padded): self(.codeOddDigits, ["number": number(count), "text": padded])
        case .tooLong(let symbology, let bytes):
            self(.codeTooLong, ["name": symbology.name, "number": number(bytes)])
        case .wrongCheckDigit(let symbology, let expected):
            self(.codeWrongDigit, ["name": symbology.name, "digit": String(expected)])
        case .unfit(let symbology, _): self(.codeUnfit, ["name": symbology.name])
        }
    }

    // MARK: - Terms

    private static func word(_ field: CardField) -> StringKey {
        switch field {
        case .store: .termStore
        case .number: .termNumber
        case .holder: .termHolder
        case .note: .termNote
        case .caption: .termCaption
        case .group: .termGroup
        case .codes: .termCodes
        case .groups: .termGroups
        case .photos: .termPhotos
        case .created: .termCreated
        case .changed: .termChanged
        case .lastUsed: .termLastUsed
        case .validFrom: .termValidFrom
        case .expiry: .termExpiry
        }
    }

    /// A picture by the name that its file gives it.
    private func picture(_ name: String) -> String {
        let words: [String: StringKey] = ["front": .photoFront, "back": .photoBack, "icon": .photoIcon]
        return words[name].map { self($0) } ?? name
    }
}

// SPDX-License-Identifier: MIT

/// The content received from codes, in any form.
package enum Delivery: Hashable, Sendable {
    /// The text of a single code.
    case text(String)
    case resource(UniformResource)
    /// A file from a series of codes in Coinkite's format.
    case file(BBQrReceiver.File)
}

/// Collects codes from a camera or from pictures: single codes, animations and series, in any order and mixed.
///
/// A damaged, foreign or unwanted code changes nothing. It is remembered as the reason in case nothing is received.
package struct CodeCollector: Sendable {
    private let types: Set<String>?
    private let isWantedText: @Sendable (String) -> Bool
    private let isWantedFile: @Sendable (Character) -> Bool
    private var resources: ResourceReceiver
    private var series = BBQrReceiver()
    private var refusal: CodesError?
    private var foreignTypes: Set<String> = []
    private var foreignTexts = 0

    /// The number of codes received.
    package private(set) var count = 0
    package var isEmpty: Bool { count == 0 }
    /// How many of them were parts of something, wanted or not, instead of single codes.
    package private(set) var pieces = 0

    /// - Parameters:
    ///   - types: the wanted types of uniform resources; nil accepts every type.
    ///   - isWantedText: whether a single code of another form is wanted.
    ///   - isWantedFile: whether a series of this kind is wanted; see ``BBQrPart/kind``.
    package init(
        types: Set<String>?, isWantedText: @escaping @Sendable (String) -> Bool = { _ in false },
        isWantedFile: @escaping @Sendable (Character) -> Bool = { _ in false }
    ) {
        self.types = types
        self.isWantedText = isWantedText
        self.isWantedFile = isWantedFile
        resources = ResourceReceiver(types: types)
    }

    /// The received share of the current message, from 0 to 1.
    package var progress: Double { max(resources.progress, series.progress) }

    /// Receives the text of a code, and returns the content that it completes.
    package mutating func take(_ text: String) -> Delivery? {
        count += 1
        do {
            if text.prefix(3).lowercased() == "ur:" { return try takeFrame(text) }
            if text.prefix(2).uppercased() == BBQrPart.prefix { return try takePart(text) }
        } catch let error as CodesError {
            refusal = error
            return nil
        } catch {
            refusal = CodesError(.malformedResource, "A code could not be read.", cause: error)
            return nil
        }
        if isWantedText(text) { return .text(text) }
        foreignTexts += 1
        return nil
    }

    private mutating func takeFrame(_ text: String) throws -> Delivery? {
        let outcome = try resources.receive(text)
        pieces += 1
        switch outcome {
        case .complete(let resource): return .resource(resource)
        case .damaged:
            refusal = CodesError(.wrongChecksum, "The codes contradict each other. Show them again.")
        case .learnt: break
        case .ignored:
            let type = text.dropFirst(3).prefix { $0 != "/" }.lowercased()
            if let types, !types.contains(type), foreignTypes.count < 8 { foreignTypes.insert(type) }
        }
        return nil
    }

    private mutating func takePart(_ text: String) throws -> Delivery? {
        let part = try BBQrPart(parsing: text)
        guard isWantedFile(part.kind) else {
            pieces += 1
            foreignTypes.insert("B$ \(part.kind)")
            return nil
        }
        let outcome = try series.receive(text)
        pieces += 1
        guard case .complete(let file) = outcome else { return nil }
        return .file(file)
    }

    /// Why nothing was received yet, and what to do about it.
    ///
    /// - Parameter wanted: the expected content, such as "a payment".
    package func shortage(of wanted: String) -> CodesError {
        if progress > 0 {
            let share = Int(progress * 100)
            return CodesError(.incomplete, "The codes are not complete: \(share) % is there. Add more of them.")
        }
        if let refusal { return refusal }
        if let type = foreignTypes.min() {
            return CodesError(.otherContent, "The code holds a \"\(type)\", not \(wanted). Take the right picture.")
        }
        if foreignTexts > 0 {
            return CodesError(.otherContent, "The code does not hold \(wanted). Take the right picture.")
        }
        return CodesError(
            .noCode, "There is no code. Show the whole code with its white margin, sharp and straight on.")
    }
}

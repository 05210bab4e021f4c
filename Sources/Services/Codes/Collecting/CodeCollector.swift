// SPDX-License-Identifier: MIT

/// What codes brought, whatever way they were shown.
package enum Delivery: Hashable, Sendable {
    /// The text of a code that stands for itself.
    case text(String)
    case resource(UniformResource)
    /// A file out of a series of codes in Coinkite's form.
    case file(BBQrReceiver.File)
}

/// Collects what a camera or a pile of pictures shows: still codes, animated ones and series, in any order and mixed.
///
/// A code that is damaged, foreign or in the way changes nothing; it is remembered as the reason in case nothing arrives.
package struct CodeCollector: Sendable {
    private let types: Set<String>?
    private let isWantedText: @Sendable (String) -> Bool
    private let isWantedFile: @Sendable (Character) -> Bool
    private var resources: ResourceReceiver
    private var series = BBQrReceiver()
    private var refusal: CodesError?
    private var foreignTypes: Set<String> = []
    private var foreignTexts = 0

    /// How many codes were looked at.
    package private(set) var count = 0
    /// How many of them were part of something, wanted or not, rather than standing alone.
    package private(set) var pieces = 0

    /// - Parameters:
    ///   - types: the types of uniform resources that are wanted; nil takes every type.
    ///   - isWantedText: whether a still code of another form is what is waited for.
    ///   - isWantedFile: whether a series of this kind is; see ``BBQrPart/kind``.
    package init(
        types: Set<String>?, isWantedText: @escaping @Sendable (String) -> Bool = { _ in false },
        isWantedFile: @escaping @Sendable (Character) -> Bool = { _ in false }
    ) {
        self.types = types
        self.isWantedText = isWantedText
        self.isWantedFile = isWantedFile
        resources = ResourceReceiver(types: types)
    }

    /// How much of the message in view is known, from 0 to 1.
    package var progress: Double { max(resources.progress, series.progress) }

    /// Takes the text of a code, and returns what is whole with it.
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

    /// Why nothing has arrived yet, and what to do about it.
    ///
    /// - Parameter wanted: what is waited for, such as "a payment".
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

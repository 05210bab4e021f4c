// SPDX-License-Identifier: MIT

/// A piece of a layout: a parent proposes a size, the item answers with its own, the parent places it.
///
/// Items are made again when the structure of a view changes; what they stand for, a ``LayoutLeaf``, stays.
package class LayoutItem {
    private var answers: [ProposedViewSize: CGSize] = [:]
    private var pass = -1
    private var latest: (proposal: ProposedViewSize, answer: CGSize)?

    init() {}

    /// Who is served first when a stack has too little room.
    package var priority: Double { 0 }
    /// Whether the item brings its own margins as a row of a list, such as a button as wide as the row.
    package var fillsRow: Bool { false }

    /// The size that the item chooses under a proposal; asked once a pass.
    package final func size(_ proposal: ProposedViewSize) -> CGSize {
        if pass != LayoutPass.number {
            answers.removeAll(keepingCapacity: true)
            pass = LayoutPass.number
        }
        let answer = answers[proposal] ?? measure(proposal)
        answers[proposal] = answer
        latest = (proposal, answer)
        return answer
    }

    /// Under which proposal the item chose the size that it is placed with: the last one where that led to it.
    ///
    /// A column that was asked for its ideal height and got it shares it out as ideal heights, and not a second time.
    final func proposal(behind size: CGSize) -> ProposedViewSize {
        guard let latest, latest.answer == size else { return ProposedViewSize(size) }
        return latest.proposal
    }

    func measure(_ proposal: ProposedViewSize) -> CGSize {
        CGSize(width: proposal.width ?? 10, height: proposal.height ?? 10)
    }
    /// Puts the item and all below it where they belong.
    package func place(_ rect: CGRect, on surface: LayoutSurface) {}
    /// Appends the leaves from the back to the front, which is also the order of the Tab key.
    package func collectLeaves(into leaves: inout [any LayoutLeaf]) {}
    /// How far below the top the first line of text stands.
    package func baseline(in size: CGSize) -> Double { size.height }
}

/// What really takes room: a widget, or a number in a test.
@MainActor package protocol LayoutLeaf: AnyObject {
    /// The size that the leaf chooses under a proposal.
    func measure(_ proposal: ProposedViewSize) -> CGSize
    /// Takes its place; the rectangle is already mirrored where the surface is.
    func place(_ rect: CGRect)
    /// How far below the top the first line of text stands.
    func baseline(in size: CGSize) -> Double
}

/// Numbers the passes, so that sizes are asked once in each.
package enum LayoutPass {
    package private(set) static var number = 0
    private static var depth = 0

    /// Runs one pass; a pass inside another belongs to it.
    package static func run<Result>(_ body: () -> Result) -> Result {
        if depth == 0 { number += 1 }
        depth += 1
        defer { depth -= 1 }
        return body()
    }
}

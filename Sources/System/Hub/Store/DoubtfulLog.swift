// SPDX-License-Identifier: MIT
import Glibc
import Keys
import SQL
import SQLite

/// A log of which the disk may not have what was moved into the file of the books: an empty file beside them says so, until
/// all of it has been moved once more.
///
/// How much of a log was moved stands in its index, which all who have the books open share. It is made anew by whoever opens
/// them while nobody else has them, and only then.
struct DoubtfulLog {
    private let books: String
    private var mark: String { books + "-doubt" }

    /// - Parameter books: the path of the file.
    init(of books: String) {
        self.books = books
    }

    var isNoted: Bool { access(mark, F_OK) == 0 }

    /// Has everybody who opens the books from now on look after their log first.
    ///
    /// - Throws: ``HubError`` with `.system`.
    func note() throws {
        do {
            try AtomicFile.write([], to: mark)
        } catch let error as KeysError {
            throw HubError(.system, error.message, cause: error)
        }
    }

    /// Moves all of the log, if there is a doubt; afterwards there is none.
    ///
    /// - Throws: ``HubError`` with `.inUse` while somebody else has the books open, and `SQLError`.
    func settle() throws {
        guard isNoted else { return }
        do {
            try Database(path: .file(books), isAlone: true, busyTimeoutMilliseconds: 1_000).checkpoint()
        } catch let error as SQLError where error.code == .busy {
            throw HubError(
                .inUse,
                """
                The disk has refused a part of the books '\(books)', so their log must be moved anew, and another program has \
                them open. Wait until it has ended, or end it.
                """, cause: error)
        }
        unlink(mark)
    }
}

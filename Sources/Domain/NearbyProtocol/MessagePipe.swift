// SPDX-License-Identifier: MIT

/// A link between two devices that carries whole messages in order, until one side closes it.
///
/// No method waits. A pipe belongs to one thread. Every implementation passes `PipeConformance` in the tests.
package protocol MessagePipe: AnyObject {
    /// Becomes readable when ``next(limit:)`` may return or throw something. poll(2)
    var descriptor: Int32 { get }

    /// The other device's address without a port, for limits; not proven.
    var peer: String { get }

    /// Hands a message of at least one byte to the system.
    ///
    /// - Throws: ``NearbyError`` with code `.closed`. The pipe is then useless.
    func send(_ message: [UInt8]) throws

    /// The next complete message; nil while none has arrived.
    ///
    /// - Parameter limit: bytes that the caller accepts. A longer message is refused before it is read.
    /// - Throws: ``NearbyError`` with code `.closed`, `.malformed` or `.tooLarge`. The pipe is then useless.
    func next(limit: Int) throws -> [UInt8]?

    /// Ends the link for both sides. Closing again does nothing.
    func close()
}

/// A place where callers arrive: a listening socket, or a Bluetooth service.
package protocol Doorway: AnyObject {
    /// Becomes readable when ``accept()`` may have a caller.
    var descriptor: Int32 { get }

    /// The next caller's pipe; nil while none has arrived.
    ///
    /// - Throws: ``NearbyError`` with code `.unavailable` when the place is gone.
    func accept() throws -> (any MessagePipe)?

    /// Accepts no caller any more.
    func close()
}

/// A way from a payer to a payee.
package protocol Way: AnyObject {
    /// Looks for the payee by its name and opens a pipe to it.
    ///
    /// - Returns: nil if the payee is not there now.
    /// - Throws: ``NearbyError`` with code `.unavailable` when this way is not usable at all.
    func reach(_ name: String) throws -> (any MessagePipe)?
}

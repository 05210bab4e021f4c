// SPDX-License-Identifier: MIT
package import FileIO
package import FileModel
package import HubAPI

//  found ──read──► hashed ──needed──► sending ──committed──► done
//    ▲               │ the server has it ────────────────────►│
//    │               └ it is in the trash there, or was erased ► excluded
//    ├────────── another stamp, or the file changed before it was sent
//    └ gone from this device before it was sent ───────────────► excluded
//
//  | state    | what is written down               | after a kill                                                   |
//  | -------- | ---------------------------------- | -------------------------------------------------------------- |
//  | found    | the path and the stamp             | it is read again                                               |
//  | hashed   | the content and the stamp          | `have` is asked again                                          |
//  | sending  | the task, in one commit with it    | the task goes on, see `FileUpload`, and is asked for its end   |
//  | done     | the content                        | nothing                                                        |
//  | excluded | why                                | nothing, until the file or its stamp is another one            |
//  | failed   | why                                | tried again when the user asks for it, or the stamp changes    |

/// Decides each step of one photo of the camera backup; performs nothing.
///
/// A photo is sent once although two files hold it, although another device has sent it, and although this device has
/// forgotten that it did: what decides is the content, and whether the server says that it has it.
package struct PhotoMachine: Equatable, Sendable {
    package enum State: Equatable, Sendable {
        case found
        case hashed(ContentHash)
        case sending(ContentHash, task: Int64)
        /// The server has it as a live file.
        case done(ContentHash)
        case excluded(Exclusion)
        case failed(DriveReason)
    }

    /// Why a photo is not sent, and will not be.
    package enum Exclusion: String, CaseIterable, Sendable {
        /// It was removed from this device before it was sent.
        case removedHere = "removedHere"
        /// It was removed at the server; what was removed there is not sent again by itself.
        case removedThere = "removedThere"
    }

    /// What became of a task.
    package enum Ending: Equatable, Sendable {
        case done
        case failed(DriveReason)
        /// It is not in the queue any more.
        case forgotten
    }

    package private(set) var state: State
    /// Of the file when it was looked at last.
    package private(set) var stamp: FileStamp

    /// A photo that was not known, or one as it was written down.
    package init(stamp: FileStamp, state: State = .found) {
        self.stamp = stamp
        self.state = state
    }

    /// A scan has seen the file.
    package mutating func see(_ stamp: FileStamp) {
        switch state {
        case .sending: return  // The task finds out itself.
        case .excluded(.removedHere): break
        case .found, .hashed, .done, .excluded(.removedThere), .failed:
            guard stamp != self.stamp else { return }
        }
        self.stamp = stamp
        state = .found
    }

    /// A whole scan has not seen the file.
    ///
    /// - Parameter device: of the folder that was scanned. On another file system than the file's, such as without
    ///   its card, nothing is known of the file, and it waits.
    package mutating func miss(on device: UInt64) {
        if isUnsent, device == stamp.device { state = .excluded(.removedHere) }
    }

    /// Whether the file is needed: the queue has no task for it yet.
    package var isUnsent: Bool {
        switch state {
        case .found, .hashed, .failed: true
        case .sending, .done, .excluded: false
        }
    }

    /// The file was read, and had one stamp before and after.
    package mutating func read(_ content: ContentHash, _ stamp: FileStamp) {
        guard state == .found else { return }
        self.stamp = stamp
        state = .hashed(content)
    }

    /// The server has answered `have` for the backup's space.
    ///
    /// - Parameter wasKept: whether the server has had the content before.
    /// - Returns: whether the photo is to be sent.
    package mutating func hear(_ answer: HaveState.State, wasKept: Bool) -> Bool {
        guard case .hashed(let content) = state else { return false }
        switch answer {
        case .live: state = .done(content)
        case .trash: state = .excluded(.removedThere)
        case .version, .uploaded, .none:
            // It was erased there, or has got another content.
            guard wasKept else { return true }
            state = .excluded(.removedThere)
        }
        return false
    }

    /// A task was written down that sends the photo.
    package mutating func order(task: Int64) {
        guard case .hashed(let content) = state else { return }
        state = .sending(content, task: task)
    }

    /// The task has ended.
    package mutating func settle(_ ending: Ending) {
        guard case .sending(let content, _) = state else { return }
        switch ending {
        case .done: state = .done(content)
        case .forgotten: state = .hashed(content)
        case .failed(.sourceChanged), .failed(.sourceGone): state = .found
        case .failed(let reason): state = .failed(reason)
        }
    }

    /// The user asks for what has failed to be tried again; a folder that was missing at the server is made again.
    package mutating func retry(isRequested: Bool) {
        guard case .failed(let reason) = state else { return }
        if isRequested || [.notFound, .inTrash, .folderFailed].contains(reason) { state = .found }
    }
}

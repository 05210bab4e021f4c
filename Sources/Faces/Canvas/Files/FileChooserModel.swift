// SPDX-License-Identifier: MIT
internal import CGTK
internal import Glibc
internal import Observation

/// Browses folders until the user has chosen.
@Observable final class FileChooserModel {
    enum Purpose: Equatable {
        case open(several: Bool)
        case save
        case folder
    }

    let purpose: Purpose
    private let kinds: [UTType]
    /// Receives the chosen paths.
    private let choose: ([String]) -> Void

    /// The text of the field: a name in the folder, or a path.
    var typed: String
    private(set) var folder: String
    /// Nil while they are being read.
    private(set) var entries: [FolderListing.Entry]?
    private(set) var complaint = ""
    /// The selected names, when several files can be chosen.
    private(set) var ticked: Set<String> = []
    /// An existing file that would be overwritten.
    var replaced: String?

    @ObservationIgnored private var round = 0
    /// The folder used last.
    @ObservationIgnored private static var lastFolder: String?

    init(_ purpose: Purpose, _ kinds: [UTType], name: String = "", choose: @escaping ([String]) -> Void) {
        self.purpose = purpose
        self.kinds = kinds
        self.choose = choose
        typed = name
        let usual = Self.special(kinds.contains { $0 == .image || $0 == .png } ? G_USER_DIRECTORY_PICTURES : nil)
        folder = Self.lastFolder ?? usual ?? Self.home
        enter(folder)
    }

    // MARK: - Folders

    private static var home: String { String(cString: g_get_home_dir()) }

    private static func special(_ which: GUserDirectory?) -> String? {
        guard let which, let path = g_get_user_special_dir(which) else { return nil }
        let text = String(cString: path)
        return FolderListing.kind(of: text) == .folder ? text : nil
    }

    /// The shortcuts to folders: the user's, and removable drives.
    var places: [String] {
        var places = [Self.home]
        for which in [G_USER_DIRECTORY_DOWNLOAD, G_USER_DIRECTORY_PICTURES, G_USER_DIRECTORY_DOCUMENTS] {
            if let path = Self.special(which), !places.contains(path) { places.append(path) }
        }
        let user = String(cString: g_get_user_name())
        for root in ["/media/\(user)", "/run/media/\(user)"] {
            places += FolderListing(root)?.entries.filter(\.isFolder).map { "\(root)/\($0.name)" } ?? []
        }
        return places
    }

    var canRise: Bool { folder != "/" }
    func rise() {
        let parent = folder.split(separator: "/").dropLast().joined(separator: "/")
        enter("/\(parent)")
    }

    /// Shows a folder; if it cannot be read, the previous one stays.
    func enter(_ path: String) {
        round += 1
        let (round, before) = (round, folder)
        folder = URL(fileURLWithPath: path).path
        entries = nil
        ticked = []
        complaint = ""
        let target = folder
        Task {
            let listing = await Self.read(target)
            guard round == self.round else { return }
            guard let listing else {
                complaint = CanvasTexts.current.cannotReadFolder(target)
                if before != target { folder = before }
                entries = before == target ? [] : await Self.read(before)?.entries ?? []
                return
            }
            entries = listing.entries.filter { entry in
                entry.isFolder || (purpose != .folder && kinds.contains { $0.holds(entry.name) })
            }
            Self.lastFolder = target
        }
    }

    @concurrent private static func read(_ path: String) async -> FolderListing? { FolderListing(path) }

    // MARK: - Choosing

    func press(_ entry: FolderListing.Entry) {
        if entry.isFolder { return enter(path(entry.name)) }
        switch purpose {
        case .open(several: false): choose([path(entry.name)])
        case .open(several: true):
            if ticked.remove(entry.name) == nil { ticked.insert(entry.name) }
        case .save: typed = entry.name
        case .folder: break
        }
    }

    var canTake: Bool {
        switch purpose {
        case .open: !typed.isEmpty || !ticked.isEmpty
        case .save: !typed.isEmpty
        case .folder: true
        }
    }

    /// Accepts the field's text, the selected names, or the folder.
    func take() {
        complaint = ""
        guard !typed.isEmpty else {
            if purpose == .folder { return choose([folder]) }
            if !ticked.isEmpty { choose(ticked.sorted().map(path)) }
            return
        }
        let wanted = path(typed)
        switch (FolderListing.kind(of: wanted), purpose) {
        case (.folder, .folder): choose([wanted])
        case (.folder, _):
            typed = ""
            enter(wanted)
        case (.file, .open): choose([wanted])
        case (.file, .save): replaced = wanted
        case (.nothing, .save): save(withEnding(wanted))
        case (.nothing, _), (.file, .folder): complaint = CanvasTexts.current.nothingThere(wanted)
        }
    }

    /// Overwrites the existing file.
    func replace() {
        guard let path = replaced else { return }
        replaced = nil
        choose([path])
    }

    private func save(_ path: String) {
        if FolderListing.kind(of: path) == .file { replaced = path } else { choose([path]) }
    }

    /// Appends the extension of the file's kind to a name without one.
    private func withEnding(_ path: String) -> String {
        guard URL(fileURLWithPath: path).pathExtension.isEmpty, let kind = kinds.first,
            let ending = kind.preferredFilenameExtension
        else { return path }
        return "\(path).\(ending)"
    }

    private func path(_ name: String) -> String {
        if name.hasPrefix("/") { return name }
        if name == "~" || name.hasPrefix("~/") { return Self.home + name.dropFirst() }
        return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    }
}

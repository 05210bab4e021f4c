// SPDX-License-Identifier: MIT
internal import CGTK

/// The single running instance of the program on the session bus. Without a bus each start runs by itself.
///
/// Only GApplication's bus functions are used; Canvas owns the window and the loop.
/// <https://docs.gtk.org/gio/class.Application.html>
enum ProgramInstance {
    private static var application: UnsafeMutablePointer<GApplication>?

    /// Becomes the running instance, or passes the links to the existing one.
    ///
    /// - Returns: true when the existing instance took them and this process can exit.
    static func handOver(_ identity: ProgramIdentity) -> Bool {
        // A link travels as GLib's file. With the desktop's file system, `hub=http://…` within it comes out changed.
        g_setenv("GIO_USE_VFS", "local", 1)
        guard g_application_id_is_valid(identity.instance) != 0,
            let application = g_application_new(identity.instance, G_APPLICATION_HANDLES_OPEN)
        else { return false }
        var error: UnsafeMutablePointer<GError>?
        guard g_application_register(application, nil, &error) != 0 else {
            g_clear_error(&error)
            g_object_unref(UnsafeMutableRawPointer(application))
            return false
        }
        guard g_application_get_is_remote(application) != 0 else {
            self.application = application
            onOpen(application) { links in
                ProgramWindow.shared.present()
                for link in links { ProgramWindow.shared.onOpen(link) }
            }
            onSignal(application, "activate") { ProgramWindow.shared.present() }
            return false
        }
        var files: [OpaquePointer?] = identity.links.map { g_file_new_for_uri($0) }
        if files.isEmpty {
            g_application_activate(application)
        } else {
            g_application_open(application, &files, gint(files.count), "")
        }
        if let bus = g_application_get_dbus_connection(application) { g_dbus_connection_flush_sync(bus, nil, nil) }
        for file in files { g_object_unref(file.map(UnsafeMutableRawPointer.init)) }
        g_object_unref(UnsafeMutableRawPointer(application))
        return true
    }

    /// The application for notifications: the desktop knows programs by their `.desktop` files, so this one is
    /// registered under the identifier where the running instance has another name.
    static let speaker: UnsafeMutablePointer<GApplication>? = {
        let identity = ProgramIdentity.current
        guard let application, identity.instance != identity.identifier else { return application }
        guard let speaker = g_application_new(identity.identifier, G_APPLICATION_NON_UNIQUE) else { return nil }
        guard g_application_register(speaker, nil, nil) != 0 else {
            g_object_unref(UnsafeMutableRawPointer(speaker))
            return nil
        }
        onSignal(speaker, "activate") { ProgramWindow.shared.present() }
        return speaker
    }()

    /// The session bus, if there is one.
    static var bus: OpaquePointer? { application.flatMap { g_application_get_dbus_connection($0) } }
}

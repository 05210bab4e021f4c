// SPDX-License-Identifier: MIT
import Glibc
import Testing

extension TestNetwork {
    /// A hub that serves, and the file service of which it tells its clients.
    func openHubWithFiles() throws -> Running {
        let made = try hub("init", "--currency", "USD", "--passphrase-file", file("hub.passphrase"))
        try #require(made.status == 0, "\(made.all)")
        let files = try openFiles()
        try write("hub/hub.toml", "[files]\nurl = \"http://127.0.0.1:\(files.port)\"\n")
        try openHub(protection: ["--files-socket", file("files.sock")])
        return files.service
    }

    /// Starts the file service; it asks the hub when it is asked itself.
    func openFiles(_ words: String...) throws -> (service: Running, port: Int) {
        mkdir(file("files"), 0o700)
        let service = try Running(
            Programs.files,
            ["serve", "--directory", file("files"), "--hub-socket", file("files.sock"), "--port", "0"] + words,
            environment: [:], complaints: file("files.log"))
        return (service, try #require(Int(service.line().split(separator: ":").last ?? "")))
    }
}

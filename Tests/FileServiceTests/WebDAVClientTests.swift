// SPDX-License-Identifier: MIT
import FileModel
import Glibc
import TestSupport
import Testing

/// The suite and the clients that Debian ships, against a hub and a file service as real processes.
@Suite(.serialized) struct WebDAVClientTests {
    private let dav: WebDAVHome
    private let folder: ScratchFolder

    init() throws {
        dav = try WebDAVHome()
        folder = try ScratchFolder()
    }

    private static func isHere(_ programs: String...) -> Bool {
        getenv("CI") != nil || programs.allSatisfy { access($0, X_OK) == 0 }
    }

    /// Runs lines of a shell in a folder of their own, and returns their output.
    private func run(_ lines: String) throws -> (status: String, output: String) {
        let script = try folder.write(
            Array(
                """
                cd '\(folder.file("."))'; export HOME="$PWD" LC_ALL=C.UTF-8
                ( set -e; \(lines)
                ) > output 2>&1 < /dev/null
                echo shown $?

                """.utf8), to: "script")
        guard case .shown(let status) = try Child("/bin/sh", [script]).finish() else {
            throw UnexpectedResult("The shell did not run.")
        }
        return (status, String(decoding: try folder.bytes(of: "output"), as: UTF8.self))
    }

    private var password: String { dav.password.text }
    /// Without the scheme.
    private var host: Substring { dav.url.dropFirst("http://".count) }

    @Test(
        .enabled(
            if: isHere("/usr/bin/litmus"), "SKIPPED, NOTHING PROVED: litmus is not here; run Scripts/setup --tests."),
        arguments: ["basic", "copymove", "props", "locks", "http"])
    func litmusPasses(suite: String) throws {
        let (status, output) = try run("TESTS=\(suite) litmus \(dav.url)/dav/ \(WebDAVHome.user) \(password)")
        #expect(status == "0" && output.contains("100.0%") && !output.contains("WARNING"), "\(output)")
    }

    @Test(
        .enabled(
            if: isHere("/usr/bin/cadaver"), "SKIPPED, NOTHING PROVED: cadaver is not here; run Scripts/setup --tests."))
    func cadaverPutsGetsLocksAndMoves() throws {
        let (status, output) = try run(
            """
            printf 'machine 127.0.0.1 login \(WebDAVHome.user) password \(password)\\n' > .netrc; chmod 600 .netrc
            printf 'a file of cadaver' > file
            cadaver \(dav.url)/dav/ <<'COMMANDS'
            mkcol folder
            cd folder
            put file
            lock file
            copy file other
            unlock file
            move file third
            get third got
            ls
            quit
            COMMANDS
            cmp file got
            """)
        #expect(status == "0" && !output.contains("failed"), "\(output)")
        #expect(try dav.list("/dav/folder") == ["/dav/folder/", "/dav/folder/other", "/dav/folder/third"])
    }

    @Test(
        .enabled(
            if: isHere("/usr/bin/rclone"), "SKIPPED, NOTHING PROVED: rclone is not here; run Scripts/setup --tests."))
    func rcloneKeepsAFolderInSync() throws {
        let (status, output) = try run(
            """
            export RCLONE_CONFIG="$PWD/rclone.conf"
            rclone config create hub webdav url=\(dav.url)/dav/ vendor=owncloud user=\(WebDAVHome.user) pass='\(password)' --obscure
            mkdir -p local/a/b; printf one > 'local/a/b/ü 1'; printf keep > local/a/b/keep; printf two > local/two; head -c 3000000 /dev/zero > local/large
            rclone sync local hub:mirror
            rclone check local hub:mirror --download
            printf three > local/two; rm 'local/a/b/ü 1'
            rclone sync local hub:mirror
            rclone sync hub:mirror back
            diff -r local back
            rclone moveto hub:mirror/two hub:mirror/a/three
            rclone cat hub:mirror/a/three
            printf streamed | rclone rcat hub:mirror/stream
            rclone about hub:
            test "$(date -r local/large +%s)" = "$(date -r back/large +%s)"
            """)
        #expect(status == "0" && output.contains("three"), "\(output)")
        #expect(try dav.get("/dav/mirror/stream") == "streamed")
    }

    @Test(
        .enabled(
            if: isHere("/usr/bin/gio", "/usr/bin/dbus-run-session", "/usr/lib/gvfs/gvfsd-dav"),
            "SKIPPED, NOTHING PROVED: gvfs is not here; run Scripts/setup --tests."))
    func gioMountsAndCopies() throws {
        try folder.write(
            Array(
                """
                set -e
                printf '\(password)\\n' | gio mount dav://\(WebDAVHome.user)@\(host)/dav/
                at=dav://\(WebDAVHome.user)@\(host)/dav
                gio mkdir $at/folder
                printf 'a file of gio' > file
                gio copy file $at/folder/file
                gio move $at/folder/file $at/folder/other
                gio copy $at/folder/other got
                cmp file got
                gio list $at/folder
                gio remove $at/folder/other
                gio list $at
                gio mount -u $at/

                """.utf8), to: "session")
        let (status, output) = try run("XDG_RUNTIME_DIR=\"$PWD\" timeout 60 dbus-run-session -- sh ./session")
        #expect(status == "0" && output.contains("other") && output.contains("folder"), "\(output)")
    }

    @Test(
        .enabled(
            if: isHere("/usr/sbin/mount.davfs") && access("/dev/fuse", R_OK | W_OK) == 0 && geteuid() == 0,
            "SKIPPED, NOTHING PROVED: davfs2, /dev/fuse or root is not here."))
    func davfs2MountsAndSaves() throws {
        let (status, output) = try run(
            """
            mkdir -p mnt; touch secrets conf; chmod 600 secrets conf
            printf '%s %s %s\\n' "$PWD/mnt" \(WebDAVHome.user) '\(password)' > secrets
            printf 'secrets %s\\nask_auth 0\\ndelay_upload 0\\n' "$PWD/secrets" > conf
            mount.davfs -o conf="$PWD/conf" \(dav.url)/dav/ mnt
            trap 'umount mnt' EXIT
            mkdir mnt/folder
            printf 'a file of davfs2' > mnt/folder/file
            printf ' and more' >> mnt/folder/file
            mv mnt/folder/file mnt/folder/other
            cp mnt/folder/other got
            umount mnt; trap - EXIT
            test "$(cat got)" = 'a file of davfs2 and more'
            """)
        #expect(status == "0", "\(output)")
        #expect(try dav.get("/dav/folder/other") == "a file of davfs2 and more")
    }

    /// The configuration that ships, over TLS and HTTP/2: `Destination` has the name and the port that the client uses.
    @Test(.enabled(if: isHere("/usr/sbin/nginx", "/usr/bin/openssl"), "SKIPPED, NOTHING PROVED: nginx is not here."))
    func nginxPassesEveryMethodOn() throws {
        let port = try LocalListener { _ in }.port
        let root = #filePath.dropLast("/Tests/FileServiceTests/WebDAVClientTests.swift".count)
        let shipped = root + "/Packaging/nginx/satchel-hub.conf"
        let (status, output) = try run(
            """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out chain.pem -days 2 \
                -subj /CN=hub.example -addext subjectAltName=DNS:hub.example 2> openssl.log
            sed -e '/listen \\[::\\]/d' -e 's/listen 443 /listen 127.0.0.1:\(port) /' \
                -e 's/127.0.0.1:8442;/\(host);/' -e "s#/var/log/nginx/satchel-hub.log#$PWD/access.log#" \
                -e "s#/etc/letsencrypt/live/hub.example/fullchain.pem#$PWD/chain.pem#" \
                -e "s#/etc/letsencrypt/live/hub.example/privkey.pem#$PWD/key.pem#" '\(shipped)' > shipped.conf
            cat > nginx.conf <<END
            $(test "$(id -u)" = 0 && echo 'user root;') daemon off; master_process off; pid $PWD/pid; error_log stderr;
            events { worker_connections 64; }
            http { access_log off; client_body_temp_path $PWD/b; proxy_temp_path $PWD/p; fastcgi_temp_path $PWD/f;
                uwsgi_temp_path $PWD/u; scgi_temp_path $PWD/s; include $PWD/shipped.conf; }
            END
            /usr/sbin/nginx -p "$PWD" -c "$PWD/nginx.conf" -e stderr > nginx.log 2>&1 &
            trap "kill $!" EXIT
            at=https://hub.example:\(port)/dav
            ask() { curl -s --cacert chain.pem --resolve hub.example:\(port):127.0.0.1 -o out -w '%{http_code} ' \
                -u \(WebDAVHome.user):\(password) --retry 20 --retry-connrefused --retry-delay 1 "$@"; }
            head -c 3000000 /dev/zero > large
            ask -X OPTIONS $at/; ask -X MKCOL $at/f; ask -T large -H 'Expect: 100-continue' $at/f/a
            ask -T - -H Content-Length: $at/f/b < large; ask -X PROPFIND -H 'Depth: 1' $at/f/
            ask -X MOVE -H "Destination: $at/f/c" $at/f/a; ask -X COPY -H "Destination: $at/f/d" $at/f/c
            ask -r 0-9 $at/f/d; ask -X LOCK -H 'Depth: 0' --data '\(WebDAVHome.exclusive)' $at/f/d
            ask -T large $at/f/d; ask --http1.1 -T - $at/g < large; ask --path-as-is $at/%2e%2e/x
            ask -X DELETE $at/g; ask -X PROPFIND -H 'Depth: 0' $at
            """)
        #expect(status == "0", "\(output)")
        #expect(output == "200 201 201 201 207 201 201 206 200 423 201 404 204 207 ", "\(output)")
    }
}

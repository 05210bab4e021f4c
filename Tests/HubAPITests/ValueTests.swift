// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import HubAPI
import Money
import Testing
import Tokens

@Suite struct ValueTests {
    @Test func anOperationIdIsAVersionSevenUUIDOfItsTime() throws {
        let zeros = RandomSource { [UInt8](repeating: 0, count: $0) }
        let id = OperationID(at: Timestamp(seconds: 1_645_557_742), random: zeros)
        #expect("\(id)" == "017f22e2-79b0-7000-8000-000000000000")
        #expect(OperationID(text: "\(id)") == id && OperationID(bytes: id.bytes) == id)
    }

    @Test(arguments: [
        "", "x", "017F22E2-79B0-7000-8000-000000000000", "017f22e279307000-8000-000000000000",
        "017f22e2-79b0-7000-8000-00000000000", "017f22e2-7930-7000-8000-0000000000000",
        "{17f22e2-7930-7000-8000-000000000000",
    ])
    func anotherFormOfAnIdIsNone(text: String) {
        #expect(OperationID(text: text) == nil)
    }

    @Test func aHubsLinkIsReadBack() throws {
        let key = P256.PrivateKey(random: .system).publicKey
        let hub = HubDescription(url: "https://hub.example/", rootKey: key)
        #expect(hub.url == "https://hub.example")
        #expect(try HubDescription(link: hub.link) == hub)
    }

    @Test(arguments: [
        "", "https://hub.example", "satchel://join?", "satchel://join?hub=https://hub.example",
        "satchel://join?root=AAAA",
        "satchel://join?hub=https://hub.example&root=AAAA", "satchel://join?hub=ftp://hub.example&root=AAAA",
        "satchel://join?hub=https://hub.example&root=****",
    ])
    func aLinkThatIsNotWholeIsRefusedWithASentence(link: String) {
        #expect(throws: HubProblem.self) { try HubDescription(link: link) }
    }

    @Test func everyStatusOfARefusalHasItsPhrase() {
        for code in HubProblem.Code.allCases {
            let status = HubProblem(code, "").status
            #expect(!["Success", "Error", "Server Error"].contains(StatusPhrase.of(status)), "\(status)")
        }
        #expect(StatusPhrase.of(HubProblem(.tooLate, "").status) == "Gone")
        #expect(StatusPhrase.of(HubProblem(.storageFull, "").status) == "Insufficient Storage")
    }

    @Test func everyRouteHasAPathOfItsOwn() {
        let paths = [
            Routes.register.path, Routes.login.path, Routes.refresh.path, Routes.logout.path, Routes.balance.path,
            Routes.purchase.path, Routes.transactions.path, Routes.send.path, Routes.transaction.path,
            Routes.redeem.path,
            Routes.certificates.path, Routes.announcements.path, Routes.status.path,
        ]
        #expect(Set(paths).count == paths.count)
        #expect(Routes.transaction.path(with: ["abc"]) == "/v1/transactions/abc")
        #expect(Routes.send.path(with: []) == "/v1/transactions/send")
    }
}

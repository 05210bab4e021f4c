// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import Hub
import HubAPI
import HubStorage
import Money
import Testing
import Tokens

@Suite struct CertificateTests {
    private func announced(of hub: TestHub) throws -> AnnouncementSet {
        let answer = try hub.caller.call(Routes.announcements, Nothing())
        var announced = AnnouncementSet(rootKey: hub.hub.rootKey)
        for announcement in answer.announcements { try announced.add(try Announcement(decoding: announcement.bytes)) }
        return announced
    }

    @Test func anybodyMayReadTheAnnouncementsAndTheyAreSignedByTheRootKey() throws {
        let hub = try TestHub()
        let answer = try hub.caller.call(Routes.announcements, Nothing())
        #expect(answer.rootKey.bytes == hub.hub.rootKey.compressed)
        #expect(answer.currency == "USD" && answer.revocations == nil && answer.time == hub.clock.now.seconds)
        #expect(try announced(of: hub).all.map(\.purpose) == [.issue, .certify, .receipt, .revoke, .channel])
    }

    @Test func aPseudonymIsCertifiedForFourteenDaysWithoutAName() throws {
        let hub = try TestHub()
        let certificate = try hub.account("alice").pseudonym().certificate
        try certificate.verify(by: announced(of: hub))
        #expect(certificate.until == hub.clock.now.adding(days: 14))
        #expect(certificate.keyClass == .software && certificate.cap == LimitPolicy.standard.perPayment)
        #expect(certificate.name == nil)
    }

    /// Whoever has only an access token must not name keys for whose payments its account answers.
    @Test func anAccessTokenAloneCertifiesNoKeyAndRenamesNobody() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        _ = try hub.account("mallory")
        let (stolen, key) = (CallerProof(token: alice.token), hub.freshKey())
        let order = CertificateOrder(keys: [Blob(key.publicKey.compressed)])
        #expect(refusal { _ = try hub.caller.call(Routes.certificates, order, as: stolen) } == .unsigned)
        #expect(try hub.caller.call(Routes.certificates, order, as: alice.proof).certificates.count == 1)
        let contact = ContactOrder(id: alice.operation(), Contact(username: "mallory", name: "Bob"))
        #expect(refusal { _ = try hub.caller.call(Routes.keepContact, contact, as: stolen) } == .unsigned)
        let forgotten = AccountOrder(id: alice.operation(), username: "mallory")
        #expect(refusal { _ = try hub.caller.call(Routes.forgetContact, forgotten, as: stolen) } == .unsigned)
    }

    @Test func onlyAMerchantsCertificateCarriesItsName() throws {
        let hub = try TestHub()
        let shop = try hub.account("shop")
        try hub.hub.setMerchant("shop", name: "Corner Shop")
        #expect(try shop.pseudonym().certificate.name == "Corner Shop")
        try hub.hub.setMerchant("shop", name: nil)
        #expect(try shop.pseudonym().certificate.name == nil)
        #expect(throws: HubError.self) { try hub.hub.setMerchant("nobody", name: "x") }
        #expect(throws: HubError.self) { try hub.hub.setMerchant("shop", name: String(repeating: "x", count: 65)) }
    }

    @Test func aKeyIsCertifiedAgainForItsAccountAndNeverForAnother() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        let bob = try hub.account("bob")
        let (key, first) = try alice.pseudonym()
        let order = CertificateOrder(keys: [Blob(key.publicKey.compressed)])
        hub.clock.advance(seconds: 60)
        let again = try hub.caller.call(Routes.certificates, order, as: alice.proof)
        #expect(try Certificate(decoding: again.certificates[0].bytes).until == first.until.adding(seconds: 60))
        let fresh = Blob(hub.freshKey().publicKey.compressed)
        let theft = CertificateOrder(keys: [fresh] + order.keys)
        #expect(
            refusal { _ = try hub.caller.call(Routes.certificates, theft, as: bob.proof) } == .keyOfAnotherAccount)
        // Nothing of a refused order stays: the fresh key is still anybody's.
        _ = try hub.caller.call(Routes.certificates, CertificateOrder(keys: [fresh]), as: alice.proof)
    }

    /// M7: a certificate of one of these would let a holder of the hub's keys pass for an account.
    @Test func theHubsOwnKeysAreNeverCertified() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        let answer = try hub.caller.call(Routes.announcements, Nothing())
        let keys = try answer.announcements.map { Blob(try Announcement(decoding: $0.bytes).key.compressed) }
        #expect(keys.count >= 4)
        for key in keys + [answer.rootKey] {
            let order = CertificateOrder(keys: [Blob(hub.freshKey().publicKey.compressed), key])
            #expect(refusal { _ = try hub.caller.call(Routes.certificates, order, as: alice.proof) } == .badRequest)
        }
    }

    @Test func aPoolHasAnEnd() throws {
        let hub = try TestHub { $0.maximumLiveKeys = 3 }
        let alice = try hub.account("alice")
        for _ in 0..<3 { _ = try alice.pseudonym() }
        #expect(refusal { _ = try alice.pseudonym() } == .overLimit)
        hub.clock.advance(days: 15)
        alice.session = try hub.caller.call(Routes.refresh, RefreshToken(refreshToken: alice.session.refreshToken))
        _ = try alice.pseudonym()
        #expect(
            refusal { _ = try hub.caller.call(Routes.certificates, CertificateOrder(keys: []), as: alice.proof) }
                == .badRequest)
    }
}

// SPDX-License-Identifier: MIT
import HubAPI
import Money
import Tokens
import Wallet

/// What people do, one action at a time.
extension Economy {
    func act() throws {
        guard let device = dice.pick(devices.filter { !$0.isLost }) else { return }
        try mishap(device)
        guard !device.isLost else { return }
        switch dice.below(100) {
        case 0..<40: try ask(device)
        case 40..<72: try deliver()
        case 72..<82: try sync(device)
        case 82..<86: try buy(device)
        case 86..<89: try sendOnline(device)
        case 89..<92: try showAgain(device)
        case 92..<95: device.line.deliverLate()
        default: pass()
        }
    }

    private func pass() {
        switch dice.below(10) {
        case 0..<6: time.advance(seconds: UInt64(dice.roll(1...600)))
        case 6..<9: time.advance(seconds: UInt64(dice.roll(600...86_400)))
        default: time.advance(days: UInt64(dice.roll(1...6)))
        }
        note("it is \(time.now)")
    }

    // MARK: - Offline

    private func ask(_ device: Device) throws {
        let units = dice.roll(1...3) * dice.roll(1...80)
        let payers = people.filter { $0 !== device.owner }
        guard let payer = dice.pick(payers) else { return }
        let request = try attempt(device, "asks \(payer.name) for \(units)", moving: 0) { try $0.request(cents(units)) }
        guard let request else {
            if dice.chance(300) { try sync(device) }
            return
        }
        air.append(
            Parcel(content: .request(request.text, amount: Int64(units)), from: device.owner, to: payer))
        // Most people answer at once: otherwise few economies would have chains of payments.
        if dice.chance(600) { try deliver(air.count - 1) }
    }

    /// Delivers some message that is in the air, or loses it, or shows it to the wrong person.
    private func deliver() throws {
        guard !air.isEmpty else { return }
        try deliver(dice.chance(600) ? air.count - 1 : dice.below(air.count))
    }

    private func deliver(_ index: Int) throws {
        var parcel = air[index]
        if !dice.chance(plan.air.twice) { air.remove(at: index) }
        guard !dice.chance(plan.air.lost) else { return note("a message to \(parcel.to.name) is lost") }
        let isAstray = dice.chance(plan.air.astray)
        let reader = isAstray ? dice.pick(people) ?? parcel.to : parcel.to
        if dice.chance(plan.air.garbled) { parcel = garbled(parcel) }
        guard let device = dice.pick(reader.livingDevices) else { return }
        try read(parcel, on: device)
    }

    private func read(_ parcel: Parcel, on device: Device) throws {
        switch parcel.content {
        case .request(let text, let amount): try pay(text, amount, to: parcel.from, on: device)
        case .payment(let text, let deal):
            if dice.chance(plan.air.declined) {
                try decline(text, deal, on: device, from: parcel.from)
            } else {
                try receive(text, deal, on: device)
            }
        case .receipt(let text, let deal):
            try attempt(device, "files a receipt", moving: -(deals[deal]?.amount ?? 0)) { try $0.acknowledge(text) }
        case .decline(let text, let deal):
            deals[deal]?.isWithheld = true
            try attempt(device, "files a decline") { try $0.cancel(text) }
        }
    }

    func pay(_ text: String, _ amount: Int64, to payee: Person, on device: Device) throws {
        let paid = try attempt(device, "pays \(payee.name) \(amount)", moving: 0) {
            try $0.pay(text, allowing: [.stale])
        }
        guard let paid else { return }
        try agree(paid, payer: device, payee: payee)
        air.append(Parcel(content: .payment(paid.text, deal: paid.recordIDs), from: device.owner, to: payee))
        if dice.chance(700) { try deliver(air.count - 1) }
    }

    private func agree(_ paid: OutgoingPayment, payer device: Device, payee: Person) throws {
        if deals[paid.recordIDs] == nil {
            let payment = try Envelope.payment(in: paid.text)
            let until = payment.tokens.map(\.root.redeemUntil).min() ?? time.now
            deals[paid.recordIDs] = Deal(
                payer: device.owner, payee: payee, amount: paid.amount.minorUnits, text: paid.text,
                recordIDs: paid.recordIDs, redeemUntil: until)
            dealOrder.append(paid.recordIDs)
            tally.payments += 1
            tally.deepest = max(tally.deepest, payment.tokens.map(\.hops).max() ?? 0)
        }
        if deals[paid.recordIDs]?.payers[device.number] == nil { deals[paid.recordIDs]?.payers[device.number] = action }
        guard let deal = deals[paid.recordIDs], deal.text == paid.text || device.owner.isCheater else {
            throw Violation("\(device.owner.name) shows other bytes for the same payment")
        }
    }

    private func receive(_ text: String, _ key: [RecordID], on device: Device) throws {
        guard let deal = deals[key] else { return }
        let known = deal.holders[device.number] != nil
        deals[key]?.tries.insert(device.number)
        let incoming = try attempt(device, "receives \(deal.amount)", moving: deal.amount) { try $0.receive(text) }
        guard let incoming else { return }
        guard incoming.recordIDs == key, incoming.amount.minorUnits == deal.amount, deal.payee === device.owner else {
            throw Violation("\(device.owner.name) received something else than was paid")
        }
        guard incoming.isRepeat || !known else {
            throw Violation("\(device.owner.name) has forgotten a payment that was shown as received")
        }
        // A phone that died after its commit knows the payment although it never said so.
        guard known || !incoming.isRepeat || deal.receipt == nil || deal.tries.contains(device.number) else {
            throw Violation("\(device.owner.name) calls a payment a repeat that this phone never saw")
        }
        if known, let receipt = deal.receipt, receipt != incoming.receipt, !device.owner.isCheater {
            throw Violation("A repeat got another receipt from \(device.owner.name)")
        }
        deals[key]?.receipt = incoming.receipt
        if !known { deals[key]?.holders[device.number] = action }
        air.append(Parcel(content: .receipt(incoming.receipt, deal: key), from: device.owner, to: deal.payer))
    }

    private func decline(_ text: String, _ key: [RecordID], on device: Device, from payer: Person) throws {
        deals[key]?.isDeclined = true
        guard let decline = try attempt(device, "declines", moving: 0, { try $0.decline(text) }) else { return }
        if deals[key]?.holders[device.number] != nil {
            throw Violation("\(device.owner.name) declined what it had received")
        }
        air.append(Parcel(content: .decline(decline, deal: key), from: device.owner, to: payer))
    }

    private func garbled(_ parcel: Parcel) -> Parcel {
        func spoil(_ text: String) -> String {
            var bytes = Array(text.utf8)
            guard bytes.count > 6 else { return text }
            let place = dice.roll(5...bytes.count - 1)
            switch dice.below(3) {
            case 0: bytes[place] = UInt8(dice.roll(0x20...0x5a))
            case 1: bytes.removeSubrange(place...)
            default: bytes.remove(at: place)
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        var parcel = parcel
        switch parcel.content {
        case .request(let text, let amount): parcel.content = .request(spoil(text), amount: amount)
        case .payment(let text, let deal): parcel.content = .payment(spoil(text), deal: deal)
        case .receipt(let text, let deal): parcel.content = .receipt(spoil(text), deal: deal)
        case .decline(let text, let deal): parcel.content = .decline(spoil(text), deal: deal)
        }
        return parcel
    }

    private func showAgain(_ device: Device) throws {
        let own = dealOrder.compactMap { deals[$0] }.filter { $0.payers[device.number] != nil }
        guard let deal = dice.pick(own) else { return }
        air.append(Parcel(content: .payment(deal.text, deal: deal.recordIDs), from: deal.payer, to: deal.payee))
    }

    // MARK: - With the hub

    private func buy(_ device: Device) throws {
        let units = dice.roll(1...900)
        try attempt(device, "buys \(units)") { try $0.buy(cents(units)) }
    }

    private func sendOnline(_ device: Device) throws {
        guard let other = dice.pick(people) else { return }
        let units = dice.roll(1...200)
        ordered.append(Order(from: device.owner.name, to: other.name, amount: Int64(units)))
        try attempt(device, "queues \(units) for \(other.name)") { try $0.send(to: other.name, cents(units)) }
    }

    /// Syncs, logging in again when the session has ended.
    ///
    /// - Returns: whether every part of it was done.
    @discardableResult
    func sync(_ device: Device) throws -> Bool {
        guard let isLoggedIn = try attempt(device, "looks", { try $0.isLoggedIn }) else { return false }
        if !isLoggedIn {
            try attempt(device, "logs in") {
                try $0.login(username: device.owner.name, password: device.owner.password)
            }
        }
        let report = try attempt(device, "syncs", { try $0.sync(everything: dice.chance(300)) })
        if let hubFault = site.violation { throw hubFault }
        guard let report else { return false }
        note(Self.text(of: report))
        for case (let part, .failed(let failure)) in report.outcomes {
            guard let code = failure.code, Self.isOrdinaryAtSync(code) else {
                throw Violation("\(device.owner.name)'s sync failed at \(part): \(failure)")
            }
        }
        guard report.isComplete else { return false }
        device.syncs.append((action, time.now))
        return true
    }

    private static func text(of report: SyncReport) -> String {
        report.outcomes.compactMap { part, outcome in
            switch outcome {
            case .idle: nil
            case .skipped: "\(part) skipped"
            case .done(let work): "\(part): \(work)"
            case .failed(let failure): "\(part) failed: \(failure)"
            }
        }.joined(separator: "; ")
    }

    private static func isOrdinaryAtSync(_ code: WalletError.Code) -> Bool {
        switch code {
        case .hubUnreachable, .hubRefused, .notLoggedIn, .insufficient, .overLimit: true
        default: false
        }
    }
}

// SPDX-License-Identifier: MIT

/// What one seed draws: how large the economy is and how much goes wrong in it.
struct Plan {
    let people: Int
    let actions: Int
    /// Certified keys that each sync leaves in a wallet.
    let pool: Int
    /// Each in a thousand actions.
    let crash: Int
    let cheat: Int
    let rollBack: Int
    let restore: Int
    let lose: Int
    let clockJump: Int
    let withhold: Int
    /// Each in a thousand messages between phones.
    let air: (lost: Int, twice: Int, astray: Int, garbled: Int, declined: Int)
    let line: HubLine.Quality
    /// In a thousand people: they sync no more until everything is past its refund date.
    let absent: Int
    /// In a thousand clocks.
    let wrongClock: Int

    init(_ dice: Dice) {
        people = [2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 6][dice.below(14)]
        actions = dice.roll(5...25)
        pool = [2, 3, 4, 6][dice.below(4)]
        // Half of all economies suffer from one or two plagues, the others from everything a little or from nothing.
        let mood = dice.below(8)
        func plague(_ number: Int, _ strong: Int, _ weak: Int) -> Int {
            mood == 0 ? 0 : mood == number || dice.below(10) == 0 ? strong : dice.chance(600) ? weak : 0
        }
        crash = plague(1, 400, 60)
        cheat = plague(2, 150, 25)
        rollBack = plague(3, 120, 20)
        restore = plague(3, 40, 6)
        lose = plague(4, 40, 8)
        clockJump = plague(5, 60, 10)
        withhold = plague(6, 60, 10)
        wrongClock = plague(5, 700, 150)
        absent = plague(4, 400, 60)
        let noise = plague(6, 150, 30)
        air = (noise, noise, noise / 3, noise / 3, noise / 3)
        let loss = plague(7, 120, 20)
        line = HubLine.Quality(
            lostRequest: loss, lostAnswer: loss, twice: loss, late: loss, hubCrash: plague(7, 150, 20))
    }
}

// SPDX-License-Identifier: MIT
import HubAPI

/// Decides which usernames and passwords are allowed. Every refusal says what is allowed.
enum CredentialRules {
    /// Bytes.
    static let longestPassword = 256

    /// - Throws: `HubProblem` with `.badUsername`.
    static func check(username: String) throws {
        let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789._-")
        guard 3...32 ~= username.count, username.allSatisfy(allowed.contains) else {
            throw HubProblem(
                .badUsername,
                "A username has 3 to 32 of the characters a to z (small), 0 to 9, point, underscore and hyphen.")
        }
        let isLetterOrDigit = { (character: Character?) in character.map { !"._-".contains($0) } ?? false }
        guard isLetterOrDigit(username.first), isLetterOrDigit(username.last) else {
            throw HubProblem(.badUsername, "A username begins and ends with a letter or a digit.")
        }
        guard !reserved.contains(username.filter { !"._-".contains($0) }) else {
            throw HubProblem(
                .badUsername, "The name \(username) is reserved, because it sounds official. Choose another.")
        }
    }

    /// Names with which a stranger could pose as the hub and ask for money. Points, hyphens and underscores are left
    /// out.
    private static let reserved: Set<String> = [
        "abuse", "accounts", "admin", "administrator", "audit", "bank", "billing", "cashier", "clearing", "compliance",
        "customerservice", "deposit", "exchange", "fees", "finance", "fraud", "fund", "funding", "guarantee",
        "guaranteefund", "help", "helpdesk", "hostmaster", "hub", "info", "ledger", "mod", "moderator", "noreply",
        "official", "operator", "payment", "payments", "payout", "payouts", "postmaster", "refund", "refunds", "root",
        "satchel", "satchelhub", "security", "service", "staff", "superuser", "support", "suspense", "sysadmin",
        "system", "treasury", "webmaster", "withdrawal",
    ]

    /// - Throws: `HubProblem` with `.weakPassword`.
    static func check(password: String, of username: String) throws {
        guard 8...longestPassword ~= password.utf8.count else {
            throw HubProblem(
                .weakPassword, "A password has 8 to 256 bytes. A sentence that only you know is a good one.")
        }
        guard Set(password).count >= 4 else {
            throw HubProblem(.weakPassword, "This password repeats itself. Use at least four different characters.")
        }
        let lower = password.lowercased()
        // A short name may be part of an ordinary word.
        let holdsName = username.count >= 5 ? lower.contains(username) : lower == username
        guard !holdsName, !common.contains(lower) else {
            throw HubProblem(
                .weakPassword, "This password is among the first that anybody would try. Choose another one.")
        }
    }

    /// The most used passwords of at least eight characters, from published summaries of leaked passwords.
    private static let common: Set<String> = [
        "password", "password1", "password12", "password123", "passw0rd", "p@ssw0rd", "123456789", "1234567890",
        "12345678", "qwertyuiop", "qwerty123", "1q2w3e4r", "1qaz2wsx", "iloveyou", "princess", "sunshine", "football",
        "baseball", "superman", "trustno1", "abcd1234", "abc12345", "letmein1", "welcome1", "admin123", "starwars",
        "whatever", "dragon123", "monkey123", "zaq12wsx", "changeme", "q1w2e3r4", "asdfghjkl", "computer", "michelle",
    ]
}

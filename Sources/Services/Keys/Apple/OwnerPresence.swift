// SPDX-License-Identifier: MIT
#if canImport(LocalAuthentication)
    internal import LocalAuthentication

    /// Recognises the device's owner by face, finger or passcode.
    ///
    /// C: `LAContext`, <https://developer.apple.com/documentation/localauthentication/lacontext>
    struct OwnerPresence {
        let context: LAContext

        /// - Parameter reason: the text of the system's prompt, in the user's language.
        init(reason: String) {
            context = LAContext()
            context.localizedReason = reason
        }

        /// Whether the device has a way to recognise its owner.
        var isPossible: Bool { context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil) }
    }
#endif

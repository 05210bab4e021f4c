// SPDX-License-Identifier: MIT
internal import HubAPI
internal import ScreenModels
internal import Views

/// The account at the hub: second factor, password, sessions.
struct AccountView: View {
    @State private var model: AccountModel
    @State private var isLeaving = false
    private var words: Localizer { model.session.words }

    init(session: WalletSession) { _model = State(initialValue: AccountModel(session)) }

    var body: some View {
        Form {
            secondFactor
            password
            sessions
            if let refusal = model.refusal { RefusalNote(refusal: refusal, words: words) }
        }
        .navigationTitle(words(.accountSecurity)).navigationBarTitleDisplayMode(.inline)
        .task { await model.load() }
        .onDisappear { model.forgetRecoveryCodes() }
        .confirmationDialog(words(.logOutEverywhereQuestion), isPresented: $isLeaving) {
            Button(words(.logOutEverywhere), role: .destructive) { Task { await model.logOutEverywhere() } }
            Button(words(.cancel), role: .cancel) {}
        }
    }

    @ViewBuilder private var secondFactor: some View {
        @Bindable var model = model
        Section(words(.secondFactor)) {
            if !model.recoveryCodes.isEmpty {
                Text(words(.recoveryText)).font(.footnote)
                ForEach(model.recoveryCodes, id: \.self) { Text($0).monospaced().textSelection(.enabled) }
                Button(words(.done)) { model.forgetRecoveryCodes() }
            } else if let enrolment = model.enrolment {
                Text(words(.scanSecret)).font(.footnote)
                MatrixView(matrix: enrolment.code.matrix, name: words(.codeOfSecret))
                Text(enrolment.secret).monospaced().textSelection(.enabled)
                Field(words(.oneTimeCode), text: $model.code).keyboardType(.numberPad)
                MainButton(title: words(.turnOn), isBusy: model.isBusy, isEnabled: !model.code.isEmpty) {
                    Task { await model.confirm() }
                }
                Button(words(.cancel)) { model.stopEnrolling() }
            } else if let state = model.secondFactor.value {
                if state.isOn {
                    Text(words(.secondFactorIsOn)).font(.footnote)
                    Text(words(.codesLeft, count: state.recoveryCodesLeft)).font(.footnote)
                    Field(words(.oneTimeCode), text: $model.code).keyboardType(.numberPad)
                    Button(words(.newRecoveryCodes)) { Task { await model.makeRecoveryCodes() } }
                        .disabled(model.code.isEmpty || model.isBusy)
                    Button(words(.turnOff), role: .destructive) { Task { await model.disable() } }
                        .disabled(model.code.isEmpty || model.isBusy)
                } else {
                    Text(words(.secondFactorIsOff)).font(.footnote)
                    SecureField(words(.password), text: $model.password)
                    Button(words(.turnOn)) { Task { await model.enrol() } }
                        .disabled(model.password.isEmpty || model.isBusy)
                }
            } else {
                ContentNote(content: model.secondFactor, words: words, symbol: "lock", empty: words(.loggedOut)) {
                    Task { await model.load() }
                }
            }
        }
    }

    @ViewBuilder private var password: some View {
        @Bindable var model = model
        Section(words(.changePassword)) {
            SecureField(words(.oldPassword), text: $model.oldPassword)
            SecureField(words(.newPassword), text: $model.newPassword)
            SecureField(words(.newPasswordAgain), text: $model.newPasswordAgain)
            MainButton(title: words(.changePassword), isBusy: model.isBusy, isEnabled: model.canChangePassword) {
                Task { await model.changePassword() }
            }
            if model.isPasswordChanged { Text(words(.passwordChanged)).font(.footnote) }
        }
    }

    private var sessions: some View {
        Section {
            Picker(
                words(.logOutWhenIdle),
                selection: Binding(
                    get: { model.autoLogoutMinutes ?? 0 },
                    set: { minutes in Task { await model.logOutWhenIdle(after: minutes) } })
            ) {
                ForEach(AccountModel.autoLogoutChoices, id: \.self) { minutes in
                    Text(minutes == 0 ? words(.never) : words(.minutes, count: minutes)).tag(minutes)
                }
            }
            Button(words(.logOutEverywhere), role: .destructive) { isLeaving = true }
        }
    }
}

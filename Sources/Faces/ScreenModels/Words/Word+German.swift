// SPDX-License-Identifier: MIT

extension Word {
    /// In German.
    var german: Wording {
        switch self {
        case .ok: "OK"
        case .cancel: "Abbrechen"
        case .back: "Zurück"
        case .next: "Weiter"
        case .done: "Fertig"
        case .close: "Schließen"
        case .retry: "Erneut versuchen"
        case .copy: "Kopieren"
        case .copied: "Kopiert"
        case .paste: "Einfügen"
        case .save: "Sichern"
        case .edit: "Bearbeiten"
        case .delete: "Löschen"
        case .undo: "Widerrufen"
        case .search: "Suchen"
        case .loading: "Wird geladen …"
        case .optional: "Freiwillig"
        case .details: "Einzelheiten"
        case .later: "Später"
        case .remove: "Entfernen"
        case .add: "Hinzufügen"
        case .all: "Alle"
        case .today: "Heute"
        case .yesterday: "Gestern"
        case .from: "Von {name}"
        case .to: "An {name}"
        case .wallet: "Geldbörse"
        case .activity: "Verlauf"
        case .cards: "Karten"
        case .coins: "Coins"
        case .settings: "Einstellungen"
        case .welcomeTitle: "Geld, das ohne Netz funktioniert"
        case .welcomeText:
            """
            Satchel bewahrt Geld, Coins und Karten auf diesem Gerät auf. Nichts geht an jemanden, den Sie nicht \
            gewählt haben.
            """
        case .createWallet: "Geldbörse anlegen"
        case .restoreWallet: "Sicherung einspielen"
        case .passphraseTitle: "Passphrase wählen"
        case .passphraseText:
            """
            Sie verschließt die Geldbörse auf diesem Gerät. Niemand kann sie zurücksetzen: Schreiben Sie sie \
            auf und bewahren Sie sie gut.
            """
        case .passphrase: "Passphrase"
        case .passphraseAgain: "Passphrase wiederholen"
        case .passphraseTooShort: "Nehmen Sie mindestens 8 Zeichen. Drei oder vier Wörter sind gut."
        case .passphraseTooSimple: "Nehmen Sie mehr verschiedene Zeichen."
        case .passphrasesDiffer: "Die beiden sind verschieden."
        case .restoreTitle: "Sicherung einspielen"
        case .restoreText:
            """
            Geld, das die Sicherung offline enthielt, wird nicht noch einmal ausgegeben: Der Hub zahlt es mit \
            der Zeit zurück.
            """
        case .backupFile: "Sicherungsdatei"
        case .backupPassphrase: "Passphrase der Sicherung"
        case .hubTitle: "Einem Hub beitreten"
        case .hubText:
            "Ein Hub führt Ihr Konto. Link oder Code gibt Ihnen, wer ihn betreibt. Karten und Coins gehen auch ohne."
        case .hubLink: "Link des Hubs"
        case .joinHub: "Beitreten"
        case .hubNotReached: "Der Hub antwortet gerade nicht. Sie können später weitermachen."
        case .accountTitle: "Ihr Konto"
        case .openAccount: "Konto eröffnen"
        case .logIn: "Anmelden"
        case .username: "Benutzername"
        case .password: "Passwort"
        case .oneTimeCode: "Code der Authentifizierungs-App"
        case .oneTimeCodeText: "Dieses Konto verlangt einen zweiten Faktor. Ein Wiederherstellungscode geht auch."
        case .lockedTitle: "Satchel ist gesperrt"
        case .unlock: "Entsperren"
        case .lock: "Sperren"
        case .wrongTries: .counted(one: "{count} Fehlversuch", other: "{count} Fehlversuche")
        case .newAccount: "Neues Konto"
        case .haveAccount: "Ich habe eins"
        case .total: "Insgesamt"
        case .atHub: "Beim Hub ({time})"
        case .availableAtHub: "Davon verfügbar"
        case .offline: "Offline"
        case .awaiting: "Gutschrift beim nächsten Abgleich"
        case .queued: "Geht beim nächsten Abgleich ab"
        case .held: "Kommt ab {time} zurück"
        case .unconfirmed: "Übergeben, noch ohne Quittung"
        case .requestsReady:
            .counted(
                one: "Ohne Netz können Sie noch {count} Mal Geld anfordern.",
                other: "Ohne Netz können Sie noch {count} Mal Geld anfordern.")
        case .recentActivity: "Zuletzt"
        case .seeAll: "Alles zeigen"
        case .noActivity: "Noch ist nichts geschehen"
        case .noActivityHint: "Zahlungen erscheinen hier, sobald es welche gibt."
        case .sync: "Abgleichen"
        case .syncing: "Verbindung mit dem Hub …"
        case .lineReached: "Verbunden"
        case .linePoor: "Langsame Verbindung"
        case .lineUnreachable: "Keine Verbindung zum Hub"
        case .lineUnknown: "Noch nicht abgeglichen"
        case .send: "Senden"
        case .receive: "Empfangen"
        case .topUp: "Offline nehmen"
        case .scan: "Scannen"
        case .online: "Online"
        case .byCode: "Per Code"
        case .recipient: "Empfänger"
        case .recipientHint: "Benutzername oder Kontakt"
        case .amount: "Betrag"
        case .note: "Notiz"
        case .available: "{amount} verfügbar"
        case .review: "Prüfen"
        case .reviewSend: "{amount} an {name} senden?"
        case .sending: "Wird gesendet …"
        case .sent: "{amount} gesendet"
        case .sendWaits: "Aufgeschrieben. Es geht beim nächsten Abgleich hinaus."
        case .takeBack: "Zurücknehmen"
        case .payTitle: "Per Code zahlen"
        case .payHint:
            "Scannen Sie die Anforderung des Empfängers oder wählen Sie ein Bild davon. Ein Netz ist nicht nötig."
        case .choosePicture: "Bild oder Datei wählen"
        case .pasteText: "Text einfügen"
        case .filePath: "Datei"
        case .reviewPay: "{amount} an {name} zahlen?"
        case .somebody: "jemanden ohne beglaubigten Namen"
        case .oldRequest: "Diese Anforderung ist alt. Fragen Sie den Empfänger, ob sie noch gilt."
        case .payOldRequest: "Trotzdem zahlen"
        case .pay: "Zahlen"
        case .paid: "{amount} gezahlt"
        case .showToPayee: "Zeigen Sie das dem Empfänger und scannen Sie dann seine Quittung."
        case .scanReceipt: "Quittung aufnehmen"
        case .paymentConfirmed: "Der Empfänger hat die {amount}."
        case .paymentReturned: "Der Empfänger hat abgelehnt. {amount} kommen beim nächsten Abgleich zurück."
        case .paymentWithheld: "Abgebrochen. Der Hub zahlt ab {time} zurück, wenn der Empfänger nicht einlöst."
        case .withhold: "Zahlung abbrechen"
        case .receiveTitle: "Per Code empfangen"
        case .ask: "Anfordern"
        case .showToPayer: "Zeigen Sie das dem Zahler und scannen Sie dann seine Zahlung."
        case .takePayment: "Zahlung aufnehmen"
        case .received: "{amount} empfangen"
        case .alreadyReceived: "{amount} schon empfangen"
        case .receivedHeld: "Es wird zurückgehalten: Der Hub gibt es mit der Zeit frei."
        case .receivedExtra: "Eine zweite Zahlung auf dieselbe Anforderung; sie wird behalten."
        case .showReceipt: "Zeigen Sie dem Zahler diese Quittung."
        case .another: "Noch eine"
        case .declined: "Abgelehnt. Damit bekommt der Zahler sein Geld zurück."
        case .saveCode: "Code als Bild sichern"
        case .savedPictures: .counted(one: "{count} Bild gesichert", other: "{count} Bilder gesichert")
        case .codeOfDocument: "QR-Code für das andere Gerät"
        case .animatedCode: .counted(one: "{count} Code", other: "{count} Codes im Wechsel, bis sie gelesen sind")
        case .topUpTitle: "Geld für unterwegs"
        case .topUpText:
            """
            Was Sie offline nehmen, zahlt ohne Netz. Ein verlorenes Gerät verliert nichts auf Dauer: Der Hub \
            zahlt mit der Zeit zurück.
            """
        case .keepFilled: "Nach jedem Abgleich so viel behalten"
        case .bought: "{amount} lassen sich jetzt offline zahlen."
        case .keeping: "Jeder Abgleich hält {amount} offline bereit."
        case .bannerFrozen: "Vor dem nächsten Abgleich lässt sich nichts ausgeben."
        case .bannerNoHub: "Diese Geldbörse hat noch keinen Hub."
        case .bannerLoggedOut: "Sie sind abgemeldet. Was offline ist, lässt sich weiter zahlen."
        case .bannerOffline: "Keine Verbindung. Zahlungen per Code gehen trotzdem."
        case .bannerNoRequests: "Gleichen Sie einmal ab, bevor Sie ohne Netz Geld anfordern."
        case .kindRequested: "Angefordert"
        case .kindReceived: "Empfangen"
        case .kindPaid: "Per Code gezahlt"
        case .kindBought: "Offline genommen"
        case .kindRedeemed: "Gutgeschrieben"
        case .kindSent: "Gesendet"
        case .kindRefunded: "Zurückgezahlt"
        case .kindProblem: "Problem"
        case .kindFraud: "Doppelte Ausgabe"
        case .kindAccount: "Konto"
        case .kindConverted: "Umgetauscht"
        case .kindPaidOut: "An Bank ausgezahlt"
        case .statusOpen: "Offen"
        case .statusDone: "Erledigt"
        case .statusFailed: "Gescheitert"
        case .statusCancelled: "Zurückgenommen"
        case .statusHeld: "Zurückgehalten"
        case .filterAll: "Alle"
        case .filterIncoming: "Rein"
        case .filterOutgoing: "Raus"
        case .filterOpen: "Offen"
        case .filterProblems: "Probleme"
        case .nothingFound: "Nichts davon gefunden"
        case .exportHistory: "Exportieren"
        case .exported:
            .counted(one: "{count} Zeile nach {path} geschrieben", other: "{count} Zeilen nach {path} geschrieben")
        case .showAgain: "Code noch einmal zeigen"
        case .prove: "Nachweisen"
        case .proved: "Es ist Eintrag {position} von {size} im Buch des Hubs."
        case .state: "Stand"
        case .time: "Zeit"
        case .name: "Name"
        case .refusedNoWallet: "Hier ist keine Geldbörse. Legen Sie zuerst eine an."
        case .refusedWalletExists: "Hier ist schon eine Geldbörse, und sie wird nie ersetzt."
        case .refusedPassphrase: "Die Passphrase ist falsch."
        case .refusedInUse:
            "Ein anderes Programm benutzt die Geldbörse gerade. Schließen Sie es und versuchen Sie es erneut."
        case .refusedNewerVersion: "Das stammt von einem neueren Satchel. Aktualisieren Sie dieses."
        case .refusedDamaged: "Die Datei der Geldbörse ist beschädigt. Spielen Sie eine Sicherung ein."
        case .refusedLocked: "Die Geldbörse ist gesperrt. Entsperren Sie sie und versuchen Sie es erneut."
        case .refusedNotJoined: "Die Geldbörse hat noch keinen Hub. Treten Sie zuerst einem bei."
        case .refusedOtherHub: "Das gehört zu einem anderen Hub als Ihre Geldbörse."
        case .refusedNotLoggedIn: "Sie sind abgemeldet. Melden Sie sich wieder an."
        case .refusedNoAnswer:
            "Die Antwort des Hubs war nicht lesbar. Vielleicht hat er den Auftrag schon ausgeführt; prüfen Sie Ihr Konto, bevor Sie ihn wiederholen."
        case .refusedUnreachable: "Der Hub ist gerade nicht erreichbar. Nichts ist verloren; versuchen Sie es später."
        case .refusedByHub: "Der Hub hat abgelehnt. Nichts wurde bewegt."
        case .refusedRewrittenLedger:
            """
            Das Buch des Hubs widerspricht dem, was er früher zeigte. Bewahren Sie Ihre Nachweise auf und \
            fragen Sie den Betreiber.
            """
        case .refusedInsufficient: "Dafür ist nicht genug Geld da."
        case .refusedMoreThanAvailable: "Nur {available} sind verfügbar."
        case .refusedOverLimit: "Das ist mehr, als die Grenzen erlauben."
        case .refusedYoungAccount: "Ihr Konto ist neu. In den ersten Wochen darf es weniger Geld offline haben."
        case .refusedAmount: "Das ist kein Betrag. Schreiben Sie ihn so: 12,50."
        case .refusedZero: "Der Betrag muss größer als null sein."
        case .refusedTooPrecise: "Diese Währung hat weniger Nachkommastellen."
        case .refusedCurrency: "Das ist eine andere Währung als die des Hubs."
        case .refusedFrozen: "Vor dem nächsten Abgleich lässt sich nichts ausgeben."
        case .refusedPoolEmpty: "Gleichen Sie einmal ab, bevor Sie ohne Netz mehr Geld anfordern."
        case .refusedBadDocument: "Das ist nicht lesbar. Scannen oder kopieren Sie es noch einmal, und zwar ganz."
        case .refusedRequest: "Diese Anforderung lässt sich nicht zahlen. Bitten Sie um eine neue."
        case .refusedPayment: "Diese Zahlung lässt sich nicht annehmen: Sie ist nicht gültig."
        case .refusedNotOurs: "Das betrifft keine Zahlung oder Anforderung dieser Geldbörse."
        case .refusedTooLate: "Dafür ist es zu spät."
        case .refusedDoubleSpend: "Dieses Geld wurde zweimal ausgegeben. Der Beweis ist aufbewahrt."
        case .refusedStorage:
            "Die Platte ließ sich nicht lesen oder schreiben. Prüfen Sie, ob der Ordner beschreibbar ist."
        case .refusedStorageFull: "Die Platte ist voll. Schaffen Sie Platz und versuchen Sie es erneut."
        case .refusedBadBackup: "Diese Datei ist keine vollständige Sicherung von Satchel."
        case .refusedCredentials: "Benutzername oder Passwort ist falsch."
        case .refusedOneTimeCode: "Der Code fehlt oder ist falsch. Nehmen Sie den neuesten."
        case .refusedUsernameTaken: "Diesen Benutzernamen hat schon jemand. Wählen Sie einen anderen."
        case .refusedWeakPassword: "Dieses Passwort ist zu leicht zu erraten. Nehmen Sie ein längeres."
        case .refusedBadUsername: "Ein Benutzername hat 3 bis 32 Kleinbuchstaben, Ziffern, Punkte, Striche."
        case .refusedTooMany: "Das war zu oft. Warten Sie eine Weile."
        case .refusedUnknownRecipient: "Bei Ihrem Hub heißt niemand so. Prüfen Sie die Schreibweise."
        case .refusedToOneself: "Das sind Sie selbst. Wählen Sie jemand anderen."
        case .refusedLongNote: "Die Notiz ist zu lang. Kürzen Sie sie."
        case .refusedAccountLocked:
            "Das Konto ist nach zu vielen Fehlversuchen gesperrt. Warten Sie oder fragen Sie den Betreiber."
        case .refusedAccountFrozen: "Der Hub hat das Konto eingefroren. Fragen Sie den Betreiber."
        case .refusedRequestClosed: "Die Anforderung ist schon erledigt."
        case .refusedNotAccepted: "Diese Person nimmt keine Anforderungen von Ihnen an."
        case .refusedNotFound: "Das gibt es nicht. Sehen Sie in der Liste nach."
        case .refusedClock: "Die Uhr dieses Geräts geht falsch. Stellen Sie sie und versuchen Sie es erneut."
        case .refusedBadLink: "Dieser Link ist hier nicht brauchbar. Bitten Sie noch einmal darum."
        case .refusedUnforeseen: "Etwas Unvorhergesehenes ist geschehen. Nichts ging verloren; versuchen Sie es erneut."
        case .refusedNoRequestCode: "Das ist keine Zahlungsanforderung. Scannen Sie die des Empfängers."
        case .refusedNoPaymentCode: "Das ist keine Zahlung. Scannen Sie die des Zahlers."
        case .refusedPaymentHere: "Das ist eine Zahlung. Nehmen Sie sie unter Empfangen an."
        case .refusedRequestHere: "Das ist eine Anforderung. Zahlen Sie sie unter Senden."
        case .refusedNoCode: "Im Bild ist kein Code. Nehmen Sie den ganzen Code auf, scharf und gerade."
        case .refusedSeveralCodes: "Da sind mehrere Codes. Schneiden Sie das Bild auf einen zu."
        case .refusedIncompleteCode: "Die Codes sind nicht vollständig. Nehmen Sie weitere auf."
        case .refusedOtherContent: "Das enthält etwas anderes. Nehmen Sie das richtige Bild."
        case .refusedNotAnImage: "Diese Datei ist kein lesbares Bild und kein Text."
        case .refusedTooLarge: "Das ist zu groß."
        case .refusedFile: "Die Datei lässt sich nicht öffnen. Prüfen Sie den Namen."
        case .refusedCannotWrite: "Die Datei ließ sich nicht schreiben. Wählen Sie einen anderen Ort."
        case .refusedReaderMissing: "Der Bildleser fehlt oder ist defekt. Installieren Sie Satchel neu."
        case .refusedNoCamera: "Keine Kamera ist benutzbar. Wählen Sie ein Bild."
        case .refusedCodeCannotHold: "Ein Code dieser Art kann das nicht enthalten. Wählen Sie eine andere Art."
        case .refusedNoCard: "Diese Karte gibt es nicht mehr."
        case .refusedNoPhoto: "Das Foto fehlt oder ist beschädigt. Die Karte ist heil."
        case .refusedNoCards: "Es gibt keine Karte zum Exportieren."
        case .refusedDuplicateCard: "Eine Karte mit diesem Geschäft und dieser Nummer ist schon da."
        case .refusedBadCard: "Etwas an dieser Karte ist nicht, wie es sein soll."
        case .refusedCardMissing: "Eine Karte braucht ein Geschäft und eine Nummer oder einen Code."
        case .refusedFileFormat: "Diese Datei ist von keiner bekannten Art oder defekt."
        case .refusedFileLocked: "Die Datei ist verschlossen. Geben Sie ihr Passwort ein."
        case .refusedNoPhrase: "Es gibt noch keine Coins. Legen Sie zuerst eine Wortfolge an."
        case .refusedPhraseExists: "Es gibt schon eine Wortfolge, und sie wird nie ersetzt."
        case .refusedBadPhrase: "Diese Wörter sind keine Wortfolge. Prüfen Sie Schreibweise und Reihenfolge."
        case .refusedOtherNetwork: "Diese Adresse gehört zu einer anderen Chain. Fragen Sie beim Empfänger nach."
        case .refusedBadAddress: "Das ist keine Adresse. Kopieren Sie sie noch einmal ganz."
        case .refusedInsufficientForFee: "Der Betrag ist da, aber nicht die Gebühr dazu."
        case .refusedDust: "Der Betrag ist zu klein für diese Chain."
        case .refusedFee: "Die Gebühr ist zu niedrig oder zu hoch."
        case .refusedNoServer:
            "Für diese Chain ist kein Server gewählt. Wählen Sie einen in den Einstellungen der Coins."
        case .refusedServerUnreachable: "Der Server antwortet nicht. Gezeigt wird, was zuletzt bekannt war."
        case .refusedLyingServer: "Die Antworten des Servers widersprechen sich. Wählen Sie einen anderen."
        case .refusedByServer: "Das Netz hat die Transaktion abgelehnt. Nichts wurde gesendet."
        case .refusedWatchOnly: "Dieses Konto schaut nur zu: Seine Schlüssel sind anderswo."
        case .refusedAccountExists: "Dieses Konto ist schon da."
        case .refusedCoinInput: "Das ist hier nicht brauchbar. Prüfen Sie Ihre Eingabe."
        case .refusedNotAcknowledged: "Bestätigen Sie zuerst jede Warnung."
        case .refusedCheckDigit:
            "In {name} wäre die letzte Ziffer {digit}. Vergleichen Sie sie mit der Karte oder wählen Sie die Art des Codes."
        case .refusedDate: "Das ist kein Datum. Schreiben Sie es so: 31.12.2027."
        case .refusedWords: "Das sind nicht die richtigen Wörter. Sehen Sie in Ihrer Abschrift nach."
        case .contacts: "Kontakte"
        case .noContacts: "Noch keine Kontakte"
        case .noContactsHint: "Fügen Sie hinzu, wem Sie oft senden. Nur Sie sehen das."
        case .addContact: "Kontakt hinzufügen"
        case .ownName: "Ihr Name dafür"
        case .favourite: "Favorit"
        case .block: "Anforderungen sperren"
        case .unblock: "Anforderungen zulassen"
        case .blocked: "Gesperrt"
        case .forgotten: "{name} ist kein Kontakt mehr"
        case .requests: "Anforderungen"
        case .requestsIncoming: "An Sie"
        case .requestsOutgoing: "Von Ihnen"
        case .noRequests: "Niemand fordert etwas an"
        case .newRequest: "Geld anfordern"
        case .payer: "Wer zahlen soll"
        case .payerHint: "Leer: wer den Link hat"
        case .payerChooses: "Der Zahler wählt"
        case .declineRequest: "Ablehnen"
        case .cancelRequest: "Zurückziehen"
        case .requestOpen: "Offen"
        case .requestPaid: "Bezahlt"
        case .requestDeclined: "Abgelehnt"
        case .requestCancelled: "Zurückgezogen"
        case .requestExpired: "Abgelaufen"
        case .requestMade: "Schicken Sie diesen Link oder zeigen Sie den Code."
        case .noCards: "Noch keine Karten"
        case .noCardsHint:
            "Fügen Sie eine Karte hinzu, scannen Sie eine oder importieren Sie eine Datei aus einer anderen App."
        case .cardCount: .counted(one: "{count} Karte", other: "{count} Karten")
        case .addCard: "Karte hinzufügen"
        case .editCard: "Karte bearbeiten"
        case .store: "Geschäft"
        case .cardNumber: "Nummer"
        case .holder: "Inhaber"
        case .group: "Gruppe"
        case .colour: "Farbe"
        case .expiry: "Gültig bis"
        case .expiryHint: "Gültig bis: z. B. 31.12.2027; leer für immer"
        case .expired: "Abgelaufen"
        case .codeKind: "Art des Codes"
        case .noCode: "Kein Code"
        case .codeText: "Text des Codes, falls nicht die Nummer"
        case .starred: "Markiert"
        case .star: "Markieren"
        case .unstar: "Markierung entfernen"
        case .archive: "Archivieren"
        case .unarchive: "Zurückholen"
        case .archived: "Archiviert"
        case .cardDeleted: "Die Karte ist gelöscht"
        case .fullScreen: "Vollbild"
        case .codeOfCard: "Code von {name}: {number}"
        case .photos: "Fotos"
        case .handOver: "An ein anderes Gerät geben"
        case .importCards: "Importieren"
        case .exportCards: "Exportieren"
        case .cardsArrived: .counted(one: "{count} Karte in der Datei", other: "{count} Karten in der Datei")
        case .cardsHere: .counted(one: "{count} davon ist schon da", other: "{count} davon sind schon da")
        case .duplicatesSkip: "Meine so lassen"
        case .duplicatesOverwrite: "Meine überschreiben"
        case .duplicatesMerge: "Beide verbinden"
        case .takeCards: "Karten behalten"
        case .cardsTaken: .counted(one: "{count} Karte ist neu", other: "{count} Karten sind neu")
        case .cardsExported:
            .counted(one: "{count} Karte nach {path} geschrieben", other: "{count} Karten nach {path} geschrieben")
        case .filePassword: "Passwort der Datei"
        case .automatic: "Automatisch"
        case .automaticKind: "Automatisch ({name})"
        case .noPhraseTitle: "Bitcoin, Ethereum, Solana"
        case .noPhraseText: "Eine Folge von zwölf Wörtern bewahrt sie alle. Wer die Wörter hat, hat die Coins."
        case .makePhrase: "Wortfolge anlegen"
        case .restorePhrase: "Ich habe eine Wortfolge"
        case .phraseTitle: "Schreiben Sie diese Wörter auf"
        case .phraseText:
            """
            In dieser Reihenfolge, auf Papier, und zeigen Sie sie niemandem. Sie sind der einzige Weg zurück zu \
            Ihren Coins.
            """
        case .phraseWritten: "Ich habe sie aufgeschrieben"
        case .checkTitle: "Abschrift prüfen"
        case .wordNumber: "Wort {number}"
        case .typedPhrase: "Ihre Wörter"
        case .showWordsAgain: "Wörter noch einmal zeigen"
        case .noAccounts: "Noch keine Konten"
        case .addAccount: "Konto hinzufügen"
        case .network: "Netz"
        case .watchOnly: "Nur beobachtend"
        case .asKnown: "Zuletzt bekannt"
        case .unknownBalance: "Noch nicht gefragt"
        case .address: "Adresse"
        case .freshAddress: "Neue Adresse"
        case .codeOfAddress: "QR-Code der Adresse"
        case .everything: "Alles"
        case .fee: "Gebühr"
        case .feeSlow: "Langsam"
        case .feeNormal: "Normal"
        case .feeFast: "Schnell"
        case .change: "Wechselgeld, zurück an Sie"
        case .label: "Bezeichnung"
        case .reviewCoins: "Das wird unterschrieben"
        case .understood: "Ich verstehe"
        case .signAndSend: "Unterschreiben und senden"
        case .coinsSent: "Ans Netz übergeben"
        case .coinIncoming: "Empfangen"
        case .coinOutgoing: "Gesendet"
        case .coinOwn: "Umgebucht"
        case .coinPending: "Wartet auf einen Block"
        case .coinConfirmed: "Bestätigt"
        case .coinFailed: "Gescheitert"
        case .coinGone: "Nicht mehr in der Chain"
        case .coinSettling: "In einem Block, noch nicht endgültig"
        case .coinFromContract: "Keine Transaktion von Block {block} zeigt dies: Ein Vertrag hat es gezahlt."
        case .coinToContract: "Keine Transaktion von Block {block} zeigt dies: Ein Vertrag hat es eingezogen."
        case .coinWithdrawal: "Auszahlung an einen Validator"
        case .coinRoseBetween:
            "Das Guthaben ist zwischen {from} und {to} um {amount} gestiegen. Dieser Server sagt nicht, durch welche Zahlung."
        case .coinFellBetween:
            "Das Guthaben ist zwischen {from} und {to} um {amount} gesunken. Dieser Server sagt nicht, durch welche Zahlung."
        case .coinRoseUntil:
            "Das Guthaben ist bis {to} um {amount} gestiegen. Dieser Server sagt nicht, durch welche Zahlung."
        case .coinFellUntil:
            "Das Guthaben ist bis {to} um {amount} gesunken. Dieser Server sagt nicht, durch welche Zahlung."
        case .coinRoseUnread:
            "Das Guthaben ist durch Zahlungen, die noch nicht gelesen sind, um {amount} gestiegen. Die nächste Aktualisierung liest weiter."
        case .coinFellUnread:
            "Das Guthaben ist durch Zahlungen, die noch nicht gelesen sind, um {amount} gesunken. Die nächste Aktualisierung liest weiter."
        case .servers: "Server"
        case .profile: "Profil"
        case .hub: "Hub"
        case .loggedInAs: "Angemeldet als {name}"
        case .loggedOut: "Abgemeldet"
        case .logOut: "Abmelden"
        case .devices: "Geräte"
        case .thisDevice: "Dieses Gerät"
        case .lastUsed: "Zuletzt benutzt {time}"
        case .security: "Sicherheit"
        case .lockAfter: "Sperren nach"
        case .minutes: .counted(one: "{count} Minute", other: "{count} Minuten")
        case .never: "Nie"
        case .changePassphrase: "Passphrase ändern"
        case .oldPassphrase: "Bisherige Passphrase"
        case .newPassphrase: "Neue Passphrase"
        case .newPassphraseAgain: "Neue Passphrase wiederholen"
        case .passphraseChanged:
            "Die Passphrase ist geändert. Eine PIN von vorher gilt nicht mehr. Sicherungen behalten ihre Passphrase."
        case .appearance: "Darstellung"
        case .language: "Sprache"
        case .asSystem: "Wie das System"
        case .light: "Hell"
        case .dark: "Dunkel"
        case .textSize: "Textgröße"
        case .percent: "{number} %"
        case .reduceMotion: "Weniger Bewegung"
        case .hideAmounts: "Beträge verbergen"
        case .showAmounts: "Beträge zeigen"
        case .hiddenAmount: "Verborgener Betrag"
        case .backup: "Sicherung"
        case .backUp: "Jetzt sichern"
        case .backedUp: "Die Sicherung liegt in {path}. Bewahren Sie ihre Passphrase anderswo auf."
        case .backupAgain: "Passphrase der Sicherung wiederholen"
        case .forgetWallet: "Geldbörse löschen"
        case .forgetQuestion:
            "Die Geldbörse mit allen Schlüsseln und allem Geld löschen? Zurück führt nur eine Sicherung."
        case .about: "Über"
        case .version: "Version {number}"
        case .camera: "Kamera"
        case .scanHint:
            "Zeigen Sie der Kamera einen Code, wählen Sie ein Bild davon oder eine Textdatei, oder fügen Sie den Text ein."
        case .cameraHint: "Halten Sie den Code ruhig, ganz und gerade vor die Kamera."
        case .lookThroughCamera: "Mit der Kamera lesen"
        case .stopCamera: "Kamera ausschalten"
        case .readingProgress: .counted(one: "{count} % ist da", other: "{count} % sind da")
        case .refusedForUnknownReason:
            "Der Hub lehnt aus einem Grund ab, den dieses Satchel nicht kennt: {code}. Nichts wurde bewegt."
        case .refusedNotUnderstood:
            "Der Hub nimmt das so nicht an. Prüfen Sie die Eingabe oder aktualisieren Sie Satchel."
        case .refusedOtherKey: "Der Hub kennt dieses Gerät nicht für das Konto. Melden Sie sich ab und wieder an."
        case .refusedSecondFactorOn: "Der zweite Faktor ist schon eingeschaltet."
        case .refusedSecondFactorOff: "Der zweite Faktor ist ausgeschaltet."
        case .refusedForbidden: "Ihr Konto darf das nicht. Fragen Sie den Betreiber des Hubs."
        case .refusedBusy: "Der Hub ist gerade beschäftigt. Versuchen Sie es gleich noch einmal."
        case .refusedUnknownCurrency: "Diese Währung führt der Hub nicht."
        case .refusedUnknownMoney: "Der Hub kennt dieses Geld nicht. Vielleicht ist es von einem anderen."
        case .refusedWrongAmount:
            "Das ist nicht der Betrag, um den gebeten wurde. Sehen Sie sich die Bitte noch einmal an."
        case .refusedNoRate: "Zwischen diesen beiden Währungen hat der Hub keinen Kurs."
        case .refusedQuoteExpired: "Dieser Kurs gilt nicht mehr. Fragen Sie nach einem neuen."
        case .refusedQuoteUsed: "Dieser Kurs wurde schon genutzt. Sehen Sie im Verlauf nach."
        case .refusedIBAN: "Das ist keine IBAN. Kopieren Sie sie noch einmal, und zwar ganz."
        case .refusedNoBank: "Für diese Währung hat der Hub keine Bank."
        case .refusedHubFull: "Der Hub hat keinen Platz mehr, nichts wurde bewegt. Fragen Sie seinen Betreiber."
        case .refusedHubBroken:
            "Der Hub hat einen Fehler gemacht. Versuchen Sie es später noch einmal; nichts wird doppelt bewegt."
        case .refusedSamePerson: "Jemand ist zweimal genannt. Nennen Sie jede Person einmal."
        case .refusedWeight: "Eine Zahl von Anteilen ist eine ganze Zahl von 1 bis 1000."
        case .refusedSharesDiffer: "Die Anteile ergeben {sum}, die Rechnung ist {total}."
        case .refusedPastDay: "Dieser Tag ist vorbei. Wählen Sie heute oder einen späteren."
        case .refusedCount: "Schreiben Sie eine ganze Zahl von 1 bis {most}."
        case .refusedEndBeforeStart: "Der letzte Tag liegt vor dem ersten."
        case .refusedUnknownCoin:
            "Kein Konto dieser Geldbörse ist auf der gefragten Chain. Fügen Sie zuerst eines hinzu."
        case .refusedNothingToSign: "Hier ist nichts, was diese Geldbörse unterschreiben kann."
        case .currency: "Währung"
        case .exchange: "Umtauschen"
        case .exchangeText: "Der Hub führt mehrere Währungen. Er nennt zuerst seinen Preis und hält ihn eine Minute."
        case .exchangeFrom: "Sie geben"
        case .exchangeTo: "Sie erhalten"
        case .exchangeAboutGetting: "Der Betrag ist, was ich erhalte"
        case .askRate: "Preis zeigen"
        case .takeRate: "{amount} umtauschen"
        case .rate: "Kurs"
        case .rateWithSpread: "{rate}, davon {spread} % für den Hub"
        case .rateHolds: "Gilt bis {time}"
        case .exchanged: "{amount} sind auf Ihrem Konto."
        case .orderWaits: "Aufgeschrieben. Der nächste Abgleich führt es aus; bestellen Sie es nicht noch einmal."
        case .oneCurrency: "Dieser Hub führt nur eine Währung."
        case .missingCurrency: "In dieser Währung fehlen {amount}."
        case .splits: "Geteilte Rechnungen"
        case .noSplits: "Noch keine geteilten Rechnungen"
        case .noSplitsHint:
            "Geben Sie eine Rechnung ein, die Sie bezahlt haben; alle anderen bekommen eine Anforderung."
        case .newSplit: "Rechnung teilen"
        case .billTotal: "Ganze Rechnung"
        case .shareEvenly: "Gleich"
        case .shareByWeight: "Anteile"
        case .shareByAmount: "Beträge"
        case .person: "Person {number}"
        case .personsPart: "Anteil von Person {number}"
        case .myPart: "Mein Anteil"
        case .includesMe: "Ich trage einen Anteil mit"
        case .addPerson: "Person hinzufügen"
        case .removePerson: "Person {number} entfernen"
        case .stillOpen: "Noch offen"
        case .paidSoFar: "Bisher bezahlt"
        case .cancelSplit: "Offenes zurückziehen"
        case .people: .counted(one: "{count} Person", other: "{count} Personen")
        case .recurring: "Daueraufträge"
        case .noRecurring: "Keine Daueraufträge"
        case .noRecurringHint: "Der Hub zahlt von selbst, an den Tagen, die Sie nennen."
        case .newRecurring: "Dauerauftrag anlegen"
        case .rhythm: "Wie oft"
        case .unitDay: "Tag"
        case .unitWeek: "Woche"
        case .unitMonth: "Monat"
        case .interval: "Alle"
        case .everyDays: .counted(one: "Alle {count} Tag", other: "Alle {count} Tage")
        case .everyWeeks: .counted(one: "Alle {count} Woche", other: "Alle {count} Wochen")
        case .everyMonths: .counted(one: "Alle {count} Monat", other: "Alle {count} Monate")
        case .firstDay: "Erster Tag"
        case .dayHint: "z. B. 31.12.2027"
        case .endsNever: "Ohne Ende"
        case .endsAfter: "Nach einer Zahl"
        case .endsOn: "An einem Tag"
        case .howMany: "Wie viele Zahlungen"
        case .lastDay: "Letzter Tag"
        case .nextDays: "Zahlt am {days}"
        case .nextDay: "Nächste am {day}"
        case .orderIt: "Anlegen"
        case .pause: "Pausieren"
        case .resume: "Fortsetzen"
        case .endRecurring: "Endgültig beenden"
        case .recurringActive: "Aktiv"
        case .recurringPaused: "Pausiert"
        case .recurringFinished: "Abgeschlossen"
        case .recurringCancelled: "Beendet"
        case .timesPaid: .counted(one: "{count}-mal bezahlt", other: "{count}-mal bezahlt")
        case .runPaid: "Bezahlt"
        case .runFailed: "Nicht bezahlt; neuer Versuch {time}"
        case .runMissed: "Ausgefallen"
        case .bank: "Banküberweisung"
        case .fundingTitle: "Geld einzahlen"
        case .fundingText: "Überweisen Sie von Ihrer Bank auf dieses Konto, mit genau diesem Verwendungszweck."
        case .reference: "Verwendungszweck"
        case .ibanName: "IBAN"
        case .bankOwner: "Kontoinhaber"
        case .bic: "BIC"
        case .payOutTitle: "An eine Bank auszahlen"
        case .reviewPayOut: "{amount} an {name} auszahlen?"
        case .payOut: "Auszahlen"
        case .paidOut: "{amount} sind auf dem Weg zur Bank."
        case .payouts: "Auszahlungen"
        case .noPayouts: "Noch keine Auszahlungen"
        case .payoutPending: "Noch nicht bei der Bank"
        case .payoutCancelled: "Zurückgenommen"
        case .payoutExported: "Bei der Bank beauftragt"
        case .payoutCompleted: "Von der Bank bezahlt"
        case .payoutReturned: "Zurückgekommen"
        case .payoutRefused: "Von der Bank abgelehnt"
        case .merchant: "Für Händler"
        case .merchantText: "Ihr Server erfährt von jeder Zahlung auf Ihr Konto, sobald sie ankommt."
        case .webhookURL: "Adresse Ihres Servers (https)"
        case .setWebhook: "Diesem Server melden"
        case .removeWebhook: "Nicht mehr melden"
        case .webhookSecret: "Geheimnis zum Prüfen der Meldungen. Es wird nur jetzt gezeigt."
        case .webhookFailing: "Scheitert seit {time}"
        case .webhookGivenUp: "Aufgegeben am {time}. Zum Neustart noch einmal setzen."
        case .deliveries: "Letzte Meldungen"
        case .noDeliveries: "Noch keine Meldung"
        case .delivered: "Zugestellt ({status})"
        case .notDelivered: "Nicht zugestellt ({status})"
        case .noAnswer: "Keine Antwort"
        case .accountSecurity: "Konto und Passwort"
        case .secondFactor: "Zweiter Faktor"
        case .secondFactorIsOn: "Ein. Beim Anmelden wird ein Code verlangt."
        case .secondFactorIsOff:
            "Aus. Ein Code aus einer App würde das Konto vor allen schützen, die das Passwort erfahren."
        case .codesLeft:
            .counted(one: "{count} Wiederherstellungscode übrig", other: "{count} Wiederherstellungscodes übrig")
        case .turnOn: "Einschalten"
        case .turnOff: "Ausschalten"
        case .scanSecret:
            """
            Scannen Sie das mit Ihrer Authentifizierungs-App oder tippen Sie das Geheimnis. Geben Sie dann deren \
            Code ein.
            """
        case .codeOfSecret: "QR-Code des Geheimnisses"
        case .recoveryCodes: "Wiederherstellungscodes"
        case .recoveryText: "Schreiben Sie diese auf Papier. Jeder meldet Sie einmal an, wenn die App verloren ist."
        case .newRecoveryCodes: "Neue Wiederherstellungscodes"
        case .changePassword: "Passwort ändern"
        case .oldPassword: "Bisheriges Passwort"
        case .newPassword: "Neues Passwort"
        case .newPasswordAgain: "Neues Passwort wiederholen"
        case .passwordChanged: "Das Passwort ist geändert; Ihre anderen Geräte sind abgemeldet."
        case .logOutWhenIdle: "Abmelden ohne Benutzung"
        case .logOutEverywhere: "Überall abmelden"
        case .logOutEverywhereQuestion: "Alle Geräte dieses Kontos abmelden, auch dieses?"
        case .logOutQuestion:
            "Auf diesem Gerät abmelden? Zum Anmelden brauchen Sie wieder Ihr Passwort. Ihr Geld offline bleibt hier."
        case .logOutDeviceQuestion: "{name} abmelden? Zum Anmelden braucht dieses Gerät wieder Ihr Passwort."
        case .services: "Mehr"
        case .billNumber: "Rechnungsnummer"
        case .dueDay: "Fällig am"
        case .addressOrLink: "Adresse, Kontakt oder Link"
        case .coin: "Coin"
        case .memo: "Öffentliche Notiz in der Chain"
        case .ownFee: "Eigene Gebühr ({unit})"
        case .worth: "Wert etwa"
        case .feeWorth: "Gebühr etwa"
        case .payFrom: "Zahlen von"
        case .planAgain: "Mit dieser Gebühr neu planen"
        case .coinPayments: "Zahlungen von hier"
        case .noCoinPayments: "Von hier wurde noch nichts gezahlt"
        case .speedUp: "Beschleunigen"
        case .cancelCoins: "Abbrechen"
        case .sendAgain: "Neu senden"
        case .pushAgain: "Noch einmal übergeben"
        case .sendExported: "Wartet auf die Unterschrift"
        case .sendSigned: "Unterschrieben, noch nicht übergeben"
        case .sendRefused: "Vom Server abgelehnt"
        case .sendReplaced: "Von einer anderen ersetzt"
        case .sendExpired: "Abgelaufen; davon geschieht nichts mehr"
        case .showToSigner: "Dem Unterzeichner zeigen"
        case .signerTitle: "Für den Unterzeichner"
        case .signerText:
            "Scannen Sie das mit dem Gerät, das die Schlüssel hat, und nehmen Sie hier seine Antwort auf."
        case .takeSignature: "Unterschrift aufnehmen"
        case .signCoins: "Für eine andere Geldbörse unterschreiben"
        case .signCoinsText:
            """
            Scannen Sie, was die andere Geldbörse zeigt. Sie sehen vor dem Unterschreiben, was es tut; von hier wird \
            nichts gesendet.
            """
        case .sign: "Unterschreiben"
        case .signedTitle: "Unterschrieben"
        case .signedText: "Zeigen Sie das der Geldbörse, die gefragt hat. Sie sendet die Zahlung."
        case .coinSettings: "Einstellungen der Coins"
        case .noServers: "Keiner ist gewählt, also wird nichts gefragt."
        case .serversText:
            "Ein Server erfährt die Adressen, nach denen er gefragt wird. Ein eigener ist die bessere Wahl."
        case .suggestedServers: "Öffentliche Server"
        case .accept: "Zulassen"
        case .acceptServerQuestion:
            "{server} zulassen? Der Server erfährt Ihre Adressen ({network}), deren Guthaben und Zahlungen und Ihre IP-Adresse."
        case .ownServer: "Anderer Server"
        case .serverKind: "Art"
        case .serverURL: "Adresse des Servers"
        case .tokens: "Tokens"
        case .tokenSymbol: "Kürzel"
        case .tokenDecimals: "Nachkommastellen"
        case .everyDay: "Jeden Tag"
        case .everyWeek: "Jede Woche"
        case .everyMonth: "Jeden Monat"
        case .exportAs: "Als {name} exportieren"
        case .chooseFolder: "Ordner wählen"
        case .chooseBackup: "Sicherung wählen"
        case .cardFiles: "Importieren und exportieren"
        case .eraseCards: "Vorhandene Karten zuerst löschen"
        case .importChangedNothing: "Nichts ist anders: alles war schon da"
        case .reportMerged: "Zusammengeführt"
        case .reportUpdated: "Aktualisiert"
        case .reportOverwritten: "Überschrieben"
        case .reportSkipped: "Unverändert gelassen"
        case .reportErased: "Gelöscht"
        case .importProblems: .counted(one: "{count} Hinweis", other: "{count} Hinweise")
        case .cardOfFile: "Karte {number}:"
        case .deleteCardQuestion: "Karte von {name} löschen? 30 Tage lang kann sie zurückkommen."
        case .asGrid: "Als Kacheln"
        case .asList: "Als Liste"
        case .cardOrder: "Ordnen und filtern"
        case .orderByStore: "Nach Geschäft"
        case .orderByUse: "Zuletzt benutzte zuerst"
        case .orderByStar: "Markierte zuerst"
        case .withoutArchive: "Nicht archivierte"
        case .onlyGroup: "Nur {name}"
        case .allGroups: "Alle Gruppen"
        case .addPhotos: "Fotos hinzufügen"
        case .removePhoto: "Entfernen: {name}"
        case .photoFront: "Vorderseite"
        case .photoBack: "Rückseite"
        case .photoIcon: "Symbol"
        case .photoOther: "Foto {number}"
        case .refusedTooManyPhotos: "Eine Karte hat höchstens {most} Fotos."
        case .zoomIn: "Größer"
        case .zoomOut: "Kleiner"
        case .refusedSlow: "Der Hub antwortet langsam; Dringenderes ging vor. Versuchen Sie es noch einmal."
        case .hubKnownTitle: "Ihr Hub"
        case .hubKnownText: "Sie sind dem Hub unter {address} beigetreten."
        case .addressTitle: "Andere Adresse verwenden?"
        case .addressText:
            "Dieser Link nennt eine andere Adresse für Ihren Hub. Satchel verwendet sie nur, wenn sich Ihr Hub dort ausweist."
        case .presentAddress: "Bisherige Adresse"
        case .newAddress: "Neue Adresse"
        case .useAddress: "Neue Adresse verwenden"
        case .keepAddress: "Bisherige behalten"
        case .changeAddress: "Adresse ändern"
        case .linkWaits: "Ein weiterer Link wartet. Er öffnet sich, wenn Sie diese Seite schließen."
        case .refusedUnprovedHub:
            "Dieser Server hat sich nicht als Ihr Hub ausgewiesen. Es wurde nichts geändert. Fragen Sie den Betreiber des Hubs."
        case .refusedTooManyLinks: "Es warten zu viele Links. Schließen Sie zuerst ab, was offen ist."
        case .refusedNoHubCode: "Das ist kein Code eines Hubs. Fragen Sie den Betreiber nach dem richtigen."
        case .scanHub: "Code des Hubs scannen"
        case .refusedPriceAddress:
            """
            Das ist keine Adresse für Preise. Schreiben Sie sie wie https://prices.example/BTC-EUR#/data/amount, mit \
            Platzhaltern in Klammern.
            """
        case .priceAddress: "Adresse für Preise"
        case .priceText:
            """
            Ohne Adresse wird niemand gefragt und kein Wert gezeigt. Nur die Adresse mit ihren Platzhaltern verlässt \
            dieses Gerät.
            """
        case .summary: "Übersicht"
        case .summaryAll: "Insgesamt"
        case .byMonth: "Nach Monaten"
        case .byPerson: "Nach Personen"
        case .dismiss: "Ausblenden"
        case .ownShare: "Ihr eigener Anteil"
        case .countInputs: .counted(one: "{count} Eingang", other: "{count} Eingänge")
        case .countOutputs: .counted(one: "{count} Ausgang", other: "{count} Ausgänge")
        case .factSize: "{inputs}, {outputs}, etwa {size} vB"
        case .factInput: "Eingang {number}: {outpoint}, {amount}"
        case .factNotBefore: "Nicht gültig vor Block {block}"
        case .factSignatures:
            .counted(one: "{count} Unterschrift würde geleistet", other: "{count} Unterschriften würden geleistet")
        case .factLockTime: "Sperrzeit {time}"
        case .factPSBTVersion: "Ein PSBT der Version {number}"
        case .factNonce: "Nonce {nonce}, Gas-Grenze {limit}"
        case .factTokenContract: "Token-Vertrag {address}"
        case .factTokenCall: "Fragt den Token-Vertrag {address}: {call}"
        case .factDataFee:
            "Die Gebühr enthält etwa {amount} für Daten. Das Netz legt sie fest, wenn es die Zahlung annimmt."
        case .factDataFeeUnknown: "Das Netz erhebt auch eine Gebühr für Daten. Sie ist vorher nicht bekannt."
        case .factMovesNothing: "Bewegt nichts: sie tritt nur an die Stelle einer anderen Transaktion."
        case .factContractCall:
            .counted(
                one: "Ruft den Vertrag {address} mit {count} Byte auf",
                other: "Ruft den Vertrag {address} mit {count} Bytes auf")
        case .factCode:
            .counted(one: "Bringt {count} Byte Code in die Chain", other: "Bringt {count} Bytes Code in die Chain")
        case .factDeposits: "Legt {amount} für neue Konten zurück"
        case .factDurableNonce: "Beruht auf der Nonce {nonce} und läuft darum nie ab"
        case .factNonceAccount: "Legt das Nonce-Konto {address} an"
        case .factMemo: "Für alle lesbar: „{text}“"
        case .factChangeInFee:
            """
            Die Gebühr enthält {amount} mehr als {rate} sat/vB. Als Wechselgeld würde dieser Betrag mehr kosten, als er \
            wert ist.
            """
        case .factAsked: "Im Link steht: „{text}“"
        case .coinSpendable: "{amount} verfügbar"
        case .coinUnconfirmed: "{amount} unbestätigt"
        case .coinBalanceUnknown: "Der Saldo von {token} ist unbekannt: Unter {address} antwortet kein ERC-20-Token."
        case .factEvicts:
            .counted(
                one: "Hebt {count} fremde Transaktion auf, die sie ausgibt; deren Gebühr von {fees} ist mitzuzahlen",
                other:
                    "Hebt {count} fremde Transaktionen auf, die sie ausgeben; deren Gebühren von {fees} sind mitzuzahlen"
            )
        case .factNoChecksum:
            "{address} wurde ohne Prüfsumme eingegeben: Ein Tippfehler fiele nicht auf. Vergleichen Sie jedes Zeichen."
        case .feeAtMost: "höchstens {price}"
        case .feePerUnit: "{number} Millionstel Lamport je Einheit"
        case .smallestUnits: "kleinste Einheiten"
        case .unitsOfToken: "des Tokens {token}"
        case .watchedName: "{network} (beobachtet)"
        case .sendingExported:
            "Wartet auf die Unterschrift. Nehmen Sie sie hier auf oder nehmen Sie die Zahlung zurück."
        case .sendingPartly: "Einige Unterschriften sind da, andere fehlen noch."
        case .sendingSigned:
            "Unterschrieben und aufbewahrt. Beim nächsten Aktualisieren wird genau dasselbe noch einmal übergeben."
        case .sendingSent: "Gesendet, noch in keinem Block. Sie können sie beschleunigen oder abbrechen."
        case .sendingSentBriefly:
            "Gesendet, noch in keinem Block. Nimmt sie in den nächsten Minuten keiner auf, verfällt sie."
        case .sendingConfirmed: "In Block {block}."
        case .sendingFinal: "Erledigt, in Block {block}."
        case .sendingRefused:
            "Abgelehnt und aufbewahrt. Beschleunigen Sie sie oder brechen Sie ab: beides benutzt dasselbe Geld."
        case .sendingReplaced: "Eine andere Transaktion ist an ihre Stelle getreten; von dieser geschieht nichts mehr."
        case .sendingExpired: "Ihre Zeit lief ab, bevor ein Block sie aufnahm. Sie können sie gefahrlos neu senden."
        case .sendingFailed: "In Block {block}, aber ohne Wirkung. Nur die Gebühr wurde gezahlt."
        case .sendingDropped:
            "Vor dem Unterschreiben zurückgenommen. Wer eine unterschriebene Kopie hat, könnte sie noch senden."
        case .warnFeeShare: "Die Gebühr ist mehr als ein Viertel des Betrags."
        case .warnFeeShareOf: "Die Gebühr von {fee} ist mehr als ein Viertel der {amount}, die gesendet werden."
        case .warnFeeLarge: "Die Gebühr von {fee} ist weit höher, als eine Transaktion gewöhnlich kostet."
        case .warnOtherAmount: "Der Link verlangt {asked}. Sie zahlen {amount}."
        case .warnRecipientPays:
            """
            Für die höhere Gebühr ist im Konto nichts mehr übrig, also trägt sie der Empfänger: {address} bekommt \
            {amount} statt {before}.
            """
        case .warnNoOrigin:
            """
            Das Konto sagt nicht, welches Gerät seinen Schlüssel hat; die meisten Geräte unterschreiben dann nicht. \
            Beobachten Sie es neu mit dem vollständigen Deskriptor des Geräts.
            """
        case .warnFeeRate: "Der Preis der Gebühr liegt weit über dem, was irgendjemand zahlt."
        case .warnPaysSelf: "Alle Empfänger sind diese Geldbörse selbst."
        case .warnPaidBefore: "An eine der Adressen wurde schon einmal gezahlt."
        case .warnFutureAddress:
            "Eine der Adressen ist von einer Art, für die es noch keine Regeln gibt: jeder könnte das Geld nehmen."
        case .warnUnknownScript: "Einer der Ausgänge hat keine Adresse zum Vergleichen."
        case .warnForeignInputs: "Einige der Eingänge sind nicht von dieser Geldbörse."
        case .warnNotReplaceable: "Die Gebühr lässt sich später nicht erhöhen."
        case .warnUnconfirmed: "Sie gibt Geld aus, das noch nicht bestätigt ist und wieder verschwinden kann."
        case .warnUnprovenAmounts:
            """
            Beträge und damit die Gebühr stehen nur in der Datei: Bitten Sie ihren Urheber um die vorigen \
            Transaktionen.
            """
        case .warnOpenSignature:
            "Die Unterschrift von Eingang {number} ließe anderen frei, Teile der Transaktion zu ändern."
        case .warnUnusualScript: "Eingang {number} hat ein Skript, das in keinem der Konten vorkommt."
        case .warnFarAddress:
            """
            Ausgang {number} geht an eine eigene Adresse, die so weit hinten liegt, dass eine Wiederherstellung sie \
            nicht fände.
            """
        case .warnNothingToSign: "Keinen der Eingänge können Sie unterschreiben."
        case .warnUnknownCall:
            "Ein Vertrag wird mit Daten aufgerufen, die hier nicht lesbar sind; er kann alles Mögliche tun."
        case .warnUnlimitedApproval: "Damit darf jemand alles von diesem Token aus dem Konto nehmen, jetzt und später."
        case .warnApproval: "Damit darf jemand jederzeit bis zu diesem Betrag von dem Token aus dem Konto nehmen."
        case .warnToTokenContract: "Der Empfänger ist der Vertrag eines Tokens; was dorthin geht, ist meist verloren."
        case .warnToZeroAddress: "Der Empfänger ist die Nulladresse; was dorthin geht, ist verloren."
        case .warnValueToContract: "Mit dem Aufruf geht Ether an einen Vertrag."
        case .warnCreatesContract: "Damit kommt ein neuer Vertrag in die Chain."
        case .warnUnknownToken: "Dieser Token wurde nie bestätigt; sein Betrag steht in kleinsten Einheiten da."
        case .warnFromOtherAccount: "Damit werden Tokens eines anderen Kontos bewegt."
        case .warnUnreadableMessage:
            "Die Nachricht ist kein lesbarer Text; niemand kann sagen, was die Unterschrift bedeutet."
        case .warnPermission: "Mit dieser Unterschrift darf jemand ohne Transaktion Tokens aus dem Konto nehmen."
        case .warnAnyNetwork: "Die Nachricht nennt kein Netzwerk, also gilt die Unterschrift in allen."
        case .warnUnknownProgram:
            "Das Programm {program} kennt diese Geldbörse nicht; es kann mit den übergebenen Konten alles Mögliche tun."
        case .warnUnknownInstruction: "Diese Geldbörse kann nicht lesen, was das Programm {program} tun soll."
        case .warnUnknownTable: "Einige Konten stammen aus der Tabelle {table}, die nicht gelesen wurde."
        case .warnNewAccount: "Ein neues Konto wird angelegt; das verlangt eine Einlage von {amount}."
        case .warnOffCurve:
            """
            Für den Empfänger {address} kann niemand einen Schlüssel haben; was dorthin geht, könnte nur ein \
            Programm bewegen.
            """
        case .warnNotAWallet: "Der Empfänger {address} ist keine Geldbörse; was dorthin geht, kann verloren sein."
        case .warnUnknownOwner: "Wem das empfangende Token-Konto {account} gehört, ist nicht bekannt."
        case .warnUnstatedToken:
            "Die Transaktion sagt nicht, welcher Token {account} verlässt oder mit wie vielen Nachkommastellen."
        case .warnTransferFee:
            .counted(
                one: "Der Urheber des Tokens {token} behält von dieser Übertragung bis zu {count} kleinste Einheit.",
                other: "Der Urheber des Tokens {token} behält von dieser Übertragung bis zu {count} kleinste Einheiten."
            )
        case .warnTransferHook:
            "Der Token {token} führt bei jeder Übertragung das Programm {program} seines Urhebers aus."
        case .warnPermanentDelegate: "Der Urheber des Tokens {token} kann ihn jedem wegnehmen."
        case .warnScaledDisplay: "Andere Geldbörsen zeigen den Token {token} mit Zinsen oder einem Faktor."
        case .warnDelegates:
            .counted(
                one: "{address} darf dann bis zu {count} kleinste Einheit aus dem Token-Konto {account} bewegen.",
                other: "{address} darf dann bis zu {count} kleinste Einheiten aus dem Token-Konto {account} bewegen.")
        case .warnGivesAway: "Ein Recht an dem Konto {account} geht für immer an {address}."
        case .warnGivesUp: "Ein Recht an dem Konto {account} wird für immer aufgegeben."
        case .warnBurns:
            .counted(
                one: "{count} kleinste Einheit des Token-Kontos {account} wird vernichtet.",
                other: "{count} kleinste Einheiten des Token-Kontos {account} werden vernichtet.")
        case .warnCloses: "Das Token-Konto {account} wird geschlossen, und seine Einlage geht an {address}."
        case .refusedAmbiguous: "Das könnte zwei Beträge bedeuten. Lassen Sie die Tausender-Trennzeichen weg."
        case .refusedPiece: "Das ist mehr, als die Geldbörse an einem Stück aufbewahren kann. Kürzen Sie es."
        case .refusedLongAnswer: "Der Server hat mehr geantwortet, als sich annehmen lässt. Wählen Sie einen anderen."
        case .refusedExpired: "Die Zeit dafür ist abgelaufen. Planen Sie die Zahlung neu."
        case .refusedReplaced:
            "Eine andere Transaktion ist an ihre Stelle getreten. Sehen Sie in den Zahlungen von hier nach."
        case .refusedOtherTransaction:
            "Unterschrieben wurde eine andere Transaktion als die geprüfte. Nichts wird gesendet."
        case .refusedNonceGap:
            "Eine frühere Zahlung dieses Kontos steckt fest. Beschleunigen Sie sie oder brechen Sie sie zuerst ab."
        case .refusedTokenFrozen: "Das Konto dieses Tokens ist von dessen Urheber eingefroren."
        case .refusedUnderpriced: "Die Gebühr liegt unter dem, was das Netzwerk zurzeit nimmt. Erhöhen Sie sie."
        case .refusedKey:
            """
            Das ist weder Schlüssel noch Deskriptor noch Adresse. Kopieren Sie es noch einmal, und \
            zwar ganz.
            """
        case .refusedName: "Ein Name hat 1 bis 64 druckbare Zeichen."
        case .refusedPath: "Diese Art von Konto oder Pfad gibt es in der Chain nicht."
        case .originalWords: "Im Wortlaut: {text}"
        case .colourBlue: "Blau"
        case .colourGreen: "Grün"
        case .colourRed: "Rot"
        case .colourOrange: "Orange"
        case .colourViolet: "Violett"
        case .colourTeal: "Blaugrün"
        case .colourSlate: "Schiefer"
        case .colourBerry: "Beere"
        case .colourOther: "Farbe {number}"
        case .eventReceived: "Zahlung empfangen"
        case .eventRedeemed: "Code eingelöst"
        case .eventRefunded: "Zahlung zurückgezahlt"
        case .partyTopUp: "Beim Hub eingezahlt"
        case .partyBank: "Von einer Bank"
        case .partyRecovery: "Nach Betrug zurückgeholt"
        case .partyCompensation: "Nach Betrug entschädigt"
        // Prices
        case .priceCourse: "Kurs"
        case .priceSummary:
            """
            {coin} kostet {price}, {change}. Tiefster Kurs {lowest} ({lowestWhen}), höchster {highest} \
            ({highestWhen}).
            """
        case .priceSpan: "Zeitraum"
        case .spanDay: "Tag"
        case .spanWeek: "Woche"
        case .spanMonth: "Monat"
        case .spanYear: "Jahr"
        case .priceLowest: "Tiefster"
        case .priceHighest: "Höchster"
        case .priceChange: "Änderung"
        case .pricesSeen: "Aus Kursen, die diese Geldbörse gesehen hat."
        case .noPrices: "Aus dieser Zeit ist kein Kurs bekannt"
        case .noPricesHint: "Kurse werden ab jetzt behalten; das Diagramm wächst mit ihnen."
        case .noPriceSource:
            "Es ist keine Adresse für Kurse gewählt. Die Einstellungen der Coins haben einen Platz dafür."
        case .priceHistoryAddress: "Adresse früherer Kurse"
        case .priceCurrency: "Währung der Kurse, etwa EUR"
        case .refusedSlowServer:
            "Der Server braucht lange und musste Dringenderem weichen. Versuchen Sie es noch einmal."
        // Signing texts
        case .signText: "Einen Text unterschreiben"
        case .signTextHint:
            """
            Eine Unterschrift beweist, dass die Adresse Ihnen gehört. Unterschreiben Sie nichts, was Sie nicht \
            verstehen.
            """
        case .textToSign: "Text"
        case .typedData: "Typisierte Daten (JSON)"
        case .chooseTextFile: "Datei wählen"
        case .signingAddress: "Adresse, die unterschreibt (sonst die erste)"
        case .signer: "Wer unterschreibt"
        case .signature: "Unterschrift"
        case .verifyText: "Text und Unterschrift prüfen"
        case .verify: "Prüfen"
        case .signatureIsRight: "Genau diesen Text hat der Inhaber dieser Adresse unterschrieben."
        case .signatureIsWrong:
            "Das ist keine Unterschrift dieser Adresse für diesen Text. Verlassen Sie sich nicht darauf."
        // Paying several, slowly, together
        case .addPayee: "Noch jemanden bezahlen"
        case .otherPayee: "Empfänger {number}"
        case .removePayee: "Empfänger {number} entfernen"
        case .nonceAccount: "Nonce-Konto (freiwillig)"
        case .makeNonceAccount: "Nonce-Konto anlegen"
        case .nonceAccountText: "Was damit unterschrieben wird, läuft nicht ab. Ein Pfand wird hinterlegt."
        case .partlySigned: "Einige Unterschriften sind da. Zeigen Sie dies dem, der als Nächster unterschreibt."
        case .liftPayment: "Mit einer Gebühr für beide beschleunigen"
        case .saveFile: "Als Datei speichern"
        case .fileSaved: "Die Datei ist gespeichert."
        // Adding accounts of coins
        case .otherAccount: "Weiteres Konto, oder eines beobachten"
        case .ownAccount: "Ein Konto der Wortfolge"
        case .accountKind: "Art des Kontos"
        case .accountNumber: "Nummer (sonst die nächste)"
        case .accountPath: "Eigener Pfad (freiwillig)"
        case .accountName: "Name (freiwillig)"
        case .watchAccount: "Konto beobachten"
        case .watchText:
            """
            Ein erweiterter öffentlicher Schlüssel, ein Descriptor oder eine Adresse; oder der Code eines \
            Geräts, das unterschreibt. Das Konto zeigt Guthaben und macht Zahlungen, die anderswo unterschrieben \
            werden.
            """
        case .watchedKey: "Schlüssel, Descriptor oder Adresse"
        case .watch: "Beobachten"
        case .accountAdded: "{name} ist hinzugefügt."
        case .discoverAccounts: "Konten der Wortfolge suchen"
        case .accountsFound:
            .counted(
                one: "{count} Konto wurde schon benutzt", other: "{count} Konten wurden schon benutzt")
        case .showPhrase: "Wörter zeigen"
        case .showPhraseQuestion: "Wer die Wörter sieht, kann die Coins nehmen. Jetzt zeigen?"
        case .hidePhrase: "Wörter wegräumen"
        case .wordCount: "Anzahl der Wörter"
        case .wordLanguage: "Sprache der Wörter"
        case .extraWord: "Zusatzwort (freiwillig)"
        case .extraWordText: "Die Wörter allein finden dann nichts: merken Sie es sich auch."
        case .moreChoices: "Weitere Möglichkeiten"
        case .accountDetails: "Über dieses Konto"
        case .accountKey: "Woran andere es beobachten"
        case .accountKeyText:
            "Wer das hat, sieht alles, was auf dem Konto ist und geschieht, und kann nichts ausgeben."
        case .showAccountKey: "Schlüssel zeigen"
        case .rename: "Umbenennen"
        case .hideAccount: "Aus der Liste nehmen"
        case .hideAccountQuestion: "{name} aus der Liste nehmen? Erneutes Hinzufügen bringt es zurück."
        case .transaction: "Transaktion"
        case .counterpart: "Mit"
        // Accounts of several people
        case .sharedAccount: "Konto mehrerer Personen"
        case .sharedText:
            """
            So viele der Personen müssen jede Zahlung unterschreiben. Alle geben ihren Teil den anderen, und \
            alle fügen das Konto hinzu.
            """
        case .ownPart: "Ihr Teil"
        case .othersParts: "Teile der anderen"
        case .typedPart: "Teil von jemandem: [73c5…]xpub…"
        case .neededSigners: "Wie viele unterschreiben müssen"
        case .ofPeople: "{needed} von {people}"
        case .makeShared: "Konto hinzufügen"
        case .sharedMade: "Vergleichen Sie die erste Adresse: sie muss bei allen gleich sein."
        case .keepDescriptor:
            "Bewahren Sie dies bei den Wörtern auf: aus ihnen allein ist das Konto nicht wiederzufinden."
        case .removePart: "Diesen Teil entfernen"
        case .refusedNoCosigner: "Das ist kein Teil von jemandem. Er sieht aus wie [73c5da0a/48'/0'/0'/2']xpub…"
        // PSBTs
        case .psbt: "PSBTs ansehen"
        case .psbtText:
            """
            Nehmen Sie einen PSBT, oder was mehrere Personen aus einem gemacht haben. Hier wird nichts \
            unterschrieben oder gesendet.
            """
        case .psbtTogether: .counted(one: "{count} PSBT", other: "{count} PSBTs zusammen")
        case .psbtComplete: "Alle haben unterschrieben: er kann abgeschlossen werden."
        case .psbtOpen:
            .counted(
                one: "{count} Eingang braucht noch Unterschriften.",
                other: "{count} Eingänge brauchen noch Unterschriften.")
        case .psbtInput: "Eingang {number}"
        case .psbtSignatures: "{signatures} von {needed} Unterschriften"
        case .psbtSomeSignatures: .counted(one: "{count} Unterschrift", other: "{count} Unterschriften")
        case .psbtInputFinished: "Fertig"
        case .unknownAmount: "Unbekannt"
        case .psbtFinish: "Abschließen"
        case .psbtFinished: "Die Transaktion ist fertig. Sie wurde nicht gesendet."
        case .psbtClear: "Neu beginnen"
        // Cards that come back
        case .redo: "Wiederholen"
        case .cardUndone: "Rückgängig gemacht"
        case .formerCards: "Frühere Fassungen"
        case .noFormerCards: "In den letzten 30 Tagen wurde nichts gelöscht oder geändert"
        case .formerDeleted: "Gelöscht: {when}"
        case .formerChanged: "Geändert: {when}"
        case .bringBack: "Zurückholen"
        case .broughtBack: .counted(one: "{count} Karte ist zurück", other: "{count} Karten sind zurück")
        case .emptyBin: "Alle vergessen"
        case .emptyBinQuestion: "Alle früheren Fassungen endgültig vergessen?"
        case .exportFormat: "Format"
        case .exportCard: "Karte"
        case .exportPhotos: "Mit ihren Fotos"
        case .handOverPhotos: "Mit ihren Fotos"
        case .photosSmaller:
            .counted(
                one: "{count} Foto wurde verkleinert: {before} → {after}.",
                other: "{count} Fotos wurden verkleinert, das größte: {before} → {after}.")
        case .exportLock: "Passwort der Datei (freiwillig)"
        case .storeMissing: "Geben Sie an, von wem die Karte ist."
        case .numberMissing: "Eine Karte braucht ihre Nummer oder den Inhalt ihres Codes."
        case .ownColour: "Eigene Farbe (#RRGGBB)"
        case .colourWrong: "Eine Farbe schreibt man wie #34A853."
        // PINs, devices, viewers
        case .pin: "PIN"
        case .pinOptional: "PIN (kann entfallen)"
        case .pinTitle: "Mit PIN entsperren"
        case .pinText:
            """
            Eine PIN öffnet die Geldbörse auf diesem Gerät, bis es neu gestartet wird oder {number} falsche \
            eingegeben wurden. Danach hilft nur die Passphrase. Auf der Festplatte liegt davon nichts.
            """
        case .newPIN: "Neue PIN"
        case .newPINAgain: "Neue PIN wiederholen"
        case .setPIN: "PIN festlegen"
        case .changePIN: "PIN ändern"
        case .removePIN: "PIN entfernen"
        case .pinIsSet: "Eine PIN öffnet diese Geldbörse."
        case .pinTooShort: "Eine PIN hat mindestens 6 Ziffern und sonst nichts."
        case .pinTooSimple: "Eine solche PIN wird zuerst probiert. Wählen Sie eine andere."
        case .pinsDiffer: "Die beiden PINs sind verschieden."
        case .usePassphrase: "Passphrase verwenden"
        case .usePIN: "PIN verwenden"
        case .triesLeft:
            .counted(
                one: "Noch {count} Versuch, danach öffnet nur die Passphrase die Geldbörse.",
                other: "Noch {count} Versuche, danach öffnet nur die Passphrase die Geldbörse.")
        case .waitSeconds:
            .counted(
                one: "Der nächste Versuch ist in {count} Sekunde möglich.",
                other: "Der nächste Versuch ist in {count} Sekunden möglich.")
        case .refusedPIN: "Die PIN ist falsch."
        case .refusedPINSoon: "Zu früh nach falschen PINs. Warten Sie kurz, oder verwenden Sie die Passphrase."
        case .refusedPINGone:
            """
            Es gibt keine PIN mehr. Öffnen Sie die Geldbörse mit der Passphrase, und legen Sie dann wieder eine \
            fest.
            """
        case .refusedNoKeyring:
            """
            Dieses System bewahrt keine Schlüssel für Programme auf, darum wird jedes Mal nach der \
            Passphrase gefragt. Erlauben Sie in einem Container den Schlüsselbund des Kernels (add_key, \
            keyctl).
            """
        case .staysOpen: "Zwischen Starts offen bleiben"
        case .staysOpenText:
            """
            Wer die App startet, bevor sie sich sperren würde, wird nach nichts gefragt. So lange könnten \
            andere Programme dieses Benutzers den Schlüssel lesen.
            """
        case .bannerDevice: "Dieses Gerät schützt die Geldbörse nicht, wie es sollte."
        case .deviceDebugged:
            "Ein Debugger beobachtet dieses Programm. Schließen Sie ihn, und starten Sie die App neu."
        case .deviceOpenFolder:
            "Andere auf diesem Gerät können in {path} sehen. Nehmen Sie ihnen die Rechte: chmod 700."
        case .deviceForeignFolder: "{path} gehört jemand anderem. Legen Sie die Geldbörse in einen eigenen Ordner."
        case .deviceProgram: "Jeder hier kann {path} ersetzen. Nehmen Sie dieses Recht: chmod o-w."
        case .deviceDumps:
            """
            Ein Absturz würde die Schlüssel auf die Festplatte schreiben. Starten Sie die App neu, oder \
            lassen Sie Speicherabzüge abschalten.
            """
        case .restrictedUntilThen: "Bis dahin:"
        case .restrictedPIN: "Keine PIN wird festgelegt und kein Schlüssel zwischen Starts behalten."
        case .restrictedPhrase: "Keine Wörter einer Phrase werden gezeigt."
        case .refusedDevice: "Nicht, solange dieses Gerät die Geldbörse nicht schützt. Die Startseite sagt, warum."
        case .fewerDetails: "Weniger Details"
        case .scanRecipient: "Empfänger scannen"
        case .askFor: "Anfordern"
        case .refusedNoRecipient: "Dieser Code nennt niemanden, dem man senden kann."
        case .sendOrAsk: "Senden und anfordern"
        case .photoReset: "Ganzes Foto"
        case .ledger: "Das Buch des Hubs"
        case .ledgerText:
            """
            Jede Bewegung beim Hub steht in einem Buch, das nur wachsen darf. Bei jedem Abgleich muss der Hub \
            das beweisen.
            """
        case .ledgerUnseen: "Diese Geldbörse hat es noch nicht gesehen. Der nächste Abgleich fragt danach."
        case .checkLedger: "Jetzt prüfen"
        case .ledgerEntries: "Einträge"
        case .ledgerSigned: "Vom Hub signiert"
        case .ledgerFingerprint: "Fingerabdruck"
        case .ledgerEvidence: "Zwei Bücher, die sich widersprechen"
        case .ledgerEvidenceText:
            """
            Der Hub hat beide signiert. Fragen Sie den Betreiber nach dem Grund und bewahren Sie den Beleg \
            auf: Eine Aussage allein beweist nichts.
            """
        case .ledgerBefore: "Zuerst gezeigt"
        case .ledgerAfter: "Stattdessen gezeigt"
        case .acceptLedger: "Dem jetzigen Buch folgen"
        case .acceptLedgerQuestion:
            """
            Hat der Betreiber erklärt, warum das Buch ein anderes ist, etwa eine zurückgespielte Kopie? \
            Zahlungen, die nur im alten standen, können fehlen. Der Beleg bleibt hier.
            """
        case .refusedStaleReview:
            "Inzwischen wurde etwas anderes geprüft. Nichts ist unterschrieben; prüfen Sie dies noch einmal."
        case .notices: "Mitteilungen"
        case .noticesText:
            """
            Was mit Ihrem Konto geschieht, während die Geldbörse offen und ein anderes Fenster vorn ist. Auf \
            einem gesperrten Bildschirm können sie zu sehen sein.
            """
        case .noticesOff: "Aus"
        case .noticesWithoutAmounts: "Ohne Beträge"
        case .noticesWithAmounts: "Mit Beträgen"
        case .noticeMoney: "Sie haben Geld erhalten."
        case .noticePayments:
            .counted(one: "Sie haben {count} Zahlung erhalten.", other: "Sie haben {count} Zahlungen erhalten.")
        case .noticeFrom: "{amount} von {name}"
        case .noticeRequestPaid: "Ihre Anforderung wurde bezahlt."
        case .noticeRequest: "Jemand bittet Sie um Geld."
        case .noticeDeclined: "Ihre Anforderung wurde abgelehnt."
        case .noticeRecurringFailed: "Ein Dauerauftrag ging nicht und wird noch einmal versucht."
        case .noticeRecurringMissed: "Ein Dauerauftrag ist ausgefallen."
        case .noticeWebhook: "Ihr Server antwortet seit einem Tag nicht und erfährt nichts mehr."
        case .historyNotPaidYet: "Noch nicht bezahlt."
        case .historyRequestPaid: "Bezahlt."
        case .historyDeclinedPayment: "Eine Zahlung auf diese Anforderung wurde abgelehnt."
        case .historyReceived: "Empfangen; in dieser Geldbörse."
        case .historyReceivedAgain: "Empfangen, obwohl die Anforderung schon bezahlt war."
        case .historyReceivedHeld:
            """
            Empfangen für eine Anforderung aus der Zeit vor der Wiederherstellung: zurückgehalten, bis der Hub \
            es freigibt.
            """
        case .historyDecided: "Beschlossen, noch nicht gezeigt."
        case .historyHandedOver: "Übergeben; die Quittung des Empfängers steht aus."
        case .historyAcknowledged: "Der Empfänger hat es und hat dafür unterschrieben."
        case .historyDeclinedByPayee: "Vom Empfänger abgelehnt; der Wert kommt beim nächsten Abgleich ins Konto zurück."
        case .historyTakenBack:
            "Zurückgenommen. Der Hub zahlt ab {time} zurück, wenn der Empfänger nicht eingelöst hat."
        case .historyHeldPayment:
            """
            Beim Rückfall auf einen früheren Stand war der Empfang ungewiss; der Hub zahlt ab {time} zurück, \
            wenn der Empfänger es nicht hat.
            """
        case .historySettled: "Der Hub weiß davon; nichts ist mehr zu tun."
        case .historyNotNoted: "Der Hub hat es nicht vermerkt: {reason}"
        case .historyReturnedAfterDecline: "Vom Empfänger abgelehnt; der Hub hat es ins Konto zurückgezahlt."
        case .historyTakenInSpiteOfDecline:
            """
            Vom Empfänger abgelehnt, der trotzdem {amount} davon nahm; der Hub hat den Rest zurückgezahlt und \
            kennt die Ablehnung.
            """
        case .historyRedeemedByPayee: "Der Empfänger hatte es doch und hat es eingelöst."
        case .historyReturnedInSpiteOfReceipt:
            """
            Der Empfänger hat den Erhalt bestätigt, aber der Hub hat von der Zahlung erst nach dem Rückzahlungstermin \
            erfahren und sie auf Ihr Konto zurückgezahlt. Sie schulden sie noch: Zahlen Sie noch einmal.
            """
        case .historyReturnedToEarlierOwner:
            """
            Der Hub hat von dieser Zahlung an Sie erst nach dem Rückzahlungstermin erfahren und sie an den letzten \
            Besitzer zurückgezahlt, den er kannte. Bitten Sie den Zahler, noch einmal zu zahlen.
            """
        case .historyDividedAtRefund:
            """
            Am Rückzahlungstermin gingen {amount} davon an den Empfänger, {paid} kamen auf das Konto zurück und {rest} \
            gingen an einen früheren Besitzer.
            """
        case .historyReturned: "Niemand hat es eingelöst; der Hub hat es ins Konto zurückgezahlt."
        case .historyQueued: "Aufgeschrieben; es geht beim nächsten Abgleich hinaus."
        case .historySent: "Beim Hub erledigt."
        case .historyCancelled: "Vor dem Senden zurückgenommen."
        case .historyCancelledByRollback:
            """
            Beim Rückfall auf einen früheren Stand noch nicht hinaus; von hier wird es nicht gesendet. Sehen Sie \
            im Konto nach und senden Sie es neu, falls es fehlt.
            """
        case .historyPaidRequest: "Die Anforderung {name} ist bezahlt."
        case .historyConverting: "Für {amount} zu {pair} {rate}."
        case .historyConverted: "Umgetauscht in {amount}."
        case .historyPayingOut: "An {iban}."
        case .historyPayoutOrdered:
            "Beim Hub als Auszahlung {id} bestellt; die Liste der Auszahlungen zeigt, was daraus wurde."
        case .historyOrdered: "Beim Hub bestellt."
        case .historyBought: "In dieser Geldbörse, um offline zu zahlen."
        case .historyDroppedOrder:
            "Beim Rückfall auf einen früheren Stand noch offen; hat der Hub es ausgestellt, zahlt er es später zurück."
        case .historyRedeeming: "Auf dem Weg ins Konto."
        case .historyCredited: "Dem Konto gutgeschrieben."
        case .historyCreditedExcept:
            """
            Gutgeschrieben bis auf {amount}, die jemand vor Ihnen doppelt ausgegeben hatte. Der Hub hat den \
            Beweis und Ihren Anspruch.
            """
        case .historyClaimWaits:
            """
            Gutgeschrieben bis auf {amount}, die jemand vor Ihnen doppelt ausgegeben hatte. Von diesem Anspruch \
            wurden {paid} gezahlt; vom Rest zahlt der Garantiefonds ab {time}, was er kann.
            """
        case .historyClaimPartlyPaid:
            """
            Gutgeschrieben bis auf {amount}, die jemand vor Ihnen doppelt ausgegeben hatte. Von diesem Anspruch \
            wurden {paid} gezahlt.
            """
        case .historyClaimPaid:
            """
            Dem Konto gutgeschrieben; {amount} davon, die jemand doppelt ausgegeben hatte, wurden auf Ihren \
            Anspruch gezahlt.
            """
        case .historyWithoutClaim:
            "Gutgeschrieben bis auf das, was schon ausgezahlt war; auf den Rest hat diese Geldbörse keinen Anspruch."
        case .historyRefundWasQuicker: "Die Rückzahlung des Hubs war schneller: Es ist im Konto des letzten Besitzers."
        case .historyTooOld: "Zu alt zum Einlösen; der Hub zahlt ab {time} zurück."
        case .historyHeldCoin:
            "Zurückgehalten, seit die Geldbörse auf einen früheren Stand kam; der Hub zahlt ab {time} zurück."
        case .historyReleased: "Nicht mehr zurückgehalten: Der Hub hat zurückgezahlt, was niemand davon eingelöst hat."
        case .historyReleasedWaits:
            """
            Nicht mehr zurückgehalten: Jemand vor Ihnen hatte {amount} davon doppelt ausgegeben. Von Ihrem \
            Anspruch wurden {paid} gezahlt; der Garantiefonds zahlt davon ab {time}, was er kann.
            """
        case .historyReleasedExcept:
            """
            Nicht mehr zurückgehalten: Jemand vor Ihnen hatte {amount} davon doppelt ausgegeben. Von Ihrem \
            Anspruch wurden {paid} gezahlt; den Rest hat der Hub zurückgezahlt.
            """
        case .historyLoggedOut: "Dieses Gerät wurde abgemeldet."
        case .historyLoggedOutEverywhere: "Alle Geräte wurden abgemeldet."
        case .historyLoggedOutUnused: "Abgemeldet: mindestens {number} Minuten nicht benutzt."
        case .historyRolledBack:
            """
            Diese Kopie der Geldbörse ist veraltet: Alte Dateien wurden zurückkopiert, oder eine andere Kopie \
            hat inzwischen bezahlt. Gleichen Sie ab, bevor Sie wieder bezahlen.
            """
        case .historyRestored:
            """
            Diese Geldbörse wurde aus einer Sicherung eingespielt. Melden Sie sich an und gleichen Sie vor dem \
            Zahlen ab.
            """
        case .historyDoubleSpent:
            "Jemand hat dasselbe Geld doppelt ausgegeben; der Beweis ist aufbewahrt. Das Pseudonym ist {key}."
        case .historyBadProof: "Der Hub hat einen Betrugsbeweis geschickt, der nichts beweist: {reason}"
        case .historyRefusedPayment: "Eine Zahlung auf eine Anforderung dieser Geldbörse wurde abgelehnt: {reason}"
        case .historyContradiction:
            """
            Ein Empfänger hat zur selben Zahlung {name} eine Ablehnung und eine Quittung geschickt. Bewahren Sie \
            beide auf.
            """
        case .historyDamagedPhotos:
            """
            {number} Fotos von Karten waren in der Sicherung beschädigt; alles andere ist da. Versuchen Sie eine \
            andere Kopie.
            """
        case .faultUnreadable: "Nicht lesbar."
        case .faultBadKey: "Ein Schlüssel oder eine Unterschrift darin gilt nicht."
        case .faultRevokedKey: "Der Hub hat einen Schlüssel darin widerrufen."
        case .faultOverLimit: "Eine Grenze des Hubs ist überschritten."
        case .faultBadUnits: "Der Zahler hatte das Geld nicht, das ausgegeben wird."
        case .faultOtherHub: "Anderer Hub oder andere Währung."
        case .faultOtherRequest: "Gehört zu einer anderen Anforderung."
        case .faultOutOfDate: "Veraltet, oder eine Uhr geht falsch."
        case .faultAlreadyHeld: "In dieser Geldbörse schon vorhanden."
        case .faultNoFraud: "Beweist keine doppelte Ausgabe."
        case .faultInvalid: "Ungültig."
        }
    }
}

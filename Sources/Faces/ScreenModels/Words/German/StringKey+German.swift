// SPDX-License-Identifier: MIT

extension StringKey {
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
        case .optional: "Optional"
        case .details: "Details"
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
        case .welcomeTitle: "Geld, das auch offline funktioniert"
        case .welcomeText:
            """
            Satchel bewahrt Geld, Coins und Karten auf diesem Gerät auf. Es wird nichts mit Personen geteilt, die Sie \
            nicht gewählt haben.
            """
        case .createWallet: "Geldbörse anlegen"
        case .restoreWallet: "Sicherung einspielen"
        case .passphraseTitle: "Passphrase wählen"
        case .passphraseText:
            """
            Sie sperrt die Geldbörse auf diesem Gerät. Sie lässt sich nicht zurücksetzen: Notieren Sie sie und \
            bewahren Sie sie sicher auf.
            """
        case .passphrase: "Passphrase"
        case .passphraseAgain: "Passphrase wiederholen"
        case .passphraseTooShort: "Verwenden Sie mindestens 8 Zeichen, zum Beispiel drei oder vier Wörter."
        case .passphraseTooSimple: "Verwenden Sie mehr verschiedene Zeichen."
        case .passphrasesDiffer: "Die Passphrasen stimmen nicht überein."
        case .restoreTitle: "Sicherung einspielen"
        case .restoreText:
            "Offline-Geld aus einer Sicherung wird nicht noch einmal ausgegeben. Der Hub erstattet es später."
        case .backupFile: "Sicherungsdatei"
        case .backupPassphrase: "Sicherungspassphrase"
        case .hubTitle: "Einem Hub beitreten"
        case .hubText:
            """
            Ein Hub führt Ihr Konto. Sein Betreiber gibt Ihnen einen Link oder Code. Karten und Coins funktionieren \
            auch ohne Hub.
            """
        case .hubClient: "Hub-Link"
        case .joinHub: "Beitreten"
        case .hubNotReached: "Der Hub antwortet nicht. Sie können später fortfahren."
        case .accountTitle: "Ihr Konto"
        case .openAccount: "Konto eröffnen"
        case .logIn: "Anmelden"
        case .username: "Benutzername"
        case .password: "Passwort"
        case .oneTimeCode: "Authentifizierungscode"
        case .oneTimeCodeText:
            "Dieses Konto verlangt einen zweiten Faktor. Ein Wiederherstellungscode ist auch möglich."
        case .lockedTitle: "Satchel ist gesperrt"
        case .unlock: "Entsperren"
        case .lock: "Sperren"
        case .wrongTries: .counted(one: "{count} Fehlversuch", other: "{count} Fehlversuche")
        case .newAccount: "Neues Konto"
        case .haveAccount: "Ich habe eins"
        case .total: "Gesamt"
        case .atHub: "Beim Hub ({time})"
        case .availableAtHub: "Verfügbar beim Hub"
        case .offline: "Offline"
        case .awaiting: "Gutschrift beim nächsten Abgleich"
        case .queued: "Senden beim nächsten Abgleich"
        case .held: "Erstattung ab {time}"
        case .unconfirmed: "Gezahlt, ohne Quittung"
        case .requestsReady:
            .counted(
                one: "Noch {count} Offline-Anforderung möglich", other: "Noch {count} Offline-Anforderungen möglich")
        case .recentActivity: "Zuletzt"
        case .seeAll: "Alle anzeigen"
        case .noActivity: "Noch keine Aktivität"
        case .noActivityHint: "Ihre Zahlungen erscheinen hier."
        case .sync: "Abgleichen"
        case .syncing: "Abgleich läuft …"
        case .lineReached: "Verbunden"
        case .linePoor: "Langsame Verbindung"
        case .lineUnreachable: "Keine Verbindung zum Hub"
        case .lineUnknown: "Noch nicht abgeglichen"
        case .send: "Senden"
        case .receive: "Empfangen"
        case .topUp: "Offline laden"
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
        case .sendWaits: "Vorgemerkt. Wird beim nächsten Abgleich gesendet."
        case .takeBack: "Zahlung abbrechen"
        case .payTitle: "Per Code zahlen"
        case .payHint:
            "Scannen Sie die Anforderung des Empfängers oder wählen Sie ein Bild davon. Sie brauchen kein Netz."
        case .choosePicture: "Bild oder Datei wählen"
        case .pasteText: "Code als Text einfügen"
        case .filePath: "Datei"
        case .reviewPay: "{amount} an {name} zahlen?"
        case .somebody: "einen nicht bestätigten Empfänger"
        case .oldRequest: "Diese Anforderung ist alt. Fragen Sie den Empfänger, ob sie noch gültig ist."
        case .payOldRequest: "Trotzdem zahlen"
        case .pay: "Zahlen"
        case .paid: "{amount} gezahlt"
        case .showToPayee: "Zeigen Sie dies dem Empfänger und scannen Sie dann seine Quittung."
        case .scanReceipt: "Quittung bestätigen"
        case .paymentConfirmed: "{amount} zugestellt."
        case .paymentReturned: "Der Empfänger hat abgelehnt. {amount} kommen beim nächsten Abgleich zurück."
        case .paymentWithheld: "Abgebrochen. Der Hub erstattet ab {time}, falls der Empfänger nicht vorher einlöst."
        case .withhold: "Zahlung abbrechen"
        case .receiveTitle: "Per Code empfangen"
        case .ask: "Geld anfordern"
        case .showToPayer: "Zeigen Sie dies dem Zahler und scannen Sie dann seine Zahlung."
        case .takePayment: "Zahlung annehmen"
        case .received: "{amount} empfangen"
        case .alreadyReceived: "{amount} bereits empfangen"
        case .receivedHeld: "Dieses Geld wird zurückgehalten, bis der Hub es erstattet."
        case .receivedExtra: "Dies ist eine zweite Zahlung auf dieselbe Anforderung. Sie wurde angenommen."
        case .showReceipt: "Zeigen Sie dem Zahler diese Quittung."
        case .another: "Neue Anforderung"
        case .declined: "Abgelehnt. Zeigen Sie dies dem Zahler, damit er sein Geld zurückbekommt."
        case .saveCode: "Als Bild sichern"
        case .savedPictures: .counted(one: "{count} Bild gesichert", other: "{count} Bilder gesichert")
        case .codeOfDocument: "QR-Code für das andere Gerät"
        case .animatedCode: .counted(one: "{count} Code", other: "{count} Codes im Wechsel, bis sie gescannt sind")
        case .topUpTitle: "Offline-Geld"
        case .topUpText:
            """
            Mit Offline-Geld können Sie ohne Verbindung zahlen. Wenn Sie dieses Gerät verlieren, erstattet der Hub \
            später, was nicht ausgegeben wurde.
            """
        case .keepFilled: "Bei jedem Abgleich auffüllen auf"
        case .bought: "Sie können jetzt {amount} offline ausgeben."
        case .keeping: "Jeder Abgleich füllt Ihr Offline-Geld auf {amount} auf."
        case .bannerNoHub: "Diese Geldbörse hat noch keinen Hub."
        case .bannerLoggedOut: "Sie sind abgemeldet. Offline-Geld können Sie weiter ausgeben."
        case .bannerOffline: "Keine Verbindung. Sie können weiter per Code zahlen."
        case .bannerNoRequests: "Gleichen Sie einmal ab, bevor Sie offline Geld anfordern."
        case .kindRequested: "Angefordert"
        case .kindReceived: "Empfangen"
        case .kindPaid: "Per Code gezahlt"
        case .kindBought: "Offline geladen"
        case .kindRedeemed: "Gutgeschrieben"
        case .kindSent: "Gesendet"
        case .kindRefunded: "Erstattet"
        case .kindProblem: "Problem"
        case .kindFraud: "Doppelte Ausgabe"
        case .kindAccount: "Konto"
        case .kindConverted: "Umgetauscht"
        case .kindPaidOut: "An Bank ausgezahlt"
        case .statusOpen: "Offen"
        case .statusDone: "Erledigt"
        case .statusFailed: "Fehlgeschlagen"
        case .statusCancelled: "Abgebrochen"
        case .statusHeld: "Zurückgehalten"
        case .filterAll: "Alle"
        case .filterIncoming: "Rein"
        case .filterOutgoing: "Raus"
        case .filterOpen: "Offen"
        case .filterProblems: "Probleme"
        case .nothingFound: "Keine Ergebnisse"
        case .exportHistory: "Exportieren"
        case .exported:
            .counted(one: "{count} Eintrag nach {path} exportiert", other: "{count} Einträge nach {path} exportiert")
        case .showAgain: "Code erneut anzeigen"
        case .prove: "Nachweis anzeigen"
        case .proved: "Dies ist Eintrag {position} von {size} im Buch des Hubs."
        case .state: "Status"
        case .time: "Zeit"
        case .name: "Name"
        case .refusedNoWallet: "Keine Geldbörse gefunden. Legen Sie zuerst eine an."
        case .refusedWalletExists: "Hier gibt es bereits eine Geldbörse. Satchel ersetzt sie nie."
        case .refusedPassphrase: "Die Passphrase ist falsch."
        case .refusedInUse:
            "Ein anderes Programm verwendet die Geldbörse. Schließen Sie es und versuchen Sie es erneut."
        case .refusedNewerVersion: "Dies stammt von einer neueren Version von Satchel. Aktualisieren Sie die App."
        case .refusedDamaged: "Die Datei der Geldbörse ist beschädigt. Spielen Sie eine Sicherung ein."
        case .refusedLocked: "Die Geldbörse ist gesperrt. Entsperren Sie sie und versuchen Sie es erneut."
        case .refusedNotJoined: "Diese Geldbörse hat noch keinen Hub. Treten Sie zuerst einem bei."
        case .refusedOtherHub: "Dies gehört zu einem anderen Hub. Ihre Geldbörse kann es nicht verwenden."
        case .refusedNotLoggedIn: "Sie sind abgemeldet. Melden Sie sich wieder an."
        case .refusedNoAnswer:
            """
            Die Antwort des Hubs war nicht lesbar. Vielleicht wurde der Auftrag schon ausgeführt. Prüfen Sie Ihr \
            Konto, bevor Sie es erneut versuchen.
            """
        case .refusedUnreachable:
            "Der Hub ist nicht erreichbar. Es ist nichts verloren. Versuchen Sie es später erneut."
        case .refusedByHub: "Der Hub hat dies abgelehnt. Es wurde kein Geld bewegt."
        case .refusedRewrittenLedger:
            """
            Das Buch des Hubs widerspricht seinem früheren Stand. Bewahren Sie Ihre Nachweise auf und wenden Sie sich \
            an den Betreiber des Hubs.
            """
        case .refusedInsufficient: "Guthaben nicht ausreichend. Laden Sie Geld auf oder verringern Sie den Betrag."
        case .refusedMoreThanAvailable: "Nur {available} verfügbar."
        case .refusedOverLimit: "Der Betrag liegt über dem Limit. Geben Sie einen kleineren ein."
        case .refusedYoungAccount: "Ihr Konto ist neu. In den ersten Wochen kann es weniger Geld offline halten."
        case .refusedUntilOlder: "Bis {time} höchstens {limit}. Noch nicht eingelöst sind {amount}."
        case .refusedAmount: "Ungültiger Betrag. Beispiel: 12,50."
        case .refusedZero: "Geben Sie einen Betrag über null ein."
        case .refusedTooPrecise: "Zu viele Nachkommastellen für diese Währung. Runden Sie den Betrag."
        case .refusedCurrency: "Der Hub verwendet diese Währung nicht."
        case .refusedFrozen: "Sie können erst nach dem nächsten Abgleich zahlen."
        case .refusedChip:
            "Der Sicherheitschip dieses Geräts antwortet nicht richtig. Versuchen Sie es erneut oder starten Sie das Gerät neu."
        case .refusedPoolEmpty: "Gleichen Sie einmal ab, bevor Sie offline mehr Geld anfordern."
        case .refusedBadDocument: "Dies ist nicht lesbar. Scannen oder kopieren Sie es noch einmal vollständig."
        case .refusedRequest: "Diese Anforderung lässt sich nicht bezahlen. Bitten Sie um eine neue."
        case .refusedPayment: "Diese Zahlung ist ungültig. Nehmen Sie sie nicht an."
        case .refusedNotOurs: "Dies gehört zu keiner Zahlung oder Anforderung dieser Geldbörse."
        case .refusedTooLate: "Dafür ist es zu spät."
        case .refusedDoubleSpend: "Dieses Geld wurde zweimal ausgegeben. Satchel hat den Beweis aufbewahrt."
        case .refusedStorage:
            "Der Datenträger ließ sich nicht lesen oder beschreiben. Prüfen Sie, ob der Ordner beschreibbar ist."
        case .refusedStorageFull: "Der Datenträger ist voll. Schaffen Sie Platz und versuchen Sie es erneut."
        case .refusedBadBackup: "Diese Datei ist keine vollständige Satchel-Sicherung. Wählen Sie eine andere."
        case .refusedCredentials: "Benutzername oder Passwort falsch. Versuchen Sie es erneut."
        case .refusedOneTimeCode: "Der Code fehlt oder ist falsch. Geben Sie den neuesten ein."
        case .refusedUsernameTaken: "Dieser Benutzername ist vergeben. Wählen Sie einen anderen."
        case .refusedWeakPassword: "Dieses Passwort ist zu leicht zu erraten. Wählen Sie ein längeres."
        case .refusedBadUsername: "Ein Benutzername hat 3 bis 32 Kleinbuchstaben, Ziffern, Punkte oder Bindestriche."
        case .refusedTooMany: "Zu viele Versuche. Warten Sie etwas und versuchen Sie es dann erneut."
        case .refusedUnknownRecipient: "Bei Ihrem Hub gibt es kein Konto mit diesem Namen. Prüfen Sie die Schreibweise."
        case .refusedToOneself: "Das ist Ihr eigenes Konto. Wählen Sie jemand anderen."
        case .refusedLongNote: "Die Notiz ist zu lang. Kürzen Sie sie."
        case .refusedAccountLocked:
            "Das Konto ist nach zu vielen Fehlversuchen gesperrt. Warten Sie oder wenden Sie sich an den Betreiber."
        case .refusedAccountFrozen: "Der Hub hat das Konto eingefroren. Wenden Sie sich an den Betreiber."
        case .refusedRequestClosed: "Diese Anforderung ist bereits abgeschlossen."
        case .refusedNotAccepted: "Diese Person nimmt keine Anforderungen von Ihnen an."
        case .refusedNotFound: "Nicht gefunden. Prüfen Sie die Liste noch einmal."
        case .refusedClock: "Die Uhr dieses Geräts geht falsch. Stellen Sie sie und versuchen Sie es erneut."
        case .refusedBadLink: "Satchel kann diesen Link nicht verwenden. Bitten Sie um einen neuen."
        case .refusedUnforeseen:
            "Es ist ein unerwarteter Fehler aufgetreten. Nichts ging verloren. Versuchen Sie es erneut."
        case .refusedNoRequestCode: "Das ist keine Zahlungsanforderung. Scannen Sie die Anforderung des Empfängers."
        case .refusedNoPaymentCode: "Das ist keine Zahlung. Scannen Sie die Zahlung des Zahlers."
        case .refusedPaymentHere: "Das ist eine Zahlung. Nehmen Sie sie unter Empfangen an."
        case .refusedRequestHere: "Das ist eine Anforderung. Zahlen Sie sie unter Senden."
        case .refusedNoCode: "Im Bild wurde kein Code gefunden. Zeigen Sie den ganzen Code, scharf und gerade."
        case .refusedSeveralCodes: "Das Bild enthält mehrere Codes. Schneiden Sie es auf einen zu."
        case .refusedIncompleteCode: "Es fehlen noch Codes. Scannen Sie die übrigen."
        case .refusedOtherContent: "Dies enthält etwas anderes. Wählen Sie das richtige Bild."
        case .refusedNotAnImage: "Diese Datei ist kein lesbares Bild und kein Text. Wählen Sie eine andere."
        case .refusedTooLarge: "Das ist zu groß."
        case .refusedFile: "Die Datei lässt sich nicht öffnen. Prüfen Sie den Namen."
        case .refusedCannotWrite: "Die Datei ließ sich nicht schreiben. Wählen Sie einen anderen Ort."
        case .refusedReaderMissing: "Der Bildleser fehlt oder ist beschädigt. Installieren Sie Satchel neu."
        case .refusedNoCamera: "Keine Kamera verfügbar. Wählen Sie stattdessen ein Bild."
        case .refusedCodeCannotHold: "Diese Codeart kann das nicht enthalten. Wählen Sie eine andere."
        case .refusedNoCard: "Diese Karte gibt es nicht mehr."
        case .refusedNoPhoto: "Das Foto fehlt oder ist beschädigt. Die Karte selbst ist in Ordnung."
        case .refusedNoCards: "Es gibt keine Karten zum Exportieren."
        case .refusedDuplicateCard: "Eine Karte mit diesem Geschäft und dieser Nummer gibt es bereits."
        case .refusedBadCard: "Diese Karte enthält eine ungültige Angabe. Prüfen Sie ihre Felder."
        case .refusedCardMissing: "Eine Karte braucht ein Geschäft und eine Nummer oder einen Code."
        case .refusedFileFormat: "Diese Datei ist beschädigt oder ihr Format ist unbekannt. Wählen Sie eine andere."
        case .refusedFileLocked: "Die Datei ist geschützt. Geben Sie ihr Passwort ein."
        case .refusedNoPhrase: "Sie haben noch keine Coins. Legen Sie zuerst eine Wortfolge an."
        case .refusedPhraseExists: "Es gibt bereits eine Wortfolge. Satchel ersetzt sie nie."
        case .refusedBadPhrase: "Ungültige Wortfolge. Prüfen Sie Schreibweise und Reihenfolge."
        case .refusedOtherNetwork: "Diese Adresse gehört zu einer anderen Chain. Fragen Sie beim Empfänger nach."
        case .refusedBadAddress: "Ungültige Adresse. Kopieren Sie sie noch einmal vollständig."
        case .refusedInsufficientForFee:
            "Das Guthaben reicht nicht für die Gebühr. Geben Sie einen kleineren Betrag ein."
        case .refusedDust: "Der Betrag ist zu klein für diese Chain. Geben Sie einen größeren ein."
        case .refusedFee: "Die Gebühr ist zu niedrig oder zu hoch. Ändern Sie sie."
        case .refusedNoServer: "Für diese Chain ist kein Server gewählt. Wählen Sie einen in den Coin-Einstellungen."
        case .refusedServerUnreachable: "Der Server antwortet nicht. Versuchen Sie es später erneut."
        case .refusedLyingServer: "Die Antworten des Servers widersprechen sich. Wählen Sie einen anderen Server."
        case .refusedByServer: "Das Netz hat die Transaktion abgelehnt. Es wurde nichts gesendet."
        case .refusedWatchOnly: "Dieses Konto wird nur beobachtet. Seine Schlüssel sind anderswo."
        case .refusedAccountExists: "Dieses Konto gibt es bereits."
        case .refusedCoinInput: "Satchel kann diese Eingabe nicht verwenden. Prüfen Sie sie."
        case .refusedNotAcknowledged: "Bestätigen Sie zuerst jede Warnung."
        case .refusedCheckDigit:
            """
            Bei {name} wäre die letzte Ziffer {digit}. Vergleichen Sie sie mit der Karte oder wählen Sie eine andere \
            Codeart.
            """
        case .refusedDate: "Ungültiges Datum. Beispiel: 31.12.2027."
        case .refusedWords: "Falsche Wörter. Prüfen Sie Ihre Abschrift."
        case .contacts: "Kontakte"
        case .noContacts: "Noch keine Kontakte"
        case .noContactsHint: "Fügen Sie Personen hinzu, denen Sie oft Geld senden. Nur Sie sehen sie."
        case .addContact: "Kontakt hinzufügen"
        case .ownName: "Ihre Bezeichnung"
        case .favourite: "Favorit"
        case .block: "Anforderungen sperren"
        case .unblock: "Anforderungen zulassen"
        case .blocked: "Gesperrt"
        case .forgotten: "{name} aus den Kontakten entfernt"
        case .requests: "Anforderungen"
        case .requestsIncoming: "Zu zahlen"
        case .requestsOutgoing: "Gesendet"
        case .noRequests: "Keine Anforderungen"
        case .newRequest: "Geld anfordern"
        case .payer: "Zahler"
        case .payerHint: "Leer lassen, wenn jeder mit dem Link zahlen darf"
        case .payerChooses: "Beliebiger Betrag"
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
        case .expiryHint: "Gültig bis, z. B. 31.12.2027. Leer lassen, wenn unbegrenzt."
        case .expired: "Abgelaufen"
        case .codeKind: "Codeart"
        case .noCode: "Kein Code"
        case .codeText: "Codetext, falls nicht die Nummer"
        case .starred: "Markiert"
        case .star: "Markieren"
        case .unstar: "Markierung entfernen"
        case .archive: "Archivieren"
        case .unarchive: "Aus Archiv holen"
        case .archived: "Archiviert"
        case .cardDeleted: "Karte gelöscht"
        case .fullScreen: "Vollbild"
        case .codeOfCard: "Code von {name}: {number}"
        case .photos: "Fotos"
        case .handOver: "Karte teilen"
        case .importCards: "Importieren"
        case .exportCards: "Exportieren"
        case .cardsArrived: .counted(one: "{count} Karte in der Datei", other: "{count} Karten in der Datei")
        case .cardsHere: .counted(one: "{count} bereits vorhanden", other: "{count} bereits vorhanden")
        case .duplicatesSkip: "Meine behalten"
        case .duplicatesOverwrite: "Meine überschreiben"
        case .duplicatesMerge: "Zusammenführen"
        case .takeCards: "Karten hinzufügen"
        case .cardsTaken: .counted(one: "{count} Karte hinzugefügt", other: "{count} Karten hinzugefügt")
        case .cardsExported:
            .counted(one: "{count} Karte nach {path} exportiert", other: "{count} Karten nach {path} exportiert")
        case .filePassword: "Dateipasswort"
        case .automatic: "Automatisch"
        case .automaticKind: "Automatisch ({name})"
        case .noPhraseTitle: "Bitcoin, Ethereum, Solana"
        case .noPhraseText:
            "Eine Folge von zwölf Wörtern sichert sie alle. Wer die Wörter hat, kann die Coins ausgeben."
        case .makePhrase: "Wortfolge anlegen"
        case .restorePhrase: "Wortfolge eingeben"
        case .phraseTitle: "Schreiben Sie diese Wörter auf"
        case .phraseText:
            """
            Schreiben Sie sie in dieser Reihenfolge auf Papier und zeigen Sie sie niemandem. Nur damit lassen sich \
            Ihre Coins wiederherstellen.
            """
        case .phraseWritten: "Ich habe sie aufgeschrieben"
        case .checkTitle: "Wörter prüfen"
        case .wordNumber: "Wort {number}"
        case .typedPhrase: "Ihre Wörter"
        case .showWordsAgain: "Wörter erneut anzeigen"
        case .noAccounts: "Noch keine Konten"
        case .addAccount: "Konto hinzufügen"
        case .network: "Netz"
        case .watchOnly: "Nur beobachtet"
        case .asKnown: "Zuletzt bekannter Stand."
        case .unknownBalance: "Noch nicht geladen"
        case .address: "Adresse"
        case .freshAddress: "Neue Adresse"
        case .codeOfAddress: "QR-Code der Adresse"
        case .everything: "Alles senden"
        case .fee: "Gebühr"
        case .feeSlow: "Langsam"
        case .feeNormal: "Normal"
        case .feeFast: "Schnell"
        case .change: "Wechselgeld an Sie"
        case .label: "Bezeichnung"
        case .reviewCoins: "Vor dem Signieren prüfen"
        case .understood: "Ich verstehe"
        case .signAndSend: "Signieren und senden"
        case .coinsSent: "Ans Netz gesendet"
        case .coinIncoming: "Empfangen"
        case .coinOutgoing: "Gesendet"
        case .coinOwn: "Eigene Umbuchung"
        case .coinPending: "Ausstehend"
        case .coinConfirmed: "Bestätigt"
        case .coinFailed: "Fehlgeschlagen"
        case .coinGone: "Nicht mehr in der Chain"
        case .coinSettling: "In einem Block, noch nicht endgültig"
        case .coinFromContract: "Ein Vertrag hat dies gezahlt. Keine Transaktion in Block {block} zeigt es."
        case .coinToContract: "Ein Vertrag hat dies eingezogen. Keine Transaktion in Block {block} zeigt es."
        case .coinWithdrawal: "Validator-Auszahlung"
        case .coinRoseBetween:
            """
            Das Guthaben ist zwischen {from} und {to} um {amount} gestiegen. Dieser Server zeigt nicht, durch welche \
            Zahlung.
            """
        case .coinFellBetween:
            """
            Das Guthaben ist zwischen {from} und {to} um {amount} gesunken. Dieser Server zeigt nicht, durch welche \
            Zahlung.
            """
        case .coinRoseUntil:
            "Das Guthaben ist bis {to} um {amount} gestiegen. Dieser Server zeigt nicht, durch welche Zahlung."
        case .coinFellUntil:
            "Das Guthaben ist bis {to} um {amount} gesunken. Dieser Server zeigt nicht, durch welche Zahlung."
        case .coinRoseUnread:
            """
            Das Guthaben ist durch noch nicht geladene Zahlungen um {amount} gestiegen. Die nächste Aktualisierung \
            lädt weitere.
            """
        case .coinFellUnread:
            """
            Das Guthaben ist durch noch nicht geladene Zahlungen um {amount} gesunken. Die nächste Aktualisierung lädt \
            weitere.
            """
        case .servers: "Server"
        case .profile: "Profil"
        case .hub: "Hub"
        case .loggedInAs: "Angemeldet als {name}"
        case .loggedOut: "Abgemeldet"
        case .logOut: "Abmelden"
        case .devices: "Geräte"
        case .thisDevice: "Dieses Gerät"
        case .lastUsed: "Zuletzt verwendet {time}"
        case .security: "Sicherheit"
        case .lockAfter: "Sperren nach"
        case .minutes: .counted(one: "{count} Minute", other: "{count} Minuten")
        case .never: "Nie"
        case .changePassphrase: "Passphrase ändern"
        case .oldPassphrase: "Aktuelle Passphrase"
        case .newPassphrase: "Neue Passphrase"
        case .newPassphraseAgain: "Neue Passphrase wiederholen"
        case .passphraseChanged:
            "Passphrase geändert. Eine PIN wurde entfernt. Vorhandene Sicherungen behalten ihre Passphrase."
        case .appearance: "Darstellung"
        case .language: "Sprache"
        case .asSystem: "Wie das System"
        case .light: "Hell"
        case .dark: "Dunkel"
        case .textSize: "Textgröße"
        case .percent: "{number} %"
        case .reduceMotion: "Weniger Bewegung"
        case .hideAmounts: "Beträge ausblenden"
        case .showAmounts: "Beträge einblenden"
        case .hiddenAmount: "Ausgeblendeter Betrag"
        case .backup: "Sicherung"
        case .backUp: "Jetzt sichern"
        case .backedUp: "Sicherung in {path} gespeichert. Bewahren Sie die Passphrase an einem anderen Ort auf."
        case .backupAgain: "Sicherungspassphrase wiederholen"
        case .forgetWallet: "Geldbörse löschen"
        case .forgetQuestion:
            "Geldbörse mit allen Schlüsseln und allem Geld löschen? Nur eine Sicherung kann sie wiederherstellen."
        case .about: "Über"
        case .version: "Version {number}"
        case .camera: "Kamera"
        case .scanHint:
            """
            Halten Sie einen Code vor die Kamera, wählen Sie ein Bild oder eine Textdatei oder fügen Sie den Code als \
            Text ein.
            """
        case .cameraHint: "Halten Sie den ganzen Code ruhig und gerade vor die Kamera."
        case .lookThroughCamera: "Kamera verwenden"
        case .stopCamera: "Kamera beenden"
        case .readingProgress: .counted(one: "{count} % gelesen", other: "{count} % gelesen")
        case .refusedForUnknownReason:
            """
            Der Hub hat aus einem Grund abgelehnt, den diese Version nicht kennt ({code}). Es wurde kein Geld bewegt. \
            Aktualisieren Sie Satchel.
            """
        case .refusedNotUnderstood:
            "Der Hub kann dies nicht verarbeiten. Prüfen Sie Ihre Eingabe oder aktualisieren Sie Satchel."
        case .refusedOtherKey:
            "Der Hub erkennt dieses Gerät nicht als Gerät des Kontos. Melden Sie sich ab und wieder an."
        case .refusedSecondFactorOn: "Der zweite Faktor ist bereits eingeschaltet."
        case .refusedSecondFactorOff: "Der zweite Faktor ist ausgeschaltet."
        case .refusedForbidden: "Ihr Konto ist dazu nicht berechtigt. Fragen Sie den Betreiber des Hubs."
        case .refusedBusy: "Der Hub ist ausgelastet. Versuchen Sie es gleich noch einmal."
        case .refusedUnknownCurrency: "Der Hub unterstützt diese Währung nicht."
        case .refusedUnknownMoney: "Der Hub kennt dieses Geld nicht. Vielleicht gehört es zu einem anderen Hub."
        case .refusedWrongAmount: "Dies ist nicht der angeforderte Betrag. Prüfen Sie die Anforderung noch einmal."
        case .refusedNoRate: "Der Hub hat keinen Kurs zwischen diesen Währungen."
        case .refusedQuoteExpired: "Dieser Kurs ist abgelaufen. Rufen Sie einen neuen ab."
        case .refusedQuoteUsed: "Dieser Kurs wurde bereits genutzt. Sehen Sie im Verlauf nach."
        case .refusedIBAN: "Ungültige IBAN. Kopieren Sie sie noch einmal vollständig."
        case .refusedNoBank: "Für diese Währung hat der Hub keine Bank."
        case .refusedHubFull: "Der Hub ist voll. Es wurde kein Geld bewegt. Wenden Sie sich an den Betreiber."
        case .refusedHubBroken:
            "Beim Hub ist ein Fehler aufgetreten. Versuchen Sie es später erneut. Geld wird nicht doppelt bewegt."
        case .refusedFileName: "So kann eine Datei nicht heißen. Wählen Sie einen anderen Namen."
        case .refusedFileNameTaken: "In diesem Ordner gibt es diesen Namen schon. Wählen Sie einen anderen."
        case .refusedInTrash: "Das liegt im Papierkorb. Stellen Sie es zuerst wieder her."
        case .refusedFolder: "Dieser Ordner kann dort nicht liegen. Wählen Sie einen anderen Ort."
        case .refusedFileChanged: "Die Datei wurde anderswo geändert. Sehen Sie sie noch einmal an."
        case .refusedFileInUse: "Ein anderes Programm verwendet die Datei gerade. Versuchen Sie es später noch einmal."
        case .refusedFileQuota:
            "Der Speicherplatz ist voll. Löschen Sie Dateien, oder bitten Sie den Betreiber um mehr."
        case .refusedSamePerson: "Eine Person ist doppelt aufgeführt. Führen Sie jede Person einmal auf."
        case .refusedWeight: "Geben Sie als Anteile eine ganze Zahl von 1 bis 1000 ein."
        case .refusedSharesDiffer: "Die Anteile ergeben {sum}, die Rechnung beträgt aber {total}."
        case .refusedPastDay: "Dieser Tag liegt in der Vergangenheit. Wählen Sie heute oder einen späteren Tag."
        case .refusedCount: "Geben Sie eine ganze Zahl von 1 bis {most} ein."
        case .refusedEndBeforeStart: "Der letzte Tag liegt vor dem ersten. Wählen Sie einen späteren Tag."
        case .refusedUnknownCoin:
            "Diese Geldbörse hat kein Konto auf der angeforderten Chain. Fügen Sie zuerst eines hinzu."
        case .refusedNothingToSign: "Hier gibt es nichts, was diese Geldbörse signieren kann."
        case .currency: "Währung"
        case .exchange: "Umtausch"
        case .exchangeText:
            "Der Hub führt mehrere Währungen. Er zeigt zuerst seinen Kurs und hält ihn eine Minute lang."
        case .exchangeFrom: "Sie geben"
        case .exchangeTo: "Sie erhalten"
        case .exchangeAboutGetting: "Betrag ist, was Sie erhalten"
        case .askRate: "Kurs anzeigen"
        case .takeRate: "{amount} umtauschen"
        case .rate: "Kurs"
        case .rateWithSpread: "{rate} (davon {spread} % für den Hub)"
        case .rateHolds: "Gültig bis {time}"
        case .exchanged: "{amount} Ihrem Konto gutgeschrieben."
        case .orderWaits: "Vorgemerkt. Der nächste Abgleich führt den Auftrag aus. Erteilen Sie ihn nicht erneut."
        case .oneCurrency: "Dieser Hub hat nur eine Währung."
        case .missingCurrency: "Ihnen fehlen {amount} in dieser Währung."
        case .splits: "Geteilte Rechnungen"
        case .noSplits: "Noch keine geteilten Rechnungen"
        case .noSplitsHint: "Geben Sie eine bezahlte Rechnung ein. Alle anderen erhalten eine Anforderung."
        case .newSplit: "Rechnung teilen"
        case .billTotal: "Gesamtbetrag"
        case .shareEvenly: "Gleich"
        case .shareByWeight: "Anteile"
        case .shareByAmount: "Beträge"
        case .person: "Person {number}"
        case .personsPart: "Anteil von Person {number}"
        case .myPart: "Mein Anteil"
        case .includesMe: "Meinen Anteil einbeziehen"
        case .addPerson: "Person hinzufügen"
        case .removePerson: "Person {number} entfernen"
        case .stillOpen: "Unbezahlt"
        case .paidSoFar: "Bisher bezahlt"
        case .cancelSplit: "Offenes zurückziehen"
        case .people: .counted(one: "{count} Person", other: "{count} Personen")
        case .recurring: "Daueraufträge"
        case .noRecurring: "Keine Daueraufträge"
        case .noRecurringHint: "Der Hub zahlt automatisch an den Tagen, die Sie festlegen."
        case .newRecurring: "Neuer Dauerauftrag"
        case .rhythm: "Häufigkeit"
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
        case .endsAfter: "Nach Anzahl"
        case .endsOn: "An einem Datum"
        case .howMany: "Anzahl der Zahlungen"
        case .lastDay: "Letzter Tag"
        case .nextDays: "Zahlt am {days}"
        case .nextDay: "Nächste am {day}"
        case .orderIt: "Einrichten"
        case .pause: "Pausieren"
        case .resume: "Fortsetzen"
        case .endRecurring: "Dauerauftrag beenden"
        case .recurringActive: "Aktiv"
        case .recurringPaused: "Pausiert"
        case .recurringFinished: "Abgeschlossen"
        case .recurringCancelled: "Beendet"
        case .timesPaid: .counted(one: "{count}-mal bezahlt", other: "{count}-mal bezahlt")
        case .runPaid: "Bezahlt"
        case .runFailed: "Nicht bezahlt. Nächster Versuch {time}"
        case .runMissed: "Ausgefallen"
        case .bank: "Banküberweisung"
        case .fundingTitle: "Einzahlung"
        case .fundingText:
            "Überweisen Sie Geld von Ihrer Bank auf dieses Konto. Geben Sie genau diesen Verwendungszweck an."
        case .reference: "Verwendungszweck"
        case .ibanName: "IBAN"
        case .bankOwner: "Kontoinhaber"
        case .bic: "BIC"
        case .payOutTitle: "Bankauszahlung"
        case .reviewPayOut: "{amount} an {name} auszahlen?"
        case .payOut: "Auszahlen"
        case .paidOut: "{amount} sind unterwegs zur Bank."
        case .payouts: "Auszahlungen"
        case .noPayouts: "Noch keine Auszahlungen"
        case .payoutPending: "Noch nicht gesendet"
        case .payoutCancelled: "Abgebrochen"
        case .payoutExported: "An die Bank gesendet"
        case .payoutCompleted: "Von der Bank bezahlt"
        case .payoutReturned: "Zurückgegeben"
        case .payoutRefused: "Von der Bank abgelehnt"
        case .merchant: "Für Händler"
        case .merchantText: "Ihr Server wird über jede Zahlung auf Ihr Konto benachrichtigt, sobald sie eingeht."
        case .webhookURL: "URL Ihres Servers (https)"
        case .setWebhook: "Webhook einrichten"
        case .removeWebhook: "Webhook entfernen"
        case .webhookSecret: "Geheimnis zum Prüfen der Meldungen. Es wird nur einmal angezeigt."
        case .webhookFailing: "Fehler seit {time}"
        case .webhookGivenUp: "Eingestellt am {time}. Richten Sie den Webhook erneut ein."
        case .deliveries: "Letzte Meldungen"
        case .noDeliveries: "Noch keine Meldungen"
        case .delivered: "Zugestellt ({status})"
        case .notDelivered: "Nicht zugestellt ({status})"
        case .noAnswer: "Keine Antwort"
        case .accountSecurity: "Konto und Passwort"
        case .secondFactor: "Zweiter Faktor"
        case .secondFactorIsOn: "Ein. Für die Anmeldung ist ein Code nötig."
        case .secondFactorIsOff: "Aus. Schalten Sie ihn ein, damit Ihr Konto auch bei bekanntem Passwort geschützt ist."
        case .codesLeft:
            .counted(one: "{count} Wiederherstellungscode übrig", other: "{count} Wiederherstellungscodes übrig")
        case .turnOn: "Einschalten"
        case .turnOff: "Ausschalten"
        case .scanSecret:
            """
            Scannen Sie dies mit Ihrer Authentifizierungs-App oder geben Sie dort das Geheimnis ein. Geben Sie dann \
            hier den Code der App ein.
            """
        case .codeOfSecret: "QR-Code des Geheimnisses"
        case .recoveryCodes: "Wiederherstellungscodes"
        case .recoveryText:
            "Notieren Sie diese auf Papier. Mit jedem können Sie sich einmal anmelden, wenn Sie die App verlieren."
        case .newRecoveryCodes: "Neue Codes erstellen"
        case .changePassword: "Passwort ändern"
        case .oldPassword: "Aktuelles Passwort"
        case .newPassword: "Neues Passwort"
        case .newPasswordAgain: "Neues Passwort wiederholen"
        case .passwordChanged: "Passwort geändert. Ihre anderen Geräte wurden abgemeldet."
        case .logOutWhenIdle: "Bei Inaktivität abmelden"
        case .logOutEverywhere: "Überall abmelden"
        case .logOutEverywhereQuestion: "Alle Geräte dieses Kontos abmelden, auch dieses?"
        case .logOutQuestion:
            "Auf diesem Gerät abmelden? Zum Anmelden brauchen Sie wieder Ihr Passwort. Ihr Offline-Geld bleibt hier."
        case .logOutDeviceQuestion: "{name} abmelden? Zum erneuten Anmelden ist dort Ihr Passwort nötig."
        case .services: "Mehr"
        case .billNumber: "Rechnungsnummer"
        case .dueDay: "Fällig am"
        case .addressOrLink: "Adresse, Kontakt oder Link"
        case .coin: "Coin"
        case .memo: "Öffentliche Notiz in der Chain"
        case .ownFee: "Eigene Gebühr ({unit})"
        case .worth: "Ungefährer Wert"
        case .feeWorth: "Gebühr ca."
        case .payFrom: "Zahlen von"
        case .planAgain: "Gebühr übernehmen"
        case .coinPayments: "Ausgehende Zahlungen"
        case .noCoinPayments: "Noch keine ausgehenden Zahlungen"
        case .speedUp: "Beschleunigen"
        case .cancelCoins: "Abbrechen"
        case .sendAgain: "Erneut senden"
        case .pushAgain: "Erneut übertragen"
        case .sendExported: "Wartet auf Signatur"
        case .sendSigned: "Signiert, noch nicht gesendet"
        case .sendRefused: "Vom Server abgelehnt"
        case .sendReplaced: "Durch andere Zahlung ersetzt"
        case .sendExpired: "Abgelaufen; keine Bestätigung möglich"
        case .showToSigner: "Zum Signieren zeigen"
        case .signerTitle: "Für den Signierer"
        case .signerText: "Scannen Sie dies mit dem Gerät, das die Schlüssel hat. Scannen Sie dann hier seine Antwort."
        case .takeSignature: "Signatur hinzufügen"
        case .signCoins: "Für andere Geldbörse signieren"
        case .signCoinsText:
            """
            Scannen Sie, was die andere Geldbörse zeigt. Sie können es vor dem Signieren prüfen. Von hier wird nichts \
            gesendet.
            """
        case .sign: "Signieren"
        case .signedTitle: "Signiert"
        case .signedText: "Zeigen Sie dies der anfragenden Geldbörse. Sie sendet die Zahlung."
        case .coinSettings: "Coin-Einstellungen"
        case .noServers: "Es ist kein Server gewählt, also wird keiner kontaktiert."
        case .serversText: "Ein Server erfährt die abgefragten Adressen. Ein eigener Knoten schützt Ihre Daten besser."
        case .suggestedServers: "Öffentliche Server"
        case .accept: "Zulassen"
        case .acceptServerQuestion:
            "{server} zulassen? Der Server erfährt Ihre Adressen ({network}), deren Guthaben und Zahlungen und Ihre IP-Adresse."
        case .ownServer: "Anderer Server"
        case .serverKind: "Art"
        case .serverURL: "Serveradresse"
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
        case .importChangedNothing: "Keine Änderungen. Alles war schon vorhanden."
        case .reportMerged: "Zusammengeführt"
        case .reportUpdated: "Aktualisiert"
        case .reportOverwritten: "Überschrieben"
        case .reportSkipped: "Unverändert"
        case .reportErased: "Gelöscht"
        case .importProblems: .counted(one: "{count} Problem", other: "{count} Probleme")
        case .cardOfFile: "Karte {number}:"
        case .deleteCardQuestion: "Karte von {name} löschen? Sie können sie 30 Tage lang wiederherstellen."
        case .asGrid: "Als Kacheln"
        case .asList: "Als Liste"
        case .cardOrder: "Sortieren und filtern"
        case .orderByStore: "Nach Geschäft"
        case .orderByUse: "Zuletzt verwendete zuerst"
        case .orderByStar: "Markierte zuerst"
        case .withoutArchive: "Nicht archivierte"
        case .onlyGroup: "Nur {name}"
        case .allGroups: "Alle Gruppen"
        case .addPhotos: "Fotos hinzufügen"
        case .scanCode: "Code scannen"
        case .onlyQR: "Nur QR-Codes"
        case .refusedNoCardCode: "Das ist kein Code einer Karte. Scannen Sie den Code auf der Karte."
        case .removePhoto: "Entfernen: {name}"
        case .photoFront: "Vorderseite"
        case .photoBack: "Rückseite"
        case .photoIcon: "Symbol"
        case .photoOther: "Foto {number}"
        case .refusedTooManyPhotos: "Eine Karte kann höchstens {most} Fotos haben."
        case .zoomIn: "Vergrößern"
        case .zoomOut: "Verkleinern"
        case .refusedSlow: "Der Hub hat zu langsam geantwortet. Satchel wartet nicht länger. Versuchen Sie es erneut."
        case .hubKnownTitle: "Ihr Hub"
        case .hubKnownText: "Sie sind dem Hub unter {address} beigetreten."
        case .addressTitle: "Andere Adresse verwenden?"
        case .addressText:
            "Dieser Link nennt eine andere Adresse für Ihren Hub. Satchel verwendet sie nur, wenn sich Ihr Hub dort ausweist."
        case .presentAddress: "Aktuelle Adresse"
        case .newAddress: "Neue Adresse"
        case .useAddress: "Neue Adresse verwenden"
        case .keepAddress: "Aktuelle behalten"
        case .changeAddress: "Adresse ändern"
        case .linkWaits: "Ein weiterer Link wartet. Er öffnet sich, wenn Sie diese Seite schließen."
        case .refusedUnprovedHub:
            "Dieser Server hat sich nicht als Ihr Hub ausgewiesen. Es wurde nichts geändert. Fragen Sie den Betreiber des Hubs."
        case .refusedTooManyLinks: "Es warten zu viele Links. Schließen Sie zuerst ab, was offen ist."
        case .refusedNoHubCode: "Das ist kein Hub-Code. Fragen Sie den Betreiber nach dem richtigen."
        case .scanHub: "Hub-Code scannen"
        case .refusedPriceAddress:
            """
            Ungültige Kursadresse. Beispiel: https://prices.example/BTC-EUR#/data/amount, mit Platzhaltern in \
            Klammern.
            """
        case .priceAddress: "Kursadresse"
        case .priceText:
            """
            Ohne Adresse ruft Satchel keine Kurse ab und zeigt keine Werte. Nur die Adresse mit ihren ausgefüllten \
            Platzhaltern verlässt dieses Gerät.
            """
        case .summary: "Übersicht"
        case .summaryAll: "Gesamt"
        case .byMonth: "Nach Monaten"
        case .byPerson: "Nach Personen"
        case .dismiss: "Ausblenden"
        case .ownShare: "Ihr Anteil"
        case .countInputs: .counted(one: "{count} Eingang", other: "{count} Eingänge")
        case .countOutputs: .counted(one: "{count} Ausgang", other: "{count} Ausgänge")
        case .factSize: "{inputs}, {outputs}, etwa {size} vB"
        case .factInput: "Eingang {number}: {outpoint}, {amount}"
        case .factNotBefore: "Nicht gültig vor Block {block}"
        case .factSignatures:
            .counted(one: "{count} Signatur würde erstellt", other: "{count} Signaturen würden erstellt")
        case .factLockTime: "Sperrzeit {time}"
        case .factPSBTVersion: "PSBT-Version {number}"
        case .factNonce: "Nonce {nonce}, Gas-Grenze {limit}"
        case .factTokenContract: "Token-Vertrag {address}"
        case .factTokenCall: "Ruft den Token-Vertrag {address} auf: {call}"
        case .factDataFee:
            "Die Gebühr enthält etwa {amount} für Daten. Das Netz legt sie endgültig fest, wenn es die Zahlung annimmt."
        case .factDataFeeUnknown: "Das Netz erhebt auch eine Gebühr für Daten. Sie ist vorher nicht bekannt."
        case .factMovesNothing: "Bewegt kein Geld. Ersetzt nur eine andere Transaktion."
        case .factContractCall:
            .counted(
                one: "Ruft den Vertrag {address} mit {count} Byte auf",
                other: "Ruft den Vertrag {address} mit {count} Bytes auf")
        case .factCode:
            .counted(one: "Bringt {count} Byte Code auf die Chain", other: "Bringt {count} Bytes Code auf die Chain")
        case .factDeposits: "Reserviert {amount} für neue Konten"
        case .factDurableNonce: "Verwendet die dauerhafte Nonce {nonce} und läuft darum nie ab"
        case .factNonceAccount: "Legt das Nonce-Konto {address} an"
        case .factMemo: "Öffentlich lesbar: „{text}“"
        case .factChangeInFee:
            """
            Die Gebühr enthält {amount} über {rate} sat/vB hinaus. Als Wechselgeld würde der Betrag mehr kosten, als \
            er wert ist.
            """
        case .factAsked: "Im Link steht: „{text}“"
        case .coinSpendable: "{amount} verfügbar"
        case .coinUnconfirmed: "{amount} unbestätigt"
        case .coinBalanceUnknown: "Das Guthaben in {token} ist unbekannt. Unter {address} antwortet kein ERC-20-Token."
        case .factEvicts:
            .counted(
                one: "Hebt {count} fremde Transaktion auf, die sie ausgibt; deren Gebühr von {fees} ist mitzuzahlen",
                other:
                    "Hebt {count} fremde Transaktionen auf, die sie ausgeben; deren Gebühren von {fees} sind mitzuzahlen"
            )
        case .factNoChecksum:
            "{address} wurde ohne Prüfsumme eingegeben: Ein Tippfehler fiele nicht auf. Vergleichen Sie jedes Zeichen."
        case .feeAtMost: "höchstens {price}"
        case .feePerUnit: "{number} Mikro-Lamport je Einheit"
        case .smallestUnits: "kleinste Einheiten"
        case .unitsOfToken: "des Tokens {token}"
        case .watchedName: "{network} (beobachtet)"
        case .sendingExported: "Wartet auf eine Signatur. Fügen Sie sie hier hinzu oder brechen Sie die Zahlung ab."
        case .sendingPartly: "Einige Signaturen fehlen noch."
        case .sendingSigned: "Signiert und gespeichert. Die nächste Aktualisierung sendet dieselbe Transaktion erneut."
        case .sendingSent: "Wartet auf Bestätigung. Sie können sie beschleunigen oder abbrechen."
        case .sendingSentBriefly: "Wartet auf Bestätigung. Nimmt sie in wenigen Minuten kein Block auf, verfällt sie."
        case .sendingConfirmed: "In Block {block} enthalten."
        case .sendingFinal: "Endgültig. In Block {block} enthalten."
        case .sendingRefused:
            "Abgelehnt, aber gespeichert. Beschleunigen Sie sie oder brechen Sie sie ab; beides nutzt dasselbe Geld."
        case .sendingReplaced: "Durch eine andere Transaktion ersetzt. Diese kann nicht mehr wirksam werden."
        case .sendingExpired: "Abgelaufen, bevor ein Block sie aufnahm. Sie können sie gefahrlos erneut senden."
        case .sendingFailed: "In Block {block} enthalten, aber fehlgeschlagen. Nur die Gebühr wurde gezahlt."
        case .sendingDropped: "Vor dem Signieren abgebrochen. Wer eine signierte Kopie hat, könnte sie noch senden."
        case .warnFeeShare: "Die Gebühr beträgt mehr als ein Viertel des Betrags."
        case .warnFeeShareOf: "Die Gebühr von {fee} beträgt mehr als ein Viertel der {amount}, die Sie senden."
        case .warnFeeLarge: "Die Gebühr von {fee} liegt weit über dem Üblichen."
        case .warnOtherAmount: "Der Link verlangt {asked}. Sie zahlen {amount}."
        case .warnRecipientPays:
            """
            Für die höhere Gebühr ist nichts mehr übrig, daher trägt sie der Empfänger. {address} erhält {amount} \
            statt {before}.
            """
        case .warnNoOrigin:
            """
            Dieses Konto nennt nicht das Gerät mit seinem Schlüssel, daher lehnen die meisten Geräte die Zahlung ab. \
            Beobachten Sie es neu mit dem vollständigen Deskriptor des Geräts.
            """
        case .warnFeeRate: "Der Gebührensatz liegt weit über dem Üblichen."
        case .warnPaysSelf: "Alle Empfänger sind diese Geldbörse."
        case .warnPaidBefore: "An eine dieser Adressen haben Sie schon einmal gezahlt."
        case .warnFutureAddress:
            "Eine der Adressen ist von einer Art, für die es noch keine Regeln gibt. Jeder könnte das Geld nehmen."
        case .warnUnknownScript: "Einer der Ausgänge hat keine Adresse zum Prüfen."
        case .warnForeignInputs: "Einige Eingänge gehören nicht zu dieser Geldbörse."
        case .warnNotReplaceable: "Sie können die Gebühr später nicht erhöhen."
        case .warnUnconfirmed: "Hier wird unbestätigtes Geld ausgegeben, das wieder verschwinden kann."
        case .warnUnprovenAmounts:
            "Beträge und Gebühr stehen nur in der Datei. Bitten Sie ihren Ersteller um die vorigen Transaktionen."
        case .warnOpenSignature: "Mit der Signatur von Eingang {number} könnten andere Teile der Transaktion ändern."
        case .warnUnusualScript: "Eingang {number} hat ein Skript, das zu keinem der Konten gehört."
        case .warnFarAddress:
            "Ausgang {number} geht an eine Ihrer Adressen, die eine Wiederherstellung nicht finden würde."
        case .warnNothingToSign: "Sie können keinen der Eingänge signieren."
        case .warnUnknownCall:
            "Hier wird ein Vertrag mit Daten aufgerufen, die Satchel nicht lesen kann. Er kann alles Mögliche tun."
        case .warnUnlimitedApproval:
            "Damit darf jemand anderes alles von diesem Token aus dem Konto nehmen, jetzt und später."
        case .warnApproval:
            "Damit darf jemand anderes jederzeit bis zu diesem Betrag von dem Token aus dem Konto nehmen."
        case .warnToTokenContract: "Der Empfänger ist ein Token-Vertrag. Was dorthin geht, ist meist verloren."
        case .warnToZeroAddress: "Der Empfänger ist die Nulladresse. Was dorthin geht, ist verloren."
        case .warnValueToContract: "Mit dem Aufruf wird auch Ether an den Vertrag gesendet."
        case .warnCreatesContract: "Damit wird ein neuer Vertrag angelegt."
        case .warnUnknownToken: "Dieser Token wurde nie bestätigt. Sein Betrag wird in kleinsten Einheiten angezeigt."
        case .warnFromOtherAccount: "Damit werden Tokens eines anderen Kontos bewegt."
        case .warnUnreadableMessage:
            "Die Nachricht ist kein lesbarer Text. Sie können nicht wissen, was die Signatur bedeutet."
        case .warnPermission: "Mit dieser Signatur darf jemand anderes ohne Transaktion Tokens aus dem Konto nehmen."
        case .warnAnyNetwork: "Die Nachricht nennt kein Netz, daher gilt die Signatur in allen Netzen."
        case .warnUnknownProgram:
            "Diese Geldbörse kennt das Programm {program} nicht. Es kann mit den übergebenen Konten alles Mögliche tun."
        case .warnUnknownInstruction: "Diese Geldbörse kann die Anweisung an das Programm {program} nicht lesen."
        case .warnUnknownTable: "Einige Konten stammen aus der Tabelle {table}, die nicht geladen wurde."
        case .warnNewAccount: "Damit wird ein neues Konto angelegt, das eine Einlage von {amount} braucht."
        case .warnOffCurve:
            "Zum Empfänger {address} kann es keinen Schlüssel geben. Was dorthin geht, könnte nur ein Programm bewegen."
        case .warnNotAWallet: "Der Empfänger {address} ist keine Geldbörse. Was dorthin geht, kann verloren sein."
        case .warnUnknownOwner: "Der Inhaber des empfangenden Token-Kontos {account} ist unbekannt."
        case .warnUnstatedToken:
            "Die Transaktion nennt nicht, welcher Token {account} verlässt oder wie viele Nachkommastellen er hat."
        case .warnTransferFee:
            .counted(
                one: "Der Herausgeber des Tokens {token} behält davon bis zu {count} kleinste Einheit.",
                other: "Der Herausgeber des Tokens {token} behält davon bis zu {count} kleinste Einheiten.")
        case .warnTransferHook:
            "Der Token {token} führt bei jeder Übertragung das Programm {program} seines Herausgebers aus."
        case .warnPermanentDelegate: "Der Herausgeber des Tokens {token} kann ihn jedem wegnehmen."
        case .warnScaledDisplay: "Andere Geldbörsen zeigen den Token {token} mit Zinsen oder einem Multiplikator an."
        case .warnDelegates:
            .counted(
                one: "Damit darf {address} bis zu {count} kleinste Einheit aus dem Token-Konto {account} bewegen.",
                other: "Damit darf {address} bis zu {count} kleinste Einheiten aus dem Token-Konto {account} bewegen.")
        case .warnGivesAway: "Damit geht ein Recht an dem Konto {account} dauerhaft an {address}."
        case .warnGivesUp: "Damit wird ein Recht an dem Konto {account} dauerhaft aufgegeben."
        case .warnBurns:
            .counted(
                one: "Damit wird {count} kleinste Einheit des Token-Kontos {account} vernichtet.",
                other: "Damit werden {count} kleinste Einheiten des Token-Kontos {account} vernichtet.")
        case .warnCloses: "Damit wird das Token-Konto {account} geschlossen. Seine Einlage geht an {address}."
        case .refusedAmbiguous: "Das könnte zwei Beträge bedeuten. Lassen Sie die Tausender-Trennzeichen weg."
        case .refusedPiece: "Das ist zu lang zum Speichern. Kürzen Sie es."
        case .refusedLongAnswer: "Die Antwort des Servers ist zu groß. Wählen Sie einen anderen Server."
        case .refusedExpired: "Dies ist abgelaufen. Erstellen Sie die Zahlung neu."
        case .refusedReplaced: "Eine andere Transaktion hat diese ersetzt. Prüfen Sie die ausgehenden Zahlungen."
        case .refusedOtherTransaction: "Die signierte Transaktion ist nicht die geprüfte. Es wird nichts gesendet."
        case .refusedNonceGap:
            "Eine frühere Zahlung dieses Kontos hängt fest. Beschleunigen Sie sie oder brechen Sie sie zuerst ab."
        case .refusedTokenFrozen: "Der Herausgeber dieses Tokens hat das Token-Konto eingefroren."
        case .refusedUnderpriced: "Die Gebühr liegt unter dem, was das Netz derzeit annimmt. Erhöhen Sie sie."
        case .refusedKey:
            "Ungültiger Schlüssel, Deskriptor oder ungültige Adresse. Kopieren Sie noch einmal den ganzen Text."
        case .refusedName: "Verwenden Sie für den Namen 1 bis 64 druckbare Zeichen."
        case .refusedPath: "Diese Chain hat keine solche Kontoart und keinen solchen Pfad. Wählen Sie etwas anderes."
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
        case .eventRefunded: "Zahlung erstattet"
        case .partyTopUp: "Einzahlung beim Hub"
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
        case .noPrices: "Keine Kurse für diesen Zeitraum"
        case .noPricesHint: "Satchel zeichnet Kurse ab jetzt auf."
        case .noPriceSource: "Es ist keine Kursadresse angegeben. Tragen Sie sie in den Coin-Einstellungen ein."
        case .priceHistoryAddress: "Adresse für Kursverlauf"
        case .priceCurrency: "Kurswährung, z. B. EUR"
        case .refusedSlowServer:
            "Der Server hat zu langsam geantwortet. Satchel wartet nicht länger. Versuchen Sie es erneut."
        // Signing texts
        case .signText: "Nachricht signieren"
        case .signTextHint:
            "Eine Signatur beweist, dass die Adresse Ihnen gehört. Signieren Sie nichts, was Sie nicht verstehen."
        case .textToSign: "Nachricht"
        case .typedData: "Typisierte Daten (JSON)"
        case .chooseTextFile: "Datei wählen"
        case .signingAddress: "Signierende Adresse (leer: die erste)"
        case .signer: "Signierer"
        case .signature: "Signatur"
        case .verifyText: "Nachricht prüfen"
        case .verify: "Prüfen"
        case .signatureIsRight: "Der Inhaber dieser Adresse hat genau diese Nachricht signiert."
        case .signatureIsWrong: "Diese Adresse hat diese Nachricht nicht signiert. Verlassen Sie sich nicht darauf."
        // Paying several, slowly, together
        case .addPayee: "Empfänger hinzufügen"
        case .otherPayee: "Empfänger {number}"
        case .removePayee: "Empfänger {number} entfernen"
        case .nonceAccount: "Nonce-Konto (optional)"
        case .makeNonceAccount: "Nonce-Konto anlegen"
        case .nonceAccountText: "Damit signierte Transaktionen laufen nicht ab. Es braucht eine Einlage."
        case .partlySigned: "Einige Signaturen fehlen noch. Zeigen Sie dies dem nächsten Signierer."
        case .liftPayment: "Mit Gebühr für beide beschleunigen"
        case .saveFile: "Als Datei sichern"
        case .fileSaved: "Datei gesichert."
        // Adding accounts of coins
        case .otherAccount: "Konto hinzufügen oder beobachten"
        case .ownAccount: "Konto der Wortfolge"
        case .accountKind: "Kontoart"
        case .accountNumber: "Nummer (leer: die nächste)"
        case .accountPath: "Eigener Pfad (optional)"
        case .accountName: "Name (optional)"
        case .watchAccount: "Konto beobachten"
        case .watchText:
            """
            Geben Sie einen erweiterten öffentlichen Schlüssel, einen Deskriptor oder eine Adresse ein oder scannen \
            Sie den Code eines Signiergeräts. Das Konto zeigt Guthaben und bereitet Zahlungen vor, die anderswo \
            signiert werden.
            """
        case .watchedKey: "Schlüssel, Deskriptor oder Adresse"
        case .watch: "Beobachten"
        case .accountAdded: "{name} hinzugefügt."
        case .discoverAccounts: "Konten suchen"
        case .accountsFound:
            .counted(one: "{count} benutztes Konto gefunden", other: "{count} benutzte Konten gefunden")
        case .showPhrase: "Wortfolge anzeigen"
        case .showPhraseQuestion: "Wer die Wörter sieht, kann die Coins nehmen. Jetzt anzeigen?"
        case .hidePhrase: "Wörter ausblenden"
        case .wordCount: "Anzahl der Wörter"
        case .wordLanguage: "Sprache der Wörter"
        case .extraWord: "Zusatzwort (optional)"
        case .extraWordText: "Ohne dieses Wort stellen die Wörter nichts wieder her. Merken Sie es sich auch."
        case .moreChoices: "Weitere Optionen"
        case .accountDetails: "Über dieses Konto"
        case .accountKey: "Öffentlicher Schlüssel"
        case .accountKeyText: "Wer ihn hat, sieht alles auf dem Konto, kann aber nichts ausgeben."
        case .showAccountKey: "Schlüssel anzeigen"
        case .rename: "Umbenennen"
        case .hideAccount: "Konto ausblenden"
        case .hideAccountQuestion: "{name} ausblenden? Fügen Sie es erneut hinzu, um es wieder anzuzeigen."
        case .transaction: "Transaktion"
        case .counterpart: "Mit"
        // Accounts of several people
        case .sharedAccount: "Gemeinsames Konto"
        case .sharedText:
            """
            So viele Personen müssen jede Zahlung signieren. Alle geben ihren Schlüssel den anderen und fügen das \
            Konto hinzu.
            """
        case .ownPart: "Ihr Schlüssel"
        case .othersParts: "Schlüssel der anderen"
        case .typedPart: "Schlüssel: [73c5…]xpub…"
        case .neededSigners: "Nötige Signaturen"
        case .ofPeople: "{needed} von {people}"
        case .makeShared: "Konto hinzufügen"
        case .sharedMade: "Vergleichen Sie die erste Adresse. Sie muss bei allen gleich sein."
        case .keepDescriptor:
            "Bewahren Sie dies bei Ihrer Wortfolge auf. Sie allein kann dieses Konto nicht wiederherstellen."
        case .removePart: "Diesen Schlüssel entfernen"
        case .refusedNoCosigner:
            "Das ist kein Schlüssel eines Mitunterzeichners. Er sieht so aus: [73c5da0a/48'/0'/0'/2']xpub…"
        // PSBTs
        case .psbt: "PSBTs prüfen"
        case .psbtText:
            "Öffnen Sie ein PSBT oder die Fassungen mehrerer Signierer. Satchel signiert und sendet hier nichts."
        case .psbtTogether: .counted(one: "{count} PSBT", other: "{count} PSBTs kombiniert")
        case .psbtComplete: "Alle haben signiert. Sie können es abschließen."
        case .psbtOpen:
            .counted(
                one: "{count} Eingang braucht noch Signaturen.", other: "{count} Eingänge brauchen noch Signaturen.")
        case .psbtInput: "Eingang {number}"
        case .psbtSignatures: "{signatures} von {needed} Signaturen"
        case .psbtSomeSignatures: .counted(one: "{count} Signatur", other: "{count} Signaturen")
        case .psbtInputFinished: "Fertig"
        case .unknownAmount: "Unbekannt"
        case .psbtFinish: "Abschließen"
        case .psbtFinished: "Die Transaktion ist vollständig. Sie wurde nicht gesendet."
        case .psbtClear: "Neu beginnen"
        // Cards that come back
        case .redo: "Wiederholen"
        case .cardUndone: "Rückgängig gemacht"
        case .formerCards: "Frühere Fassungen"
        case .noFormerCards: "In den letzten 30 Tagen nichts gelöscht oder geändert"
        case .formerDeleted: "Gelöscht: {when}"
        case .formerChanged: "Geändert: {when}"
        case .bringBack: "Zurückholen"
        case .broughtBack: .counted(one: "{count} Karte wiederhergestellt", other: "{count} Karten wiederhergestellt")
        case .emptyBin: "Alle löschen"
        case .emptyBinQuestion: "Alle früheren Fassungen endgültig löschen?"
        case .exportFormat: "Format"
        case .exportCard: "Karte"
        case .exportPhotos: "Mit Fotos"
        case .handOverPhotos: "Mit Fotos"
        case .photosSmaller:
            .counted(
                one: "{count} Foto wurde verkleinert: {before} → {after}.",
                other: "{count} Fotos wurden verkleinert, das größte: {before} → {after}.")
        case .exportLock: "Dateipasswort (optional)"
        case .storeMissing: "Geben Sie das Geschäft ein."
        case .numberMissing: "Geben Sie die Nummer der Karte oder ihren Codetext ein."
        case .ownColour: "Eigene Farbe (#RRGGBB)"
        case .colourWrong: "Ungültige Farbe. Beispiel: #34A853."
        // PINs, devices, viewers
        case .pin: "PIN"
        case .pinOptional: "PIN (optional)"
        case .pinTitle: "Mit PIN entsperren"
        case .pinText:
            """
            Eine PIN entsperrt die Geldbörse auf diesem Gerät, bis es neu startet oder {number} falsche PINs \
            eingegeben wurden. Danach brauchen Sie die Passphrase. Die PIN wird nie auf dem Datenträger gespeichert.
            """
        case .newPIN: "Neue PIN"
        case .newPINAgain: "Neue PIN wiederholen"
        case .setPIN: "PIN festlegen"
        case .changePIN: "PIN ändern"
        case .removePIN: "PIN entfernen"
        case .pinIsSet: "Eine PIN entsperrt diese Geldbörse."
        case .pinTooShort: "Verwenden Sie mindestens 6 Ziffern und keine anderen Zeichen."
        case .pinTooSimple: "Diese PIN ist zu leicht zu erraten. Wählen Sie eine andere."
        case .pinsDiffer: "Die PINs stimmen nicht überein."
        case .usePassphrase: "Passphrase verwenden"
        case .usePIN: "PIN verwenden"
        case .triesLeft:
            .counted(
                one: "Noch {count} Versuch. Danach entsperrt nur die Passphrase die Geldbörse.",
                other: "Noch {count} Versuche. Danach entsperrt nur die Passphrase die Geldbörse.")
        case .waitSeconds:
            .counted(
                one: "Versuchen Sie es in {count} Sekunde erneut.",
                other: "Versuchen Sie es in {count} Sekunden erneut.")
        case .refusedPIN: "Falsche PIN."
        case .refusedPINSoon: "Zu früh nach einer falschen PIN. Warten Sie kurz oder verwenden Sie die Passphrase."
        case .refusedPINGone:
            "Die PIN ist nicht mehr gesetzt. Entsperren Sie mit der Passphrase und legen Sie eine neue PIN fest."
        case .refusedNoKeyring:
            """
            Dieses System kann keine Schlüssel für Programme aufbewahren, daher brauchen Sie jedes Mal die Passphrase. \
            Erlauben Sie in einem Container den Schlüsselbund des Kernels (add_key, keyctl).
            """
        case .staysOpen: "Zwischen Starts entsperrt lassen"
        case .staysOpenText:
            """
            Starten Sie die App neu, bevor sie sich sperren würde, fragt sie nach nichts. In dieser Zeit könnten \
            andere Programme dieses Benutzers den Schlüssel lesen.
            """
        case .bannerDevice: "Dieses Gerät schützt die Geldbörse nicht ausreichend."
        case .deviceDebugged: "Ein Debugger beobachtet diese App. Schließen Sie ihn und starten Sie die App neu."
        case .deviceOpenFolder: "Andere Benutzer dieses Geräts haben Zugriff auf {path}. Entziehen Sie ihn: chmod 700."
        case .deviceForeignFolder:
            "{path} gehört einem anderen Benutzer. Verschieben Sie die Geldbörse in einen eigenen Ordner."
        case .deviceProgram: "Jeder Benutzer dieses Geräts kann {path} ersetzen. Entziehen Sie dieses Recht: chmod o-w."
        case .deviceDumps:
            """
            Ein Absturz würde die Schlüssel auf den Datenträger schreiben. Starten Sie die App neu oder lassen Sie \
            Speicherabzüge abschalten.
            """
        case .restrictedUntilThen: "Bis dahin:"
        case .restrictedPIN: "Sie können keine PIN festlegen, und zwischen Starts bleibt kein Schlüssel erhalten."
        case .restrictedPhrase: "Die Wörter einer Wortfolge werden nicht angezeigt."
        case .refusedDevice:
            "Nicht verfügbar, solange dieses Gerät die Geldbörse nicht schützt. Den Grund zeigt die Startseite."
        case .devicePreload:
            "Andere Benutzer können {path} ändern, das in jedes Programm geladen wird. Fragen Sie den Administrator."
        case .deviceOpenWay:
            "Andere Benutzer können den Inhalt von {path} ersetzen. Entziehen Sie dieses Recht: chmod go-w."
        case .deviceForeignLink:
            "Die Verknüpfung {path} gehört einem anderen Benutzer. Ersetzen Sie sie durch eine eigene."
        case .deviceForeignCode:
            "Diese App führt Code aus {path} aus, den ein anderer Benutzer ändern kann. Installieren Sie die Datei neu."
        case .deviceVariable: "Die Umgebungsvariable {name} ist gesetzt. Starten Sie die App ohne sie."
        case .deviceLinkHandler:
            "{name} öffnet Links, die mit satchel: beginnen. Wählen Sie dafür Satchel in den Systemeinstellungen."
        case .devicePlainSwap:
            "Das System kann Schlüssel nach {path} schreiben, das nicht verschlüsselt ist. Verschlüsseln Sie den Swap."
        case .deviceReplacedCode:
            "{path} wurde ersetzt, während die App lief. Starten Sie die App neu. Nach einer Aktualisierung ist das üblich."
        case .deviceOwnProgram:
            "Ihre anderen Programme können {path} ersetzen. Installieren Sie Satchel für alle Benutzer."
        case .deviceUnlockedMemory:
            "Schlüssel konnten nicht im Speicher gehalten werden. Erhöhen Sie die Grenze dafür: ulimit -l."
        case .deviceRoot: "Die Geldbörse läuft als root. Verwenden Sie sie als Benutzer ohne besondere Rechte."
        case .deviceTracing:
            "Jedes Ihrer Programme darf Ihre anderen Programme beobachten. Setzen Sie kernel.yama.ptrace_scope auf 1."
        case .deviceNoSecureBoot:
            "Das Gerät startet ohne Secure Boot. Aktivieren Sie es in den Einstellungen der Firmware."
        case .deviceVirtual:
            "Das Gerät ist virtuell ({name}); sein Wirt kann den Speicher lesen. Vertrauen Sie dem Wirt?"
        case .devicePlainDisk: "Der Datenträger unter {path} ist nach Angabe des Systems nicht verschlüsselt."
        case .restrictedSending: "Sie können weder Geld noch Coins senden, und nichts wird signiert."
        case .restrictedWithdrawing: "Sie können kein Geld auszahlen, weder auf ein Bankkonto noch als Offline-Token."
        case .refusedRestricted: "Nicht verfügbar, weil dieses Gerät jetzt unter fremder Kontrolle sein kann."
        case .deviceRisks: "Risiken dieses Geräts"
        case .deviceNoRisks: "Kein Risiko gefunden. Wer das Gerät kontrolliert, kann sich vor dieser Prüfung verbergen."
        case .deviceTaken: "Jetzt möglicherweise unter fremder Kontrolle"
        case .deviceWeak: "Schwachstellen"
        case .deviceNotes: "Zur Kenntnis"
        case .deviceMode: "Bei möglicher fremder Kontrolle"
        case .deviceModeLog: "Nichts anzeigen"
        case .deviceModeWarn: "Nur warnen"
        case .deviceModeRestrict: "Nicht senden und nicht auszahlen"
        case .deviceModeBlock: "Geldbörse nicht öffnen"
        case .deviceModeText:
            "Diese Änderung braucht die Passphrase. Empfangen, Guthaben und Abgleich bleiben möglich, solange die Geldbörse öffnet."
        case .deviceModeChange: "Ändern"
        case .deviceCheckAgain: "Erneut prüfen"
        case .fewerDetails: "Weniger Details"
        case .scanRecipient: "Empfänger scannen"
        case .askFor: "Anfordern"
        case .refusedNoRecipient: "Dieser Code nennt keinen Empfänger. Scannen Sie einen anderen."
        case .sendOrAsk: "Senden oder anfordern"
        case .photoReset: "Ganzes Foto"
        case .ledger: "Das Buch des Hubs"
        case .ledgerText:
            """
            Jede Geldbewegung beim Hub steht in einem Buch, das nur wachsen darf. Bei jedem Abgleich muss der Hub das \
            beweisen.
            """
        case .ledgerUnseen: "Diese Geldbörse hat das Buch noch nicht gesehen. Der nächste Abgleich ruft es ab."
        case .checkLedger: "Jetzt prüfen"
        case .ledgerEntries: "Einträge"
        case .ledgerSigned: "Vom Hub signiert"
        case .ledgerFingerprint: "Fingerabdruck"
        case .ledgerEvidence: "Zwei widersprüchliche Bücher"
        case .ledgerEvidenceText:
            """
            Der Hub hat beide signiert. Fragen Sie den Betreiber nach dem Grund und bewahren Sie den Beleg auf. Eines \
            allein beweist nichts.
            """
        case .ledgerBefore: "Zuerst angezeigt"
        case .ledgerAfter: "Stattdessen angezeigt"
        case .acceptLedger: "Neues Buch akzeptieren"
        case .acceptLedgerQuestion:
            """
            Hat der Betreiber erklärt, warum sich das Buch geändert hat, etwa nach einer eingespielten Sicherung? \
            Zahlungen, die nur im alten Buch standen, können verloren sein. Der Beleg bleibt hier.
            """
        case .refusedStaleReview:
            "Inzwischen wurde etwas anderes geprüft. Es wurde nichts signiert. Prüfen Sie dies noch einmal."
        case .notices: "Mitteilungen"
        case .closedNotices: "Auch bei geschlossener App"
        case .closedNoticesText:
            """
            Ein Schlüssel auf diesem Gerät erfährt, was auf Ihrem Konto geschieht. Er kann nichts ausgeben und \
            steht in Ihrer Geräteliste.
            """
        case .closedNoticesNotStarted:
            """
            Die Mitteilungen sind eingeschaltet, aber dieser Desktop hat sie nicht gestartet. Starten Sie \
            „satchel notify run“ beim Anmelden.
            """
        case .closedNoticesKept:
            """
            Der Schlüssel ist von diesem Gerät entfernt. Der Hub hat das nicht bestätigt: Sehen Sie in Ihrer \
            Geräteliste nach.
            """
        case .noticesText:
            """
            Informiert Sie über Ihr Konto, während die Geldbörse offen und ein anderes Fenster vorn ist. Mitteilungen \
            können auf dem gesperrten Bildschirm sichtbar sein.
            """
        case .noticesOff: "Aus"
        case .noticesWithoutAmounts: "Ohne Beträge"
        case .noticesWithAmounts: "Mit Beträgen"
        case .noticeMoney: "Sie haben Geld erhalten."
        case .noticePayments:
            .counted(one: "Sie haben {count} Zahlung erhalten.", other: "Sie haben {count} Zahlungen erhalten.")
        case .noticeFrom: "{amount} von {name}"
        case .noticeRequestPaid: "Ihre Anforderung wurde bezahlt."
        case .noticeRequest: "Jemand fordert Geld von Ihnen an."
        case .noticeDeclined: "Ihre Anforderung wurde abgelehnt."
        case .noticeRecurringFailed: "Ein Dauerauftrag ist fehlgeschlagen. Der Hub versucht es erneut."
        case .noticeRecurringMissed: "Ein Dauerauftrag ist fehlgeschlagen."
        case .noticeWebhook: "Ihr Server ist seit einem Tag gestört. Er erhält keine Meldungen mehr."
        case .historyNotPaidYet: "Noch nicht bezahlt."
        case .historyRequestPaid: "Bezahlt."
        case .historyDeclinedPayment: "Eine Zahlung auf diese Anforderung wurde abgelehnt."
        case .historyReceived: "Empfangen."
        case .historyReceivedAgain: "Empfangen, obwohl die Anforderung schon bezahlt war."
        case .historyReceivedHeld:
            "Empfangen für eine Anforderung aus der Zeit vor der Wiederherstellung. Zurückgehalten, bis der Hub es erstattet."
        case .historyDecided: "Vorbereitet, noch nicht übergeben."
        case .historyHandedOver: "Übergeben. Die Quittung des Empfängers steht noch aus."
        case .historyAcknowledged: "Zugestellt. Der Empfänger hat eine Quittung signiert."
        case .historyDeclinedByPayee:
            "Der Empfänger hat abgelehnt. Das Geld kommt beim nächsten Abgleich auf Ihr Konto zurück."
        case .historyTakenBack: "Abgebrochen. Der Hub erstattet ab {time}, falls der Empfänger nicht eingelöst hat."
        case .historyHeldPayment:
            """
            Beim Zurücksetzen der Geldbörse war unklar, ob der Empfänger dies hatte. Der Hub erstattet ab {time}, \
            falls der Empfänger es nicht hat.
            """
        case .accountTopUp: "Beim Hub eingezahlt."
        case .accountReceived: "Auf Ihrem Konto eingegangen."
        case .accountSent: "Von einem anderen Gerät gesendet."
        case .accountPurchase: "Auf einem anderen Gerät offline verfügbar gemacht."
        case .accountRedemption: "Offline-Geld eines anderen Geräts wurde Ihrem Konto gutgeschrieben."
        case .accountRefund: "Nicht ausgegebenes Offline-Geld wurde Ihrem Konto gutgeschrieben."
        case .accountCompensation: "Entschädigung vom Hub."
        case .accountRecovery: "Von einem Doppelausgeber zurückgeholt."
        case .accountConverted: "Auf einem anderen Gerät umgetauscht."
        case .accountDeposit: "Per Banküberweisung eingezahlt."
        case .accountPayout: "Von einem anderen Gerät ausgezahlt."
        case .accountPayoutReturned: "Die Bank hat eine Auszahlung zurückgegeben."
        case .historyRecorded: "Beim Hub verbucht. Der Empfänger hat die Zahlung noch nicht bestätigt."
        case .historySettled: "Beim Hub verbucht. Sie müssen nichts weiter tun."
        case .historyNotNoted: "Der Hub hat es nicht vermerkt: {reason}"
        case .historyReturnedAfterDecline: "Der Empfänger hat abgelehnt. Der Hub hat Ihrem Konto den Betrag erstattet."
        case .historyTakenInSpiteOfDecline:
            """
            Der Empfänger hat abgelehnt, aber trotzdem {amount} genommen. Der Hub hat den Rest erstattet und kennt die \
            Ablehnung.
            """
        case .historyRedeemedByPayee: "Der Empfänger hatte es erhalten und hat es eingelöst."
        case .historyReturnedInSpiteOfReceipt:
            """
            Der Empfänger hat eine Quittung signiert, aber der Hub erfuhr erst nach dem Erstattungstermin von der \
            Zahlung und hat sie Ihrem Konto erstattet. Sie schulden das Geld noch: Zahlen Sie erneut.
            """
        case .historyReturnedToEarlierOwner:
            """
            Der Hub erfuhr erst nach dem Erstattungstermin von dieser Zahlung an Sie und hat sie dem letzten ihm \
            bekannten Besitzer erstattet. Bitten Sie den Zahler, noch einmal zu zahlen.
            """
        case .historyDividedAtRefund:
            """
            Zum Erstattungstermin gingen {amount} an den Empfänger, {paid} kamen auf Ihr Konto zurück und {rest} \
            gingen an einen früheren Besitzer.
            """
        case .historyReturned: "Es wurde nicht eingelöst. Der Hub hat Ihrem Konto den Betrag erstattet."
        case .historyQueued: "Vorgemerkt. Wird beim nächsten Abgleich gesendet."
        case .historySent: "Beim Hub abgeschlossen."
        case .historyCancelled: "Vor dem Senden abgebrochen."
        case .historyCancelledByRollback:
            """
            Beim Zurücksetzen der Geldbörse noch vorgemerkt, daher von hier nicht gesendet. Prüfen Sie Ihr Konto und \
            senden Sie es erneut, falls es fehlt.
            """
        case .historyPaidRequest: "Anforderung {name} bezahlt."
        case .historyConverting: "Im Tausch gegen {amount}, Kurs {pair} {rate}."
        case .historyConverted: "Umgetauscht in {amount}."
        case .historyPayingOut: "An {iban}."
        case .historyPayoutOrdered:
            "Beim Hub als Auszahlung {id} beauftragt. Die Liste der Auszahlungen zeigt den Stand."
        case .historyOrdered: "Beim Hub beauftragt."
        case .historyBought: "Bereit zum Ausgeben ohne Netz."
        case .historyDroppedOrder:
            "Beim Zurücksetzen der Geldbörse noch offen. Hat der Hub das Geld ausgestellt, erstattet er es später."
        case .historyRedeeming: "Auf dem Weg auf Ihr Konto."
        case .historyCredited: "Ihrem Konto gutgeschrieben."
        case .historyCreditedExcept:
            """
            Ihrem Konto gutgeschrieben, bis auf {amount}, die ein früherer Besitzer doppelt ausgegeben hatte. Der Hub \
            hat den Beweis und Ihren Anspruch.
            """
        case .historyClaimWaits:
            """
            Ihrem Konto gutgeschrieben, bis auf {amount}, die ein früherer Besitzer doppelt ausgegeben hatte. {paid} \
            dieses Anspruchs wurden gezahlt. Ab {time} zahlt der Garantiefonds vom Rest, was er kann.
            """
        case .historyClaimPartlyPaid:
            """
            Ihrem Konto gutgeschrieben, bis auf {amount}, die ein früherer Besitzer doppelt ausgegeben hatte. {paid} \
            dieses Anspruchs wurden gezahlt.
            """
        case .historyClaimPaid:
            """
            Ihrem Konto gutgeschrieben. {amount} davon hatte ein früherer Besitzer doppelt ausgegeben; Ihr Anspruch \
            darauf wurde bezahlt.
            """
        case .historyWithoutClaim:
            """
            Ihrem Konto gutgeschrieben, bis auf das, was schon ausgezahlt war. Auf den Rest hat diese Geldbörse keinen \
            Anspruch.
            """
        case .historyRefundWasQuicker:
            "Der Hub hat es zuerst erstattet. Das Geld ist auf dem Konto des letzten Besitzers."
        case .historyTooOld: "Zu alt zum Einlösen. Der Hub erstattet es ab {time}."
        case .historyHeldCoin: "Zurückgehalten, seit die Geldbörse zurückgesetzt wurde. Der Hub erstattet es ab {time}."
        case .historyReleased: "Nicht mehr zurückgehalten. Der Hub hat erstattet, was nicht eingelöst wurde."
        case .historyReleasedWaits:
            """
            Nicht mehr zurückgehalten. Ein früherer Besitzer hatte {amount} davon doppelt ausgegeben. {paid} Ihres \
            Anspruchs wurden gezahlt. Ab {time} zahlt der Garantiefonds, was er kann.
            """
        case .historyReleasedExcept:
            """
            Nicht mehr zurückgehalten. Ein früherer Besitzer hatte {amount} davon doppelt ausgegeben. {paid} Ihres \
            Anspruchs wurden gezahlt. Den Rest hat der Hub erstattet.
            """
        case .historyLoggedOut: "Dieses Gerät wurde abgemeldet."
        case .historyLoggedOutEverywhere: "Alle Geräte wurden abgemeldet."
        case .historyLoggedOutUnused: "Nach mindestens {number} Minuten ohne Nutzung abgemeldet."
        case .historyRolledBack:
            """
            Diese Kopie der Geldbörse ist veraltet. Alte Dateien wurden zurückkopiert, oder eine andere Kopie hat \
            inzwischen bezahlt. Gleichen Sie ab, bevor Sie wieder zahlen.
            """
        case .historyRestored:
            """
            Diese Geldbörse wurde aus einer Sicherung wiederhergestellt. Melden Sie sich an und gleichen Sie ab, bevor \
            Sie zahlen.
            """
        case .historyOtherChip:
            """
            Diese Geldbörse wurde von ihrem Sicherheitschip getrennt, eine andere Kopie kann inzwischen bezahlt haben. \
            Gleichen Sie ab, bevor Sie wieder zahlen.
            """
        case .historyChipCleared:
            """
            Der Sicherheitschip wurde gelöscht und schützt diese Geldbörse nicht mehr. Sie können ihn wieder \
            einschalten.
            """
        case .historyDoubleSpent:
            "Dasselbe Geld wurde doppelt ausgegeben. Der Beweis ist aufbewahrt. Das Pseudonym dazu ist {key}."
        case .historyBadProof: "Der Hub hat einen ungültigen Betrugsbeweis gesendet: {reason}"
        case .historyRefusedPayment: "Eine Zahlung auf eine Ihrer Anforderungen wurde abgelehnt: {reason}"
        case .historyContradiction:
            """
            Ein Empfänger hat zur selben Zahlung {name} eine Ablehnung und eine Quittung gesendet. Bewahren Sie beide \
            auf.
            """
        case .historyDamagedPhotos:
            """
            {number} Kartenfotos waren in der Sicherung beschädigt. Alles andere ist vorhanden. Versuchen Sie eine \
            andere Sicherung.
            """
        case .faultUnreadable: "Das ist nicht lesbar."
        case .faultBadKey: "Ein Schlüssel oder eine Signatur darin ist ungültig."
        case .faultRevokedKey: "Der Hub hat einen Schlüssel darin widerrufen."
        case .faultOverLimit: "Ein Limit des Hubs ist überschritten."
        case .faultBadUnits: "Es gibt Geld aus, das der Zahler nicht hatte."
        case .faultOtherHub: "Es gehört zu einem anderen Hub oder einer anderen Währung."
        case .faultOtherRequest: "Es gehört zu einer anderen Anforderung."
        case .faultOutOfDate: "Es ist abgelaufen, oder eine Uhr geht falsch."
        case .faultAlreadyHeld: "Diese Geldbörse hat es bereits."
        case .faultNoFraud: "Es beweist keine doppelte Ausgabe."
        case .faultInvalid: "Es ist ungültig."
        case .requestOfOtherHub: "Die Anforderung gehört zu einem anderen Hub. Bitten Sie um eine von Ihrem Hub."
        case .requestOfUnknownCurrency: "Satchel kennt die Währung Nummer {number} nicht. Aktualisieren Sie Satchel."
        case .requestOfOtherCurrency:
            "Die Anforderung ist in der Währung Nummer {number}, die diese Geldbörse nicht führt."
        case .requestForNothing: "Die Anforderung nennt keinen Betrag. Bitten Sie um eine mit Betrag."
        case .requestOverLimit: "Der Betrag ist höher, als auf einmal erlaubt ist. Zahlen Sie in Teilen."
        case .requestIsOld:
            "Die Anforderung ist alt. Bitten Sie um eine neue, oder bestätigen Sie, dass diese gemeint ist."
        case .requestFromFuture:
            "Die Anforderung trägt das Datum {time}, mehr als einen Tag voraus. Prüfen Sie beide Uhren."
        case .payeeKeyUnknown:
            """
            Diese Geldbörse kennt den Schlüssel des Hubs nicht, mit dem das Zertifikat des Empfängers signiert ist. \
            Gleichen Sie einmal ab und zahlen Sie dann.
            """
        case .payeeNotGenuine: "Das Zertifikat des Empfängers ist nicht echt. Zahlen Sie nicht."
        case .payeeExpired: "Das Zertifikat des Empfängers galt bis {time}. Der Empfänger muss zuerst abgleichen."
        case .payeeNotYetValid: "Das Zertifikat des Empfängers gilt erst ab {time}. Prüfen Sie beide Uhren."
        case .payeeRevoked: "Der Hub hat den Schlüssel des Empfängers widerrufen. Zahlen Sie nicht."
        case .requestIsOwn: "Das ist Ihre eigene Anforderung. Lassen Sie den Zahler sie scannen."
        case .sendingKept: "Die Zahlung bleibt gespeichert. Beschleunigen Sie sie oder brechen Sie sie ab."
        case .signaturesMissing: "Jeder Eingang hat {have} von {needed} Unterschriften; die übrigen fehlen noch."
        case .signaturesMissingAt:
            """
            {done} von {count} Eingängen sind fertig unterschrieben; Eingang {number} hat {have} von {needed} \
            Unterschriften; die übrigen fehlen noch.
            """
        case .serverSays: "{server} sagt: {text}"
        case .serverRefuses: "{server} lehnt ab: {text}"
        case .serverReplacementTooCheap: "Die neue Gebühr ist nicht genug höher als die alte: Erhöhen Sie sie."
        case .serverBelowRelayFee: "Die Gebühr ist niedriger, als das Netzwerk weiterreicht: Erhöhen Sie sie."
        case .serverBelowCurrentFee: "Die Gebühr liegt unter dem, was das Netzwerk zurzeit annimmt. Erhöhen Sie sie."
        case .serverFeeTooHigh: "Der Server lehnt eine so hohe Gebühr ab."
        case .serverTipAboveMost: "Das Trinkgeld ist höher als der Höchstpreis einer Gas-Einheit."
        case .serverWrongGasLimit: "Die Gas-Grenze passt nicht zur Transaktion."
        case .serverConflict: "Eine andere Transaktion gibt diese Coins schon aus."
        case .serverCoinsGone: "Diese Coins sind schon ausgegeben oder waren nie da: Aktualisieren Sie das Konto."
        case .serverUnconfirmedAdded: "Ein Ersatz darf keine weiteren unbestätigten Coins ausgeben."
        case .serverDust: "Ein Ausgang ist zu klein, um sich zu lohnen."
        case .serverImmatureReward: "Geschürftes lässt sich erst nach 100 Blöcken ausgeben."
        case .serverLockedUntilLater: "Die Transaktion darf noch in keinen Block: Ihre Sperrzeit läuft noch."
        case .serverCoinsTooYoung: "Die Transaktion darf noch in keinen Block: Ihre Coins sind zu jung."
        case .serverLongChain: "Zu viele unbestätigte Transaktionen hängen daran: Warten Sie."
        case .serverNumberWaits:
            """
            Eine Transaktion mit dieser Nummer wartet schon: Erhöhen Sie beide Gebühren um mindestens ein \
            Zehntel, um sie zu ersetzen.
            """
        case .serverNumberUsed:
            "Eine andere Transaktion mit dieser Nummer ist in einem Block: Aktualisieren Sie das Konto."
        case .serverNumberMissing: "Eine frühere Transaktion dieses Kontos fehlt: Senden Sie die zuerst."
        case .serverTooLittleEther: "Das Konto hat zu wenig Ether für Betrag und Gebühr."
        case .serverTooFewSOL: "Das Konto hat zu wenig SOL für die Gebühr."
        case .serverBelowRent: "Einem Konto bliebe weniger, als es zum Bestehen braucht."
        case .serverTooLittleHeld: "Das Konto hat weniger, als die Transaktion bewegt."
        case .serverOtherNetwork: "Die Transaktion gehört zu einem anderen Netzwerk."
        case .serverSignedTooLongAgo:
            "Die Transaktion wurde vor zu langer Zeit unterschrieben, oder der Server hängt nach."
        case .serverFails: "Die Transaktion ist gescheitert: {text}"
        case .serverStepFails: "Schritt {number} der Transaktion ist gescheitert: {text}."
        case .cardNoStore: "Der Karte fehlt das Geschäft. Tragen Sie eines ein."
        case .cardNoNumber: "Der Karte fehlt die Nummer. Tragen Sie eine ein."
        case .cardTooLong: "Zu lang: {what} (höchstens {number} Bytes). Kürzen Sie es."
        case .cardTooMany: "Eine Karte hat höchstens {number} {what}."
        case .cardCodeIsEmpty: "Ein Code der Karte ist leer."
        case .cardLargeCode: "Ein Code hat höchstens {number} Bytes."
        case .cardBadCode: "Ein Code der Karte nennt einen Zeichensatz oder eine Fehlerkorrektur, die es nicht gibt."
        case .cardWrongFieldCount:
            """
            Die Zeile hat {number} Felder, die Liste {limit} Spalten. Setzen Sie einen Text, der das \
            Trennzeichen enthält, in Anführungszeichen.
            """
        case .cardRoundedNumber:
            """
            Eine Tabellenkalkulation hat die Nummer gerundet. Lassen Sie sie die Spalte als Text behalten und \
            speichern Sie die Liste neu.
            """
        case .cardIsNone: "Das ist keine Karte."
        case .cardNoContent: "Der Inhalt der Karte fehlt oder ist beschädigt."
        case .cardWalletFull: "Eine Geldbörse fasst höchstens {number} Karten."
        case .cardMeetsTwo:
            "Sie hat die Kennung der einen und die Nummer einer anderen Karte. Ändern Sie zuerst eine der beiden."
        case .cardNoPass: "Die Karte stammt aus keinem pkpass und blieb weg."
        case .cardTookPlace:
            """
            Sie ersetzt Karte {number} derselben Datei. Beide haben dieselbe Kennung oder dasselbe Geschäft und \
            dieselbe Nummer.
            """
        case .cardMerged:
            """
            Sie wurde mit Karte {number} derselben Datei zusammengeführt. Beide haben dieselbe Kennung oder \
            dasselbe Geschäft und dieselbe Nummer.
            """
        case .cardNewerCopy: "Sie ist eine neuere Fassung der Karte {number} derselben Datei."
        case .cardLeftOut:
            """
            Sie wurde wegen Karte {number} derselben Datei weggelassen. Beide haben dieselbe Kennung oder dasselbe \
            Geschäft und dieselbe Nummer.
            """
        case .cardBadDate: "{what}: Das ist kein Datum, Satchel hat es weggelassen."
        case .cardBadColour: "Ihre Farbe ist ungültig und wurde weggelassen."
        case .cardBadBalance: "Ihr Guthaben blieb weg: Es ist keine Zahl, oder die Währung ist unbekannt."
        case .cardNoCode: "Einer ihrer Codes ist ungültig und wurde weggelassen."
        case .cardEmptyCode: "Einer ihrer Codes ist leer oder von unbekannter Art und blieb weg."
        case .cardUnknownKind: "Satchel kennt die Art ihres Codes nicht und hat den Code weggelassen."
        case .cardUnknownEncoding:
            "Satchel kennt die Kodierung ihres Codes nicht und hat UTF-8 verwendet. Prüfen Sie sie an einem Scanner."
        case .cardCodeLeftOut: "Ihr Code blieb weg: {reason}"
        case .cardCodeShown: "Ihr Code wird als {name} gezeigt: {reason}"
        case .cardFirstCodeOnly: "Nur der erste ihrer {number} Codes passt in das Format."
        case .cardKindUnstated:
            """
            Die Liste sagt nicht, welche Art von Code diese Karte hat. Bearbeiten Sie die Karte, um ihr einen \
            zu geben.
            """
        case .cardColumnsGuessed: "Die erste Zeile wurde für die Namen der Spalten gehalten: {text}"
        case .cardCharacterSetGuessed:
            """
            Die Datei nennt ihren Zeichensatz nicht; Windows-1252 wurde angenommen. Vergleichen Sie die \
            Buchstaben dieser Karte.
            """
        case .cardLongNote: "Nicht alle ihre Texte passen in die Notiz."
        case .cardPhotoMissing: "Ein Foto dieser Karte fehlt; alles andere wurde gelesen."
        case .cardPhotoLost:
            "Ein Foto dieser Karte fehlt. Spielen Sie eine Sicherung ein oder fügen Sie das Foto neu hinzu."
        case .cardPhotoDamaged:
            "Ein Foto dieser Karte ist beschädigt. Spielen Sie eine Sicherung ein oder fügen Sie das Foto neu hinzu."
        case .cardPhotoLeftOut: "Ihr Foto {number} blieb weg: {reason}"
        case .cardPictureIsNone: "Ihr Bild {name} ist keines und blieb weg."
        case .cardPictureLeftOut: "Ihr Bild {name} blieb weg: {reason}"
        case .cardPhotosLeftOut: "{left} ihrer {number} Fotos blieben weg: Catima nimmt drei in PNG."
        case .cardPhotosInLink: "Ihre Fotos passen nicht in einen Link."
        case .cardExportedPhotoMissing: "Ein Foto der Karte fehlt und blieb weg."
        case .cardPassDamaged: "Der ursprüngliche Pass ist beschädigt und blieb weg."
        case .cardPassLeftOut: "Der ursprüngliche Pass blieb weg: {reason}"
        case .cardPassNotKept: "Der Pass selbst wurde nicht aufbewahrt: {reason}"
        case .cardPassMissing: "Der ursprüngliche Pass fehlt und blieb weg."
        case .fileIsEmpty: "Leer."
        case .fileTooLarge: "Größer als {number} MiB. Verkleinern Sie es."
        case .fileDamaged: "Beschädigt."
        case .fileTooMany: "Eine Karte hat höchstens {number}."
        case .codeEmpty: "Es gibt keinen Text."
        case .codeNoGS1: "Das ist kein GS1-Text wie (01)04006381333931(10)LOT7."
        case .codeWrongGS1Digit:
            "Die Prüfziffer von ({name}) passt nicht: Sie wäre {digit}. Vergleichen Sie sie mit der Karte."
        case .codeForeignCharacters: "{name} kennt nicht alle diese Zeichen."
        case .codeOddDigits:
            """
            ITF hat eine gerade Zahl von Ziffern, hier sind es {number}. Nur wenn auf der Karte eine Null davor \
            steht, schreiben Sie {text}.
            """
        case .codeTooLong: "Der Text hat {number} Bytes, mehr als der größte {name}-Code fasst. Kürzen Sie ihn."
        case .codeWrongDigit:
            """
            Die letzte Ziffer dieser {name}-Nummer passt nicht zu den anderen: Sie wäre {digit}. Vergleichen \
            Sie sie mit der Karte.
            """
        case .codeUnfit: "Das passt nicht in einen {name}-Code."
        case .codeCannotHold: "Diese Art von Code kann das nicht fassen."
        case .termStore: "Geschäft"
        case .termNumber: "Nummer"
        case .termHolder: "Inhaber"
        case .termNote: "Notiz"
        case .termCaption: "Beschriftung"
        case .termGroup: "Gruppe"
        case .termCodes: "Codes"
        case .termGroups: "Gruppen"
        case .termPhotos: "Fotos"
        case .termCreated: "Erstellung"
        case .termChanged: "Änderung"
        case .termLastUsed: "letzte Benutzung"
        case .termValidFrom: "erster Tag"
        case .termExpiry: "Ablauf"
        case .requestsToPay:
            .counted(
                one: "{count} Anforderung zu bezahlen", other: "{count} Anforderungen zu bezahlen")
        case .stepRequest: "Anforderung"
        case .stepPayment: "Zahlung"
        case .stepReceipt: "Quittung"
        case .stepOf: "Schritt {number} von {count}: {title}"
        case .stepsDone: "Alle Schritte erledigt"
        case .waitsForPayment: "Warten auf die Zahlung. Richten Sie die Kamera auf den Bildschirm des Zahlers."
        case .waitsForReceipt: "Warten auf die Quittung. Richten Sie die Kamera auf den Bildschirm des Empfängers."
        case .otherWays: "Andere Wege"
        case .copyText: "Als Text kopieren"
        case .copyLink: "Link kopieren"
        case .declinePayment: "Zahlung ablehnen"
        case .declinesNext: "Zahlung stattdessen ablehnen"
        case .declinesNextText: "Die gescannte Zahlung wird abgelehnt, und der Zahler erhält das Geld zurück."
        case .receiveByCode: "Persönlich"
        case .ownCode: "Mein Code"
        case .ownCodeText: "Lassen Sie einen Zahler mit Verbindung diesen Code scannen, oder senden Sie ihm den Link."
        case .ownCodeNeedsAccount: "Für Ihren Code brauchen Sie ein Konto bei einem Hub."
        case .amountOptional: "Betrag (optional)"
        case .till: "Kasse"
        case .charge: "Kassieren"
        case .cancelSale: "Verkauf abbrechen"
        case .eraseDigit: "Letzte Ziffer löschen"
        case .sales: .counted(one: "{count} Verkauf", other: "{count} Verkäufe")
        case .showFraudProof: "Beweis anzeigen"
        case .refusedNoProof: "Diese Geldbörse hat zu diesem Eintrag keinen Beweis."
        case .anyone: "Jeder mit dem Link"
        case .payee: "Empfänger"
        case .advanced: "Erweitert"
        case .copyAddress: "Adresse kopieren"
        case .receivesOnly: "Senden Sie an diese Adresse nur Coins von {network}."
        case .addNetwork: "{network} hinzufügen"
        case .aboutHours:
            .counted(
                one: "Meist innerhalb von {count} Stunde", other: "Meist innerhalb von {count} Stunden")
        case .aboutMinutes:
            .counted(
                one: "Meist innerhalb von {count} Minute", other: "Meist innerhalb von {count} Minuten")
        case .withinMinute: "Meist innerhalb einer Minute"
        case .payIn: "Einzahlen"
        case .copyThing: "Kopieren: {name}"
        case .lastBackup: "Letzte Sicherung"
        case .bannerBackup: "Ihre letzte Sicherung ist älter als ein Monat, oder es gibt keine."
        case .forgetLosesOffline:
            """
            Sie löschen damit auch {amount} Offline-Geld. Der Hub erstattet es erst nach dem Erstattungstag und nur \
            dem Konto dieser Geldbörse.
            """
        case .forgetLastBackup: "Letzte Sicherung durch diese App: {time}"
        case .forgetNoBackup: "Diese App hat diese Geldbörse noch nie gesichert."
        case .bannerDemo:
            "Demo: Hier ist nichts echt, und alles ist weg, wenn Sie die App schließen."
        case .demoAnyLogin: "Demo: Jede Passphrase und jedes Passwort gilt."
        case .demoTitle: "Satchel-Demo"
        case .refusedInDemo: "In der Demo gibt es das nicht."
        case .demoChoir: "Chor"
        case .demoTicket: "Konzertkarte"
        case .demoLunch: "Mittagessen"
        case .demoBooks: "Bücher"
        case .demoMuseum: "Museum"
        case .demoDinner: "Abendessen"
        case .demoCoffee: "Kaffee"
        case .demoCinema: "Kino"
        case .demoGroceries: "Einkäufe"
        case .demoGift: "Geburtstagsgeschenk"
        case .demoBread: "Brot"
        case .demoGrocer: "Supermarkt"
        case .demoBakery: "Bäckerei"
        case .demoLibrary: "Bibliothek"
        case .demoGym: "Fitnessstudio"
        case .demoCafe: "Café"
        case .files: "Dateien"
        case .filesLogInText:
            """
            Geben Sie das Passwort von {name} ein, um Ihre Dateien zu öffnen. Satchel nutzt dafür eine eigene \
            Sitzung, die kein Geld bewegen kann. Der Betreiber des Hubs kann Ihre Dateien lesen.
            """
        case .filesNoAccount: "Noch kein Konto"
        case .filesNoAccountHint: "Ihre Dateien liegen bei einem Hub. Treten Sie einem bei, und eröffnen Sie ein Konto."
        case .filesUnsupported: "Dieser Hub verwahrt keine Dateien"
        case .filesUnsupportedHint: "Bitten Sie den Betreiber des Hubs, Dateien einzuschalten."
        case .filesEmpty: "Dieser Ordner ist leer"
        case .filesEmptyHint: "Laden Sie eine Datei hoch, oder erstellen Sie einen Ordner."
        case .filesOffline:
            "Keine Verbindung zum Hub. Diese Liste ist von {time}. Ihre Änderungen werden später gesendet."
        case .filesIncomplete: "Keine Verbindung zum Hub. Diese Liste ist unvollständig."
        case .filesUsed: "{used} von {quota} belegt"
        case .filesCut: "Nur die ersten {number} Einträge werden angezeigt. Suchen Sie nach den übrigen."
        case .filesLogOutQuestion:
            """
            Auf diesem Gerät von den Dateien abmelden? Nicht gesendete Änderungen bleiben hier, bis Sie sich wieder \
            anmelden.
            """
        case .upload: "Hochladen"
        case .download: "Herunterladen"
        case .newFolder: "Neuer Ordner"
        case .createFolder: "Erstellen"
        case .moreActions: "Weitere Aktionen"
        case .movedToTrash: "{name} in den Papierkorb verschoben"
        case .trash: "Papierkorb"
        case .trashEmpty: "Der Papierkorb ist leer"
        case .trashText: "Der Hub löscht die Einträge nach 30 Tagen endgültig. Bis dahin belegen sie Speicherplatz."
        case .trashedAt: "Gelöscht: {time}"
        case .restoreItem: "Wiederherstellen"
        case .transfers: "Übertragungen"
        case .noTransfers: "Keine Übertragungen"
        case .transfersPending: .counted(one: "{count} Änderung läuft", other: "{count} Änderungen laufen")
        case .transfersFailed:
            .counted(
                one: "{count} Änderung fehlgeschlagen", other: "{count} Änderungen fehlgeschlagen")
        case .orderByName: "Nach Name"
        case .orderByNewest: "Neueste zuerst"
        case .orderByLargest: "Größte zuerst"
        case .fileOrder: "Sortieren und anzeigen"
        case .folder: "Ordner"
        case .fileSize: "Größe"
        case .fileModified: "Geändert"
        case .fileLocation: "Ort"
        case .sizeBytes: .counted(one: "{count} Byte", other: "{count} Byte")
        case .fileSending: "Wird hochgeladen, {percent}"
        case .fileReceiving: "Wird heruntergeladen, {percent}"
        case .fileUploadWaits: "Wartet auf das Hochladen"
        case .fileDownloadWaits: "Wartet auf das Herunterladen"
        case .fileFolderWaits: "Wird noch erstellt"
        case .fileChangeWaits: "Wird noch geändert"
        case .fileDeletionWaits: "Wird noch gelöscht"
        case .fileRestorationWaits: "Wird noch wiederhergestellt"
        case .fileNotUploaded: "Nicht hochgeladen"
        case .fileNotDownloaded: "Nicht heruntergeladen"
        case .fileNotChanged: "Nicht geändert"
        case .fileUploaded: "Hochgeladen"
        case .fileDownloaded: "Heruntergeladen"
        case .fileFolderMade: "Erstellt"
        case .fileChanged: "Geändert"
        case .fileDeleted: "In den Papierkorb verschoben"
        case .fileRestored: "Wiederhergestellt"
        case .fileBothKept: "Ein anderes Gerät hatte diese Datei geändert. Beide Fassungen wurden behalten."
        case .fileCreatedAgain: "Ein anderes Gerät hatte diese Datei gelöscht. Sie wurde neu erstellt."
        case .fileRenamed: "Der Name war vergeben. Die Datei erhielt einen anderen."
        case .fileForeignAnswer:
            """
            Statt des Hubs antwortet ein anderer Server. Melden Sie sich in diesem Netz an, oder fragen Sie den \
            Betreiber des Hubs.
            """
        case .fileHubFault: "Beim Hub ist ein Fehler aufgetreten. Satchel versucht es erneut."
        case .fileHubFull: "Der Hub hat keinen Speicherplatz mehr. Wenden Sie sich an den Betreiber."
        case .fileKeepsChanging: "Die Datei ändert sich ständig. Schließen Sie das Programm, das sie schreibt."
        case .fileUnreadable: "Die Datei ist auf diesem Gerät nicht lesbar. Prüfen Sie ihre Rechte."
        case .fileGone: "Die Datei ist nicht mehr auf diesem Gerät. Wählen Sie sie erneut."
        case .fileWaitsItsTurn: "Zuerst wird eine andere Änderung abgeschlossen."
        case .fileNotFound: "Der Hub hat das nicht oder verwahrt keine Dateien. Prüfen Sie die Liste."
        case .fileFolderFailed: "Der Ordner dafür konnte nicht erstellt werden. Wählen Sie einen anderen."
        case .removeThing: "Entfernen: {name}"
        case .restoreThing: "Wiederherstellen: {name}"
        }
    }
}

// SPDX-License-Identifier: MIT

extension StringKey {
    /// In French.
    var french: Wording {
        switch self {
        case .ok: "OK"
        case .cancel: "Annuler"
        case .back: "Retour"
        case .next: "Continuer"
        case .done: "Terminé"
        case .close: "Fermer"
        case .retry: "Réessayer"
        case .copy: "Copier"
        case .copied: "Copié"
        case .paste: "Coller"
        case .save: "Enregistrer"
        case .edit: "Modifier"
        case .delete: "Supprimer"
        case .undo: "Annuler l’action"
        case .search: "Rechercher"
        case .loading: "Chargement …"
        case .optional: "Facultatif"
        case .details: "Détails"
        case .later: "Plus tard"
        case .remove: "Retirer"
        case .add: "Ajouter"
        case .all: "Tout"
        case .today: "Aujourd’hui"
        case .yesterday: "Hier"
        case .from: "De {name}"
        case .to: "À {name}"
        case .wallet: "Portefeuille"
        case .activity: "Opérations"
        case .cards: "Cartes"
        case .coins: "Cryptomonnaies"
        case .settings: "Réglages"
        case .welcomeTitle: "L’argent qui marche hors ligne"
        case .welcomeText:
            """
            Satchel garde votre argent, vos cryptomonnaies et vos cartes sur cet appareil. Rien n’est partagé avec \
            qui que ce soit sans votre accord.
            """
        case .createWallet: "Créer un portefeuille"
        case .restoreWallet: "Restaurer une sauvegarde"
        case .passphraseTitle: "Choisissez une phrase secrète"
        case .passphraseText:
            """
            Elle verrouille le portefeuille sur cet appareil. Elle ne peut pas être réinitialisée : notez-la et \
            gardez-la en lieu sûr.
            """
        case .passphrase: "Phrase secrète"
        case .passphraseAgain: "Répétez la phrase secrète"
        case .passphraseTooShort: "Utilisez au moins 8 caractères, par exemple trois ou quatre mots."
        case .passphraseTooSimple: "Utilisez des caractères plus variés."
        case .passphrasesDiffer: "Les phrases secrètes ne correspondent pas."
        case .restoreTitle: "Restaurer une sauvegarde"
        case .restoreText:
            "L’argent hors ligne d’une sauvegarde n’est pas dépensé de nouveau. Le hub le rembourse plus tard."
        case .backupFile: "Fichier de sauvegarde"
        case .backupPassphrase: "Phrase secrète de la sauvegarde"
        case .hubTitle: "Rejoindre un hub"
        case .hubText:
            """
            Un hub tient votre compte. Son exploitant vous donne un lien ou un code. Les cartes et les \
            cryptomonnaies fonctionnent sans hub.
            """
        case .hubClient: "Lien du hub"
        case .joinHub: "Rejoindre"
        case .hubNotReached: "Le hub ne répond pas. Vous pourrez continuer plus tard."
        case .accountTitle: "Votre compte"
        case .openAccount: "Ouvrir un compte"
        case .logIn: "Se connecter"
        case .username: "Identifiant"
        case .password: "Mot de passe"
        case .oneTimeCode: "Code d’authentification"
        case .oneTimeCodeText:
            "Ce compte demande un second facteur. Vous pouvez aussi saisir un code de récupération."
        case .lockedTitle: "Satchel est verrouillé"
        case .unlock: "Déverrouiller"
        case .lock: "Verrouiller"
        case .wrongTries: .counted(one: "{count} tentative échouée", other: "{count} tentatives échouées")
        case .newAccount: "Nouveau compte"
        case .haveAccount: "J’ai déjà un compte"
        case .total: "Total"
        case .atHub: "Au hub ({time})"
        case .availableAtHub: "Disponible au hub"
        case .offline: "Hors ligne"
        case .awaiting: "Sera crédité à la prochaine synchronisation"
        case .queued: "Sera envoyé à la prochaine synchronisation"
        case .held: "Remboursé à partir du {time}"
        case .unconfirmed: "Payé, reçu en attente"
        case .requestsReady:
            .counted(one: "{count} demande hors ligne restante", other: "{count} demandes hors ligne restantes")
        case .recentActivity: "Récent"
        case .seeAll: "Tout afficher"
        case .noActivity: "Aucune opération pour l’instant"
        case .noActivityHint: "Vos paiements apparaîtront ici."
        case .sync: "Synchroniser"
        case .syncing: "Synchronisation …"
        case .lineReached: "Connecté"
        case .linePoor: "Connexion lente"
        case .lineUnreachable: "Pas de connexion au hub"
        case .lineUnknown: "Pas encore synchronisé"
        case .send: "Envoyer"
        case .receive: "Recevoir"
        case .topUp: "Mettre hors ligne"
        case .scan: "Scanner"
        case .online: "En ligne"
        case .byCode: "Par code"
        case .recipient: "Destinataire"
        case .recipientHint: "Identifiant ou contact"
        case .amount: "Montant"
        case .note: "Note"
        case .available: "{amount} disponibles"
        case .review: "Vérifier"
        case .reviewSend: "Envoyer {amount} à {name} ?"
        case .sending: "Envoi …"
        case .sent: "{amount} envoyés"
        case .sendWaits: "En attente. L’envoi se fera à la prochaine synchronisation."
        case .takeBack: "Annuler le paiement"
        case .payTitle: "Payer par code"
        case .payHint:
            "Scannez la demande du bénéficiaire ou choisissez-en une image. Aucun réseau n’est nécessaire."
        case .choosePicture: "Choisir une image ou un fichier"
        case .pasteText: "Coller le code sous forme de texte"
        case .filePath: "Fichier"
        case .reviewPay: "Payer {amount} à {name} ?"
        case .somebody: "un bénéficiaire non vérifié"
        case .oldRequest: "Cette demande est ancienne. Demandez au bénéficiaire si elle est toujours valable."
        case .payOldRequest: "Payer quand même"
        case .pay: "Payer"
        case .paid: "{amount} payés"
        case .showToPayee: "Montrez ceci au bénéficiaire, puis scannez son reçu."
        case .scanReceipt: "Confirmer la réception"
        case .paymentConfirmed: "{amount} remis."
        case .paymentReturned:
            "Le bénéficiaire a refusé. {amount} vous reviendront à la prochaine synchronisation."
        case .paymentWithheld:
            "Annulé. Le hub rembourse à partir du {time}, sauf si le bénéficiaire encaisse avant."
        case .withhold: "Annuler le paiement"
        case .receiveTitle: "Recevoir par code"
        case .ask: "Créer une demande"
        case .showToPayer: "Montrez ceci au payeur, puis scannez son paiement."
        case .takePayment: "Accepter le paiement"
        case .received: "{amount} reçus"
        case .alreadyReceived: "{amount} déjà reçus"
        case .receivedHeld: "Cet argent est bloqué jusqu’à ce que le hub le rembourse."
        case .receivedExtra: "C’est un second paiement pour la même demande. Il a été accepté."
        case .showReceipt: "Montrez ce reçu au payeur."
        case .another: "Nouvelle demande"
        case .declined: "Refusé. Montrez ceci au payeur pour que l’argent lui revienne."
        case .saveCode: "Enregistrer comme image"
        case .savedPictures: .counted(one: "{count} image enregistrée", other: "{count} images enregistrées")
        case .codeOfDocument: "Code QR à montrer à l’autre appareil"
        case .animatedCode:
            .counted(one: "{count} code", other: "{count} codes, affichés tour à tour jusqu’à la lecture")
        case .topUpTitle: "Argent hors ligne"
        case .topUpText:
            """
            L’argent que vous mettez hors ligne peut être dépensé sans connexion. Si vous perdez cet appareil, le \
            hub rembourse plus tard ce qui n’a pas été dépensé.
            """
        case .keepFilled: "Compléter à ce montant à chaque synchronisation"
        case .bought: "Vous pouvez maintenant dépenser {amount} hors ligne."
        case .keeping: "Chaque synchronisation complète votre argent hors ligne à {amount}."
        case .bannerNoHub: "Ce portefeuille n’a pas encore de hub."
        case .bannerLoggedOut: "Vous êtes déconnecté. L’argent hors ligne reste utilisable."
        case .bannerOffline: "Pas de connexion. Vous pouvez encore payer par code."
        case .bannerNoRequests: "Synchronisez une fois avant de demander de l’argent hors ligne."
        case .kindRequested: "Demandé"
        case .kindReceived: "Reçu"
        case .kindPaid: "Payé par code"
        case .kindBought: "Mis hors ligne"
        case .kindRedeemed: "Crédité"
        case .kindSent: "Envoyé"
        case .kindRefunded: "Remboursé"
        case .kindProblem: "Problème"
        case .kindFraud: "Double dépense"
        case .kindAccount: "Compte"
        case .kindConverted: "Changé"
        case .kindPaidOut: "Versé à une banque"
        case .statusOpen: "En cours"
        case .statusDone: "Terminé"
        case .statusFailed: "Échoué"
        case .statusCancelled: "Annulé"
        case .statusHeld: "Bloqué"
        case .filterAll: "Tout"
        case .filterIncoming: "Entrées"
        case .filterOutgoing: "Sorties"
        case .filterOpen: "En cours"
        case .filterProblems: "Problèmes"
        case .nothingFound: "Aucun résultat"
        case .exportHistory: "Exporter"
        case .exported:
            .counted(one: "{count} opération exportée vers {path}", other: "{count} opérations exportées vers {path}")
        case .showAgain: "Afficher le code à nouveau"
        case .prove: "Afficher la preuve"
        case .proved: "C’est l’écriture {position} sur {size} du registre du hub."
        case .state: "État"
        case .time: "Heure"
        case .name: "Nom"
        case .refusedNoWallet: "Aucun portefeuille trouvé. Créez-en un d’abord."
        case .refusedWalletExists: "Un portefeuille existe déjà ici. Satchel ne le remplace jamais."
        case .refusedPassphrase: "La phrase secrète est incorrecte."
        case .refusedInUse: "Un autre programme utilise le portefeuille. Fermez-le et réessayez."
        case .refusedNewerVersion:
            "Ceci provient d’une version plus récente de Satchel. Mettez cette application à jour."
        case .refusedDamaged: "Le fichier du portefeuille est endommagé. Restaurez une sauvegarde."
        case .refusedLocked: "Le portefeuille est verrouillé. Déverrouillez-le et réessayez."
        case .refusedNotJoined: "Ce portefeuille n’a pas encore de hub. Rejoignez-en un d’abord."
        case .refusedOtherHub: "Ceci appartient à un autre hub. Votre portefeuille ne peut pas s’en servir."
        case .refusedNotLoggedIn: "Vous êtes déconnecté. Reconnectez-vous."
        case .refusedNoAnswer:
            """
            La réponse du hub est illisible. Il a peut-être exécuté votre demande. Vérifiez votre compte avant de \
            réessayer.
            """
        case .refusedUnreachable: "Le hub est injoignable. Rien n’est perdu. Réessayez plus tard."
        case .refusedByHub: "Le hub a refusé. Aucun argent n’a été déplacé."
        case .refusedRewrittenLedger:
            """
            Le registre du hub contredit ce qu’il a montré auparavant. Gardez vos preuves et contactez \
            l’exploitant du hub.
            """
        case .refusedInsufficient: "Solde insuffisant. Ajoutez de l’argent ou réduisez le montant."
        case .refusedMoreThanAvailable: "Seuls {available} sont disponibles."
        case .refusedOverLimit: "Le montant dépasse la limite. Saisissez un montant plus petit."
        case .refusedYoungAccount:
            "Votre compte est récent. Les premières semaines, il peut détenir moins d’argent hors ligne."
        case .refusedUntilOlder: "Jusqu’au {time}, au plus {limit} hors ligne. {amount} ne sont pas encore encaissés."
        case .refusedAmount: "Montant non valable. Saisissez-le ainsi : 12,50."
        case .refusedZero: "Saisissez un montant supérieur à zéro."
        case .refusedTooPrecise: "Trop de décimales pour cette devise. Arrondissez le montant."
        case .refusedCurrency: "Le hub n’utilise pas cette devise."
        case .refusedFrozen: "Vous ne pouvez pas payer avant la prochaine synchronisation."
        case .refusedChip:
            "La puce de sécurité de cet appareil ne répond pas correctement. Réessayez ou redémarrez l’appareil."
        case .refusedPoolEmpty: "Synchronisez une fois avant de demander encore de l’argent hors ligne."
        case .refusedBadDocument: "Lecture impossible. Scannez ou copiez à nouveau le tout."
        case .refusedRequest: "Cette demande ne peut pas être payée. Demandez-en une nouvelle."
        case .refusedPayment: "Ce paiement n’est pas valable. Ne l’acceptez pas."
        case .refusedNotOurs: "Ceci ne correspond à aucun paiement ni à aucune demande de ce portefeuille."
        case .refusedTooLate: "Il est trop tard pour cela."
        case .refusedDoubleSpend: "Cet argent a été dépensé deux fois. Satchel a gardé la preuve."
        case .refusedStorage:
            "Le disque ne peut être ni lu ni écrit. Vérifiez que vous avez le droit d’écrire dans le dossier."
        case .refusedStorageFull: "Le disque est plein. Libérez de la place et réessayez."
        case .refusedBadBackup: "Ce fichier n’est pas une sauvegarde Satchel complète. Choisissez-en un autre."
        case .refusedCredentials: "Identifiant ou mot de passe incorrect. Réessayez."
        case .refusedOneTimeCode: "Le code manque ou est incorrect. Saisissez le plus récent."
        case .refusedUsernameTaken: "Cet identifiant est déjà pris. Choisissez-en un autre."
        case .refusedWeakPassword: "Ce mot de passe est trop facile à deviner. Choisissez-en un plus long."
        case .refusedBadUsername: "Un identifiant compte 3 à 32 lettres minuscules, chiffres, points ou tirets."
        case .refusedTooMany: "Trop de tentatives. Attendez un peu et réessayez."
        case .refusedUnknownRecipient: "Votre hub n’a aucun compte de ce nom. Vérifiez l’orthographe."
        case .refusedToOneself: "C’est votre propre compte. Choisissez une autre personne."
        case .refusedLongNote: "La note est trop longue. Raccourcissez-la."
        case .refusedAccountLocked:
            "Trop de tentatives erronées ont bloqué le compte. Attendez, ou adressez-vous à l’exploitant du hub."
        case .refusedAccountFrozen: "Le hub a gelé le compte. Contactez son exploitant."
        case .refusedRequestClosed: "Cette demande est déjà close."
        case .refusedNotAccepted: "Cette personne n’accepte pas vos demandes."
        case .refusedNotFound: "Introuvable. Vérifiez la liste."
        case .refusedClock: "L’horloge de cet appareil est fausse. Réglez-la et réessayez."
        case .refusedBadLink: "Satchel ne peut pas utiliser ce lien. Demandez-en un nouveau."
        case .refusedUnforeseen: "Un incident inattendu s’est produit. Rien n’a été perdu. Réessayez."
        case .refusedNoRequestCode: "Ce n’est pas une demande de paiement. Scannez la demande du bénéficiaire."
        case .refusedNoPaymentCode: "Ce n’est pas un paiement. Scannez le paiement du payeur."
        case .refusedPaymentHere: "C’est un paiement. Acceptez-le sous Recevoir."
        case .refusedRequestHere: "C’est une demande. Payez-la sous Envoyer."
        case .refusedNoCode: "Aucun code trouvé dans l’image. Montrez le code entier, net et de face."
        case .refusedSeveralCodes: "L’image contient plusieurs codes. Recadrez-la sur un seul."
        case .refusedIncompleteCode: "Il manque des codes. Scannez les autres."
        case .refusedOtherContent: "Ceci contient autre chose. Choisissez la bonne image."
        case .refusedNotAnImage: "Ce fichier n’est ni une image ni un texte lisible. Choisissez-en un autre."
        case .refusedTooLarge: "C’est trop volumineux."
        case .refusedFile: "Le fichier ne s’ouvre pas. Vérifiez son nom."
        case .refusedCannotWrite: "Le fichier ne peut pas être écrit. Choisissez un autre emplacement."
        case .refusedReaderMissing: "Le lecteur d’images manque ou est défectueux. Réinstallez Satchel."
        case .refusedNoCamera: "Aucune caméra disponible. Choisissez plutôt une image."
        case .refusedCodeCannotHold: "Ce type de code ne peut pas contenir cela. Choisissez un autre type."
        case .refusedNoCard: "Cette carte n’existe plus."
        case .refusedNoPhoto: "La photo manque ou est endommagée. La carte elle-même est intacte."
        case .refusedNoCards: "Il n’y a aucune carte à exporter."
        case .refusedDuplicateCard: "Une carte avec cette enseigne et ce numéro existe déjà."
        case .refusedBadCard: "Cette carte contient une saisie non valable. Vérifiez ses champs."
        case .refusedCardMissing: "Une carte a besoin d’une enseigne et d’un numéro ou d’un code."
        case .refusedFileFormat: "Ce fichier est endommagé ou son format est inconnu. Choisissez-en un autre."
        case .refusedFileLocked: "Le fichier est verrouillé. Saisissez son mot de passe."
        case .refusedNoPhrase: "Vous n’avez pas encore de cryptomonnaies. Créez d’abord une phrase."
        case .refusedPhraseExists: "Une phrase existe déjà. Satchel ne la remplace jamais."
        case .refusedBadPhrase: "Phrase non valable. Vérifiez l’orthographe et l’ordre des mots."
        case .refusedOtherNetwork: "Cette adresse appartient à une autre chaîne. Vérifiez auprès du destinataire."
        case .refusedBadAddress: "Adresse non valable. Copiez-la à nouveau en entier."
        case .refusedInsufficientForFee: "Solde insuffisant pour les frais. Saisissez un montant plus petit."
        case .refusedDust: "Le montant est trop petit pour cette chaîne. Saisissez-en un plus grand."
        case .refusedFee: "Les frais sont trop bas ou trop élevés. Modifiez-les."
        case .refusedNoServer:
            "Aucun serveur n’est choisi pour cette chaîne. Choisissez-en un dans les réglages des cryptomonnaies."
        case .refusedServerUnreachable: "Le serveur ne répond pas. Réessayez plus tard."
        case .refusedLyingServer: "Les réponses du serveur se contredisent. Choisissez un autre serveur."
        case .refusedByServer: "Le réseau a rejeté la transaction. Rien n’a été envoyé."
        case .refusedWatchOnly: "Ce compte est en lecture seule. Ses clés sont ailleurs."
        case .refusedAccountExists: "Ce compte existe déjà."
        case .refusedCoinInput: "Satchel ne peut pas utiliser cette saisie. Vérifiez-la."
        case .refusedNotAcknowledged: "Confirmez d’abord chaque avertissement."
        case .refusedCheckDigit:
            """
            Pour {name}, le dernier chiffre serait {digit}. Comparez avec la carte ou choisissez un autre type de \
            code.
            """
        case .refusedDate: "Date non valable. Saisissez-la ainsi : 31/12/2027."
        case .refusedWords: "Mots incorrects. Vérifiez ce que vous avez noté."
        case .contacts: "Contacts"
        case .noContacts: "Aucun contact pour l’instant"
        case .noContactsHint: "Ajoutez les personnes que vous payez souvent. Vous seul les voyez."
        case .addContact: "Ajouter un contact"
        case .ownName: "Le nom que vous lui donnez"
        case .favourite: "Favori"
        case .block: "Bloquer les demandes"
        case .unblock: "Autoriser les demandes"
        case .blocked: "Bloqué"
        case .forgotten: "{name} a été retiré des contacts"
        case .requests: "Demandes"
        case .requestsIncoming: "À payer"
        case .requestsOutgoing: "Envoyées"
        case .noRequests: "Aucune demande"
        case .newRequest: "Demander de l’argent"
        case .payer: "Payeur"
        case .payerHint: "Laissez vide pour que toute personne ayant le lien puisse payer"
        case .payerChooses: "Montant libre"
        case .declineRequest: "Refuser"
        case .cancelRequest: "Retirer"
        case .requestOpen: "En cours"
        case .requestPaid: "Payée"
        case .requestDeclined: "Refusée"
        case .requestCancelled: "Retirée"
        case .requestExpired: "Expirée"
        case .requestMade: "Envoyez ce lien ou montrez son code."
        case .noCards: "Aucune carte pour l’instant"
        case .noCardsHint: "Ajoutez une carte, scannez-en une ou importez le fichier d’une autre application."
        case .cardCount: .counted(one: "{count} carte", other: "{count} cartes")
        case .addCard: "Ajouter une carte"
        case .editCard: "Modifier la carte"
        case .store: "Enseigne"
        case .cardNumber: "Numéro"
        case .holder: "Titulaire"
        case .group: "Groupe"
        case .colour: "Couleur"
        case .expiry: "Valable jusqu’au"
        case .expiryHint: "Valable jusqu’au, par exemple 31/12/2027. Laissez vide si elle n’expire jamais."
        case .expired: "Expirée"
        case .codeKind: "Type de code"
        case .noCode: "Aucun code"
        case .codeText: "Texte du code, si ce n’est pas le numéro"
        case .starred: "Favorite"
        case .star: "Ajouter aux favorites"
        case .unstar: "Retirer des favorites"
        case .archive: "Archiver"
        case .unarchive: "Désarchiver"
        case .archived: "Archivée"
        case .cardDeleted: "Carte supprimée"
        case .fullScreen: "Plein écran"
        case .codeOfCard: "Code de {name} : {number}"
        case .photos: "Photos"
        case .handOver: "Partager la carte"
        case .importCards: "Importer"
        case .exportCards: "Exporter"
        case .cardsArrived:
            .counted(one: "{count} carte dans le fichier", other: "{count} cartes dans le fichier")
        case .cardsHere: .counted(one: "{count} existe déjà", other: "{count} existent déjà")
        case .duplicatesSkip: "Garder les miennes"
        case .duplicatesOverwrite: "Écraser les miennes"
        case .duplicatesMerge: "Fusionner les deux"
        case .takeCards: "Ajouter les cartes"
        case .cardsTaken: .counted(one: "{count} carte ajoutée", other: "{count} cartes ajoutées")
        case .cardsExported:
            .counted(one: "{count} carte exportée vers {path}", other: "{count} cartes exportées vers {path}")
        case .filePassword: "Mot de passe du fichier"
        case .automatic: "Automatique"
        case .automaticKind: "Automatique ({name})"
        case .noPhraseTitle: "Bitcoin, Ethereum et Solana"
        case .noPhraseText:
            """
            Une seule phrase de récupération de douze mots les protège tous. Qui possède ces mots peut dépenser les \
            cryptomonnaies.
            """
        case .makePhrase: "Créer une phrase"
        case .restorePhrase: "Saisir une phrase"
        case .phraseTitle: "Notez ces mots"
        case .phraseText:
            """
            Écrivez-les sur papier dans cet ordre et ne les montrez à personne. Seuls ces mots peuvent restaurer vos \
            cryptomonnaies.
            """
        case .phraseWritten: "Je les ai notés"
        case .checkTitle: "Vérifiez vos mots"
        case .wordNumber: "Mot {number}"
        case .typedPhrase: "Vos mots"
        case .showWordsAgain: "Afficher les mots à nouveau"
        case .noAccounts: "Aucun compte pour l’instant"
        case .addAccount: "Ajouter un compte"
        case .network: "Réseau"
        case .watchOnly: "Lecture seule"
        case .asKnown: "Dernières données connues."
        case .unknownBalance: "Pas encore chargé"
        case .address: "Adresse"
        case .freshAddress: "Nouvelle adresse"
        case .codeOfAddress: "Code QR de l’adresse"
        case .everything: "Tout envoyer"
        case .fee: "Frais"
        case .feeSlow: "Lents"
        case .feeNormal: "Normaux"
        case .feeFast: "Rapides"
        case .change: "Monnaie rendue, qui vous revient"
        case .label: "Libellé"
        case .reviewCoins: "Vérifiez avant de signer"
        case .understood: "J’ai compris"
        case .signAndSend: "Signer et envoyer"
        case .coinsSent: "Envoyé au réseau"
        case .coinIncoming: "Reçu"
        case .coinOutgoing: "Envoyé"
        case .coinOwn: "Virement interne"
        case .coinPending: "En attente"
        case .coinConfirmed: "Confirmé"
        case .coinFailed: "Échoué"
        case .coinGone: "N’est plus sur la chaîne"
        case .coinSettling: "Dans un bloc, pas encore définitif"
        case .coinFromContract: "Un contrat a versé ceci. Aucune transaction du bloc {block} ne le montre."
        case .coinToContract: "Un contrat a prélevé ceci. Aucune transaction du bloc {block} ne le montre."
        case .coinWithdrawal: "Retrait d’un validateur"
        case .coinRoseBetween:
            """
            Le solde a augmenté de {amount} entre {from} et {to}. Ce serveur ne montre pas quel paiement en est la \
            cause.
            """
        case .coinFellBetween:
            """
            Le solde a baissé de {amount} entre {from} et {to}. Ce serveur ne montre pas quel paiement en est la \
            cause.
            """
        case .coinRoseUntil:
            "Le solde a augmenté de {amount} jusqu’à {to}. Ce serveur ne montre pas quel paiement en est la cause."
        case .coinFellUntil:
            "Le solde a baissé de {amount} jusqu’à {to}. Ce serveur ne montre pas quel paiement en est la cause."
        case .coinRoseUnread:
            """
            Le solde a augmenté de {amount} par des paiements pas encore chargés. La prochaine actualisation \
            continuera.
            """
        case .coinFellUnread:
            """
            Le solde a baissé de {amount} par des paiements pas encore chargés. La prochaine actualisation \
            continuera.
            """
        case .servers: "Serveurs"
        case .profile: "Profil"
        case .hub: "Hub"
        case .loggedInAs: "Connecté en tant que {name}"
        case .loggedOut: "Déconnecté"
        case .logOut: "Se déconnecter"
        case .devices: "Appareils"
        case .thisDevice: "Cet appareil"
        case .lastUsed: "Dernière utilisation : {time}"
        case .security: "Sécurité"
        case .lockAfter: "Verrouiller après"
        case .minutes: .counted(one: "{count} minute", other: "{count} minutes")
        case .never: "Jamais"
        case .changePassphrase: "Changer la phrase secrète"
        case .oldPassphrase: "Phrase secrète actuelle"
        case .newPassphrase: "Nouvelle phrase secrète"
        case .newPassphraseAgain: "Répétez la nouvelle phrase secrète"
        case .passphraseChanged:
            """
            Phrase secrète changée. Le code PIN éventuel a été retiré. Les sauvegardes existantes gardent leur \
            phrase.
            """
        case .appearance: "Apparence"
        case .language: "Langue"
        case .asSystem: "Comme le système"
        case .light: "Clair"
        case .dark: "Sombre"
        case .textSize: "Taille du texte"
        case .percent: "{number} %"
        case .reduceMotion: "Réduire les animations"
        case .hideAmounts: "Masquer les montants"
        case .showAmounts: "Afficher les montants"
        case .hiddenAmount: "Montant masqué"
        case .backup: "Sauvegarde"
        case .backUp: "Sauvegarder maintenant"
        case .backedUp: "Sauvegarde enregistrée dans {path}. Gardez sa phrase secrète ailleurs."
        case .backupAgain: "Répétez la phrase secrète de la sauvegarde"
        case .forgetWallet: "Effacer ce portefeuille"
        case .forgetQuestion:
            """
            Effacer le portefeuille avec toutes ses clés et tout son argent ? Seule une sauvegarde peut le \
            restaurer.
            """
        case .about: "À propos"
        case .version: "Version {number}"
        case .camera: "Caméra"
        case .scanHint:
            """
            Montrez un code à la caméra, choisissez une image ou un fichier texte, ou collez le code sous forme de \
            texte.
            """
        case .cameraHint: "Tenez le code entier, immobile et bien droit devant la caméra."
        case .lookThroughCamera: "Utiliser la caméra"
        case .stopCamera: "Arrêter la caméra"
        case .readingProgress: .counted(one: "{count} % lu", other: "{count} % lus")
        case .refusedForUnknownReason:
            """
            Le hub a refusé pour une raison inconnue de cette version ({code}). Aucun argent n’a été déplacé. Mettez \
            Satchel à jour.
            """
        case .refusedNotUnderstood:
            "Le hub ne peut pas traiter cela. Vérifiez votre saisie ou mettez Satchel à jour."
        case .refusedOtherKey:
            "Le hub ne reconnaît pas cet appareil pour ce compte. Déconnectez-vous, puis reconnectez-vous."
        case .refusedSecondFactorOn: "Le second facteur est déjà activé."
        case .refusedSecondFactorOff: "Le second facteur est désactivé."
        case .refusedForbidden: "Votre compte n’y est pas autorisé. Adressez-vous à l’exploitant du hub."
        case .refusedBusy: "Le hub est occupé. Réessayez dans un instant."
        case .refusedUnknownCurrency: "Le hub ne connaît pas cette devise."
        case .refusedUnknownMoney: "Le hub ne connaît pas cet argent. Il appartient peut-être à un autre hub."
        case .refusedWrongAmount: "Ce n’est pas le montant demandé. Vérifiez la demande."
        case .refusedNoRate: "Le hub n’a pas de cours entre ces deux devises."
        case .refusedQuoteExpired: "Ce cours a expiré. Demandez-en un nouveau."
        case .refusedQuoteUsed: "Ce cours a déjà servi. Vérifiez vos opérations."
        case .refusedIBAN: "IBAN non valable. Copiez-le à nouveau en entier."
        case .refusedNoBank: "Le hub n’a pas de banque pour cette devise."
        case .refusedHubFull: "Le hub est plein. Aucun argent n’a été déplacé. Contactez son exploitant."
        case .refusedHubBroken:
            "Le hub a rencontré une erreur. Réessayez plus tard. Aucun argent n’est déplacé deux fois."
        case .refusedFileName: "Un fichier ne peut pas porter ce nom. Choisissez-en un autre."
        case .refusedFileNameTaken:
            "Ce dossier contient déjà un élément de ce nom. Choisissez un autre nom."
        case .refusedInTrash: "C’est dans la corbeille. Restaurez-le d’abord."
        case .refusedFolder: "Ce dossier ne peut pas être placé là. Choisissez un autre emplacement."
        case .refusedFileChanged: "Le fichier a été modifié ailleurs. Consultez-le à nouveau."
        case .refusedFileInUse: "Un autre programme utilise ce fichier. Réessayez plus tard."
        case .refusedFileQuota:
            "L’espace est plein. Supprimez des fichiers ou demandez plus de place à l’exploitant du hub."
        case .refusedSamePerson: "Une personne figure deux fois. Ne citez chacune qu’une fois."
        case .refusedWeight: "Saisissez un nombre entier de parts, de 1 à 1000."
        case .refusedSharesDiffer: "Les parts font {sum} au total, mais l’addition est de {total}."
        case .refusedPastDay: "Ce jour est passé. Choisissez aujourd’hui ou plus tard."
        case .refusedCount: "Saisissez un nombre entier de 1 à {most}."
        case .refusedEndBeforeStart: "Le dernier jour précède le premier. Choisissez un jour plus tardif."
        case .refusedUnknownCoin:
            "Ce portefeuille n’a aucun compte sur la chaîne demandée. Ajoutez-en un d’abord."
        case .refusedNothingToSign: "Il n’y a rien ici que ce portefeuille puisse signer."
        case .currency: "Devise"
        case .exchange: "Change"
        case .exchangeText:
            "Le hub tient plusieurs devises. Il montre d’abord son cours et le garantit une minute."
        case .exchangeFrom: "Vous donnez"
        case .exchangeTo: "Vous recevez"
        case .exchangeAboutGetting: "Le montant est ce que vous recevez"
        case .askRate: "Afficher le cours"
        case .takeRate: "Changer {amount}"
        case .rate: "Cours"
        case .rateWithSpread: "{rate} (dont {spread} % pour le hub)"
        case .rateHolds: "Valable jusqu’à {time}"
        case .exchanged: "{amount} crédités sur votre compte."
        case .orderWaits: "En attente. La prochaine synchronisation l’exécutera. Ne renouvelez pas l’ordre."
        case .oneCurrency: "Ce hub n’a qu’une seule devise."
        case .missingCurrency: "Il vous manque {amount} dans cette devise."
        case .splits: "Additions partagées"
        case .noSplits: "Aucune addition partagée pour l’instant"
        case .noSplitsHint: "Saisissez une addition que vous avez payée. Les autres reçoivent une demande."
        case .newSplit: "Partager une addition"
        case .billTotal: "Total de l’addition"
        case .shareEvenly: "À parts égales"
        case .shareByWeight: "Par parts"
        case .shareByAmount: "Par montant"
        case .person: "Personne {number}"
        case .personsPart: "Part de la personne {number}"
        case .myPart: "Ma part"
        case .includesMe: "Inclure ma part"
        case .addPerson: "Ajouter une personne"
        case .removePerson: "Retirer la personne {number}"
        case .stillOpen: "Impayé"
        case .paidSoFar: "Payé jusqu’ici"
        case .cancelSplit: "Annuler les demandes impayées"
        case .people: .counted(one: "{count} personne", other: "{count} personnes")
        case .recurring: "Paiements récurrents"
        case .noRecurring: "Aucun paiement récurrent"
        case .noRecurringHint: "Le hub paie automatiquement aux jours que vous choisissez."
        case .newRecurring: "Nouveau paiement"
        case .rhythm: "Fréquence"
        case .unitDay: "Jour"
        case .unitWeek: "Semaine"
        case .unitMonth: "Mois"
        case .interval: "Intervalle"
        case .everyDays: .counted(one: "Tous les {count} jour", other: "Tous les {count} jours")
        case .everyWeeks: .counted(one: "Toutes les {count} semaine", other: "Toutes les {count} semaines")
        case .everyMonths: .counted(one: "Tous les {count} mois", other: "Tous les {count} mois")
        case .firstDay: "Premier jour"
        case .dayHint: "par exemple 31/12/2027"
        case .endsNever: "Sans fin"
        case .endsAfter: "Selon le nombre"
        case .endsOn: "À une date"
        case .howMany: "Nombre de paiements"
        case .lastDay: "Dernier jour"
        case .nextDays: "Paie le {days}"
        case .nextDay: "Prochain le {day}"
        case .orderIt: "Mettre en place"
        case .pause: "Suspendre"
        case .resume: "Reprendre"
        case .endRecurring: "Mettre fin au paiement"
        case .recurringActive: "Actif"
        case .recurringPaused: "Suspendu"
        case .recurringFinished: "Terminé"
        case .recurringCancelled: "Arrêté"
        case .timesPaid: .counted(one: "Payé {count} fois", other: "Payé {count} fois")
        case .runPaid: "Payé"
        case .runFailed: "Non payé. Nouvel essai : {time}"
        case .runMissed: "Manqué"
        case .bank: "Virement bancaire"
        case .fundingTitle: "Dépôt"
        case .fundingText:
            "Virez de l’argent de votre banque vers ce compte. Indiquez exactement cette référence."
        case .reference: "Référence"
        case .ibanName: "IBAN"
        case .bankOwner: "Titulaire du compte"
        case .bic: "BIC"
        case .payOutTitle: "Versement à une banque"
        case .reviewPayOut: "Verser {amount} à {name} ?"
        case .payOut: "Verser"
        case .paidOut: "{amount} sont en route vers la banque."
        case .payouts: "Versements"
        case .noPayouts: "Aucun versement pour l’instant"
        case .payoutPending: "En attente d’envoi"
        case .payoutCancelled: "Annulé"
        case .payoutExported: "Envoyé à la banque"
        case .payoutCompleted: "Payé par la banque"
        case .payoutReturned: "Retourné"
        case .payoutRefused: "Rejeté par la banque"
        case .merchant: "Pour les commerçants"
        case .merchantText: "Votre serveur est averti de chaque paiement sur votre compte dès son arrivée."
        case .webhookURL: "URL de votre serveur (https)"
        case .setWebhook: "Définir le webhook"
        case .removeWebhook: "Retirer le webhook"
        case .webhookSecret: "Secret pour vérifier les messages. Il n’est montré qu’une fois."
        case .webhookFailing: "En échec depuis {time}"
        case .webhookGivenUp: "Arrêté le {time}. Définissez à nouveau le webhook pour le relancer."
        case .deliveries: "Messages récents"
        case .noDeliveries: "Aucun message pour l’instant"
        case .delivered: "Remis ({status})"
        case .notDelivered: "Non remis ({status})"
        case .noAnswer: "Pas de réponse"
        case .accountSecurity: "Compte et mot de passe"
        case .secondFactor: "Second facteur"
        case .secondFactorIsOn: "Activé. La connexion demande un code."
        case .secondFactorIsOff:
            "Désactivé. Activez-le pour protéger votre compte même si votre mot de passe est découvert."
        case .codesLeft:
            .counted(one: "{count} code de récupération restant", other: "{count} codes de récupération restants")
        case .turnOn: "Activer"
        case .turnOff: "Désactiver"
        case .scanSecret:
            """
            Scannez ceci avec votre application d’authentification, ou saisissez-y le secret. Saisissez ensuite ici \
            le code de l’application.
            """
        case .codeOfSecret: "Code QR du secret"
        case .recoveryCodes: "Codes de récupération"
        case .recoveryText:
            "Notez-les sur papier. Chacun vous connecte une seule fois si vous perdez l’application."
        case .newRecoveryCodes: "Créer de nouveaux codes"
        case .changePassword: "Changer le mot de passe"
        case .oldPassword: "Mot de passe actuel"
        case .newPassword: "Nouveau mot de passe"
        case .newPasswordAgain: "Répétez le nouveau mot de passe"
        case .passwordChanged: "Mot de passe changé. Vos autres appareils ont été déconnectés."
        case .logOutWhenIdle: "Déconnecter en cas d’inactivité"
        case .logOutEverywhere: "Se déconnecter partout"
        case .logOutEverywhereQuestion: "Déconnecter tous les appareils de ce compte, y compris celui-ci ?"
        case .logOutQuestion:
            """
            Se déconnecter sur cet appareil ? Il faut votre mot de passe pour se reconnecter. Votre argent hors \
            ligne reste ici.
            """
        case .logOutDeviceQuestion: "Déconnecter {name} ? Il faut votre mot de passe pour s’y reconnecter."
        case .services: "Plus"
        case .billNumber: "Numéro de facture"
        case .dueDay: "À payer le"
        case .addressOrLink: "Adresse, contact ou lien"
        case .coin: "Cryptomonnaie"
        case .memo: "Note publique sur la chaîne"
        case .ownFee: "Frais personnalisés ({unit})"
        case .worth: "Valeur approx."
        case .feeWorth: "Valeur approx. des frais"
        case .payFrom: "Payer depuis"
        case .planAgain: "Appliquer ces frais"
        case .coinPayments: "Paiements sortants"
        case .noCoinPayments: "Aucun paiement sortant pour l’instant"
        case .speedUp: "Accélérer"
        case .cancelCoins: "Annuler"
        case .sendAgain: "Envoyer à nouveau"
        case .pushAgain: "Diffuser à nouveau"
        case .sendExported: "En attente de signature"
        case .sendSigned: "Signé, pas encore envoyé"
        case .sendRefused: "Rejeté par le serveur"
        case .sendReplaced: "Remplacé par un autre paiement"
        case .sendExpired: "Expiré ; ne peut plus être confirmé"
        case .showToSigner: "Montrer au signataire"
        case .signerTitle: "Pour le signataire"
        case .signerText: "Scannez ceci avec l’appareil qui a les clés. Scannez ensuite sa réponse ici."
        case .takeSignature: "Ajouter la signature"
        case .signCoins: "Signer pour un autre portefeuille"
        case .signCoinsText:
            """
            Scannez ce que montre l’autre portefeuille. Vous pourrez le vérifier avant de signer. Rien n’est envoyé \
            d’ici.
            """
        case .sign: "Signer"
        case .signedTitle: "Signé"
        case .signedText: "Montrez ceci au portefeuille qui l’a demandé. Il enverra le paiement."
        case .coinSettings: "Réglages des cryptomonnaies"
        case .noServers: "Aucun serveur n’est choisi, donc aucun n’est contacté."
        case .serversText:
            "Un serveur apprend les adresses que vous consultez. Votre propre nœud est plus discret."
        case .suggestedServers: "Serveurs publics"
        case .accept: "Accepter"
        case .acceptServerQuestion:
            """
            Utiliser {server} ? Il apprend vos adresses sur {network}, leurs soldes et paiements, et votre adresse \
            IP.
            """
        case .ownServer: "Autre serveur"
        case .serverKind: "Type"
        case .serverURL: "Adresse du serveur"
        case .tokens: "Jetons"
        case .tokenSymbol: "Symbole"
        case .tokenDecimals: "Décimales"
        case .everyDay: "Tous les jours"
        case .everyWeek: "Toutes les semaines"
        case .everyMonth: "Tous les mois"
        case .exportAs: "Exporter au format {name}"
        case .chooseFolder: "Choisir un dossier"
        case .chooseBackup: "Choisir la sauvegarde"
        case .cardFiles: "Importer et exporter"
        case .eraseCards: "Supprimer d’abord les cartes existantes"
        case .importChangedNothing: "Aucun changement. Tout était déjà là."
        case .reportMerged: "Fusionnées"
        case .reportUpdated: "Mises à jour"
        case .reportOverwritten: "Écrasées"
        case .reportSkipped: "Inchangées"
        case .reportErased: "Supprimées"
        case .importProblems: .counted(one: "{count} problème", other: "{count} problèmes")
        case .cardOfFile: "Carte {number} :"
        case .deleteCardQuestion:
            "Supprimer la carte de {name} ? Vous pouvez la restaurer pendant 30 jours."
        case .asGrid: "Afficher en grille"
        case .asList: "Afficher en liste"
        case .cardOrder: "Trier et filtrer"
        case .orderByStore: "Par enseigne"
        case .orderByUse: "Dernières utilisées d’abord"
        case .orderByStar: "Favorites d’abord"
        case .withoutArchive: "Non archivées"
        case .onlyGroup: "Seulement {name}"
        case .allGroups: "Tous les groupes"
        case .addPhotos: "Ajouter des photos"
        case .scanCode: "Scanner un code"
        case .onlyQR: "Codes QR uniquement"
        case .refusedNoCardCode: "Ce n’est pas le code d’une carte. Scannez le code qui figure sur la carte."
        case .removePhoto: "Retirer : {name}"
        case .photoFront: "Recto"
        case .photoBack: "Verso"
        case .photoIcon: "Icône"
        case .photoOther: "Photo {number}"
        case .refusedTooManyPhotos: "Une carte peut avoir au plus {most} photos."
        case .zoomIn: "Agrandir"
        case .zoomOut: "Réduire"
        case .refusedSlow: "Le hub a tardé à répondre. Satchel n’attend plus. Réessayez."
        case .hubKnownTitle: "Votre hub"
        case .hubKnownText: "Vous avez rejoint le hub à l’adresse {address}."
        case .addressTitle: "Utiliser une autre adresse ?"
        case .addressText:
            """
            Ce lien donne une autre adresse pour votre hub. Satchel ne l’utilise que si votre hub y prouve son \
            identité.
            """
        case .presentAddress: "Adresse actuelle"
        case .newAddress: "Nouvelle adresse"
        case .useAddress: "Utiliser la nouvelle adresse"
        case .keepAddress: "Garder l’adresse actuelle"
        case .changeAddress: "Changer d’adresse"
        case .linkWaits: "Un autre lien attend. Il s’ouvrira quand vous fermerez cette page."
        case .refusedUnprovedHub:
            """
            Ce serveur n’a pas prouvé qu’il est votre hub. Rien n’a été changé. Adressez-vous à l’exploitant du \
            hub.
            """
        case .refusedTooManyLinks: "Trop de liens attendent. Terminez d’abord ce qui est ouvert."
        case .refusedNoHubCode: "Ce n’est pas le code d’un hub. Demandez le bon à l’exploitant."
        case .scanHub: "Scanner le code du hub"
        case .refusedPriceAddress:
            """
            Adresse de cours non valable. Saisissez-la ainsi : https://prices.example/BTC-EUR#/data/amount, avec des \
            variables entre accolades.
            """
        case .priceAddress: "Adresse des cours"
        case .priceText:
            """
            Sans adresse, Satchel ne demande aucun cours et n’affiche aucune valeur. Seules l’adresse et ses \
            variables remplies quittent cet appareil.
            """
        case .summary: "Résumé"
        case .summaryAll: "Total"
        case .byMonth: "Par mois"
        case .byPerson: "Par personne"
        case .dismiss: "Masquer"
        case .ownShare: "Votre part"
        case .countInputs: .counted(one: "{count} entrée", other: "{count} entrées")
        case .countOutputs: .counted(one: "{count} sortie", other: "{count} sorties")
        case .factSize: "{inputs}, {outputs}, environ {size} vB"
        case .factInput: "Entrée {number} : {outpoint}, {amount}"
        case .factNotBefore: "Pas valable avant le bloc {block}"
        case .factSignatures:
            .counted(one: "{count} signature serait faite", other: "{count} signatures seraient faites")
        case .factLockTime: "Temps de verrouillage {time}"
        case .factPSBTVersion: "Version de PSBT : {number}"
        case .factNonce: "Nonce {nonce}, limite de gaz {limit}"
        case .factTokenContract: "Contrat du jeton : {address}"
        case .factTokenCall: "Appelle le contrat du jeton {address} : {call}"
        case .factDataFee:
            """
            Les frais comprennent environ {amount} pour les données. Le réseau fixe les frais définitifs quand il \
            accepte le paiement.
            """
        case .factDataFeeUnknown: "Le réseau facture aussi les données. Ces frais ne sont pas connus d’avance."
        case .factMovesNothing: "Ne déplace aucun argent. Remplace seulement une autre transaction."
        case .factContractCall:
            .counted(
                one: "Appelle le contrat {address} avec {count} octet",
                other: "Appelle le contrat {address} avec {count} octets")
        case .factCode:
            .counted(one: "Installe {count} octet de code", other: "Installe {count} octets de code")
        case .factDeposits: "Réserve {amount} pour de nouveaux comptes"
        case .factDurableNonce: "Utilise le nonce durable {nonce} et n’expire donc jamais"
        case .factNonceAccount: "Crée le compte de nonce {address}"
        case .factMemo: "Lisible par tous : « {text} »"
        case .factChangeInFee:
            """
            Les frais comprennent {amount} au-delà de {rate} sat/vB. Les rendre coûterait plus que ce qu’ils valent.
            """
        case .factAsked: "Le lien indique : « {text} »"
        case .coinSpendable: "{amount} disponibles"
        case .coinUnconfirmed: "{amount} non confirmés"
        case .coinBalanceUnknown: "Le solde de {token} est inconnu. Aucun jeton ERC-20 ne répond à {address}."
        case .factEvicts:
            .counted(
                one: "Annule {count} transaction d’autrui qui le dépense ; ses frais de {fees} sont à payer aussi",
                other:
                    "Annule {count} transactions d’autrui qui le dépensent ; leurs frais de {fees} sont à payer aussi"
            )
        case .factNoChecksum:
            """
            {address} a été saisie sans somme de contrôle : une faute de frappe passerait inaperçue. Comparez chaque \
            caractère.
            """
        case .feeAtMost: "au plus {price}"
        case .feePerUnit: "{number} micro-lamports par unité"
        case .smallestUnits: "plus petites unités"
        case .unitsOfToken: "du jeton {token}"
        case .watchedName: "{network} (lecture seule)"
        case .sendingExported: "En attente d’une signature. Ajoutez-la ici ou annulez le paiement."
        case .sendingPartly: "Il manque encore des signatures."
        case .sendingSigned:
            "Signé et enregistré. La prochaine actualisation renverra la même transaction."
        case .sendingSent: "En attente de confirmation. Vous pouvez l’accélérer ou l’annuler."
        case .sendingSentBriefly:
            "En attente de confirmation. Si aucun bloc ne l’inclut en quelques minutes, elle expire."
        case .sendingConfirmed: "Incluse dans le bloc {block}."
        case .sendingFinal: "Définitif. Incluse dans le bloc {block}."
        case .sendingRefused:
            "Rejeté, mais enregistré. Accélérez ou annulez ; les deux utilisent le même argent."
        case .sendingReplaced: "Remplacée par une autre transaction. Celle-ci ne peut plus prendre effet."
        case .sendingExpired:
            "Elle a expiré avant qu’un bloc ne l’inclue. Vous pouvez l’envoyer à nouveau sans risque."
        case .sendingFailed: "Incluse dans le bloc {block}, mais échouée. Seuls les frais ont été payés."
        case .sendingDropped:
            "Annulé avant la signature par ce portefeuille. Toute personne ayant une copie signée pourrait encore l’envoyer."
        case .warnFeeShare: "Les frais dépassent le quart du montant."
        case .warnFeeShareOf: "Les frais de {fee} dépassent le quart des {amount} que vous envoyez."
        case .warnFeeLarge: "Les frais de {fee} dépassent de loin les frais habituels."
        case .warnOtherAmount: "Le lien demande {asked}. Vous payez {amount}."
        case .warnRecipientPays:
            """
            Il ne reste rien dans le portefeuille pour les frais plus élevés : le destinataire les paie. {address} \
            reçoit {amount} au lieu de {before}.
            """
        case .warnNoOrigin:
            """
            Ce compte n’indique pas quel appareil détient sa clé : la plupart des appareils de signature refuseront \
            le paiement. Suivez-le à nouveau avec le descripteur complet de l’appareil.
            """
        case .warnFeeRate: "Le taux de frais dépasse de loin le taux habituel."
        case .warnPaysSelf: "Tous les destinataires sont ce portefeuille."
        case .warnPaidBefore: "Vous avez déjà payé l’une de ces adresses."
        case .warnFutureAddress:
            "L’une des adresses est d’un type encore sans règles. N’importe qui pourrait prendre l’argent."
        case .warnUnknownScript: "L’une des sorties n’a pas d’adresse à vérifier."
        case .warnForeignInputs: "Certaines entrées n’appartiennent pas à ce portefeuille."
        case .warnNotReplaceable: "Vous ne pourrez pas augmenter les frais ensuite."
        case .warnUnconfirmed: "Ceci dépense de l’argent non confirmé, qui peut encore disparaître."
        case .warnUnprovenAmounts:
            """
            Seul le fichier indique les montants et les frais. Demandez les transactions précédentes à son auteur.
            """
        case .warnOpenSignature:
            "La signature de l’entrée {number} laisserait d’autres modifier des parties de la transaction."
        case .warnUnusualScript: "L’entrée {number} a un script qui n’appartient à aucun des comptes."
        case .warnFarAddress:
            """
            La sortie {number} va à une de vos adresses si lointaine que la restauration d’une sauvegarde ne la \
            trouverait pas.
            """
        case .warnNothingToSign: "Vous ne pouvez signer aucune des entrées."
        case .warnUnknownCall:
            "Ceci appelle un contrat avec des données illisibles pour Satchel. Tout est possible."
        case .warnUnlimitedApproval:
            "Ceci permet à un tiers de prendre tout ce jeton sur le compte, maintenant et plus tard."
        case .warnApproval:
            "Ceci permet à un tiers de prendre ce jeton sur le compte, jusqu’au montant, à tout moment."
        case .warnToTokenContract:
            "Le destinataire est un contrat de jeton. Ce qui y est envoyé est en général perdu."
        case .warnToZeroAddress: "Le destinataire est l’adresse zéro. Ce qui y est envoyé est perdu."
        case .warnValueToContract: "L’appel envoie aussi de l’ether au contrat."
        case .warnCreatesContract: "Ceci crée un nouveau contrat."
        case .warnUnknownToken:
            "Ce jeton n’a jamais été confirmé. Son montant est indiqué en plus petites unités."
        case .warnFromOtherAccount: "Ceci déplace les jetons d’un autre compte."
        case .warnUnreadableMessage:
            "Le message n’est pas un texte lisible. Vous ne pouvez pas savoir ce que signifie le signer."
        case .warnPermission:
            "Signer ceci permet à un tiers de prendre des jetons sur le compte sans transaction."
        case .warnAnyNetwork:
            "Le message ne nomme aucun réseau : la signature est valable sur tous les réseaux."
        case .warnUnknownProgram:
            """
            Ce portefeuille ne connaît pas le programme {program}. Il peut faire n’importe quoi des comptes qu’il \
            reçoit.
            """
        case .warnUnknownInstruction: "Ce portefeuille ne peut pas lire l’instruction au programme {program}."
        case .warnUnknownTable: "Certains comptes viennent de la table {table}, qui n’a pas été chargée."
        case .warnNewAccount: "Ceci crée un nouveau compte, qui exige un dépôt de {amount}."
        case .warnOffCurve:
            """
            Personne ne peut avoir de clé pour le destinataire {address}. Seul un programme pourrait déplacer ce qui \
            y est envoyé.
            """
        case .warnNotAWallet:
            "Le destinataire {address} n’est pas un portefeuille. Ce qui y est envoyé peut être perdu."
        case .warnUnknownOwner: "Le propriétaire du compte de jetons destinataire {account} est inconnu."
        case .warnUnstatedToken:
            "La transaction n’indique ni quel jeton quitte {account}, ni avec combien de décimales."
        case .warnTransferFee:
            .counted(
                one: "L’émetteur du jeton {token} retient jusqu’à {count} plus petite unité de ce transfert.",
                other: "L’émetteur du jeton {token} retient jusqu’à {count} plus petites unités de ce transfert.")
        case .warnTransferHook:
            "Le jeton {token} exécute le programme {program} de son émetteur à chaque transfert."
        case .warnPermanentDelegate: "L’émetteur du jeton {token} peut le reprendre à n’importe qui."
        case .warnScaledDisplay:
            "D’autres portefeuilles affichent le jeton {token} avec des intérêts ou un multiplicateur."
        case .warnDelegates:
            .counted(
                one:
                    "Ceci permet à {address} de retirer jusqu’à {count} plus petite unité du compte de jetons {account}.",
                other:
                    "Ceci permet à {address} de retirer jusqu’à {count} plus petites unités du compte de jetons {account}."
            )
        case .warnGivesAway: "Ceci donne définitivement à {address} un droit sur le compte {account}."
        case .warnGivesUp: "Ceci renonce définitivement à un droit sur le compte {account}."
        case .warnBurns:
            .counted(
                one: "Ceci détruit {count} plus petite unité du compte de jetons {account}.",
                other: "Ceci détruit {count} plus petites unités du compte de jetons {account}.")
        case .warnCloses: "Ceci ferme le compte de jetons {account}. Son dépôt va à {address}."
        case .refusedAmbiguous: "Deux montants sont possibles. Omettez les séparateurs de milliers."
        case .refusedPiece: "C’est trop long à conserver. Raccourcissez."
        case .refusedLongAnswer: "La réponse du serveur est trop grande. Choisissez un autre serveur."
        case .refusedExpired: "Ceci a expiré. Créez le paiement à nouveau."
        case .refusedReplaced: "Une autre transaction l’a remplacée. Vérifiez les paiements sortants."
        case .refusedOtherTransaction:
            "La transaction signée n’est pas celle que vous avez approuvée. Rien n’est envoyé."
        case .refusedNonceGap:
            "Un paiement antérieur de ce compte est bloqué. Accélérez-le ou annulez-le d’abord."
        case .refusedTokenFrozen: "L’émetteur de ce jeton a gelé le compte de jetons."
        case .refusedUnderpriced: "Les frais sont inférieurs à ce que le réseau accepte. Augmentez-les."
        case .refusedKey: "Clé, descripteur ou adresse non valable. Copiez à nouveau le texte entier."
        case .refusedName: "Utilisez 1 à 64 caractères imprimables pour un nom."
        case .refusedPath: "Cette chaîne n’a ni ce type de compte ni ce chemin. Choisissez-en un autre."
        case .originalWords: "Texte d’origine : {text}"
        case .colourBlue: "Bleu"
        case .colourGreen: "Vert"
        case .colourRed: "Rouge"
        case .colourOrange: "Orange"
        case .colourViolet: "Violet"
        case .colourTeal: "Bleu canard"
        case .colourSlate: "Ardoise"
        case .colourBerry: "Framboise"
        case .colourOther: "Couleur {number}"
        case .eventReceived: "Paiement reçu"
        case .eventRedeemed: "Code encaissé"
        case .eventRefunded: "Paiement remboursé"
        case .partyTopUp: "Dépôt au hub"
        case .partyBank: "D’une banque"
        case .partyRecovery: "Récupéré après une fraude"
        case .partyCompensation: "Indemnisé après une fraude"
        // Prices
        case .priceCourse: "Cours"
        case .priceSummary:
            """
            {coin} vaut {price}, {change}. Au plus bas {lowest} ({lowestWhen}), au plus haut {highest} \
            ({highestWhen}).
            """
        case .priceSpan: "Période"
        case .spanDay: "Jour"
        case .spanWeek: "Semaine"
        case .spanMonth: "Mois"
        case .spanYear: "Année"
        case .priceLowest: "Plus bas"
        case .priceHighest: "Plus haut"
        case .priceChange: "Variation"
        case .pricesSeen: "D’après les cours que ce portefeuille a vus."
        case .noPrices: "Aucun cours pour cette période"
        case .noPricesHint: "Satchel enregistre les cours à partir de maintenant."
        case .noPriceSource:
            "Aucune adresse de cours n’est définie. Ajoutez-en une dans les réglages des cryptomonnaies."
        case .priceHistoryAddress: "Adresse des cours passés"
        case .priceCurrency: "Devise des cours, par exemple EUR"
        case .refusedSlowServer: "Le serveur a tardé à répondre. Satchel n’attend plus. Réessayez."
        // Signing texts
        case .signText: "Signer un message"
        case .signTextHint:
            "Une signature prouve que l’adresse est à vous. Ne signez rien que vous ne compreniez."
        case .textToSign: "Message"
        case .typedData: "Données typées (JSON)"
        case .chooseTextFile: "Choisir un fichier"
        case .signingAddress: "Adresse de signature (vide : la première)"
        case .signer: "Signataire"
        case .signature: "Signature"
        case .verifyText: "Vérifier un message"
        case .verify: "Vérifier"
        case .signatureIsRight: "Le propriétaire de cette adresse a signé exactement ce message."
        case .signatureIsWrong: "Cette adresse n’a pas signé ce message. Ne vous y fiez pas."
        // Paying several, slowly, together
        case .addPayee: "Ajouter un bénéficiaire"
        case .otherPayee: "Bénéficiaire {number}"
        case .removePayee: "Retirer le bénéficiaire {number}"
        case .nonceAccount: "Compte de nonce (facultatif)"
        case .makeNonceAccount: "Créer un compte de nonce"
        case .nonceAccountText: "Les transactions signées avec lui n’expirent pas. Il exige un dépôt."
        case .partlySigned: "Il manque des signatures. Montrez ceci au signataire suivant."
        case .liftPayment: "Accélérer en payant pour les deux"
        case .saveFile: "Enregistrer dans un fichier"
        case .fileSaved: "Fichier enregistré."
        // Adding accounts of coins
        case .otherAccount: "Ajouter ou suivre un compte"
        case .ownAccount: "Compte de votre phrase"
        case .accountKind: "Type de compte"
        case .accountNumber: "Numéro (vide : le suivant)"
        case .accountPath: "Chemin personnalisé (facultatif)"
        case .accountName: "Nom (facultatif)"
        case .watchAccount: "Suivre un compte"
        case .watchText:
            """
            Saisissez une clé publique étendue, un descripteur ou une adresse, ou scannez le code d’un appareil de \
            signature. Le compte affiche les soldes et prépare des paiements signés ailleurs.
            """
        case .watchedKey: "Clé, descripteur ou adresse"
        case .watch: "Suivre"
        case .accountAdded: "{name} ajouté."
        case .discoverAccounts: "Trouver des comptes"
        case .accountsFound:
            .counted(one: "{count} compte utilisé trouvé", other: "{count} comptes utilisés trouvés")
        case .showPhrase: "Afficher la phrase"
        case .showPhraseQuestion:
            "Quiconque voit les mots peut prendre les cryptomonnaies. Les afficher ?"
        case .hidePhrase: "Masquer les mots"
        case .wordCount: "Nombre de mots"
        case .wordLanguage: "Langue des mots"
        case .extraWord: "Mot supplémentaire (facultatif)"
        case .extraWordText: "Sans lui, les mots seuls ne restaurent rien. Retenez-le aussi."
        case .moreChoices: "Plus d’options"
        case .accountDetails: "À propos de ce compte"
        case .accountKey: "Clé publique (lecture seule)"
        case .accountKeyText: "Quiconque la possède voit tout le compte, mais ne peut rien dépenser."
        case .showAccountKey: "Afficher la clé"
        case .rename: "Renommer"
        case .hideAccount: "Masquer le compte"
        case .hideAccountQuestion: "Masquer {name} ? Ajoutez-le à nouveau pour le faire réapparaître."
        case .transaction: "Transaction"
        case .counterpart: "Avec"
        // Accounts of several people
        case .sharedAccount: "Compte partagé (multisig)"
        case .sharedText:
            """
            C’est le nombre de personnes qui doivent signer chaque paiement. Chacune donne sa clé aux autres et \
            ajoute le compte.
            """
        case .ownPart: "Votre clé"
        case .othersParts: "Clés des autres personnes"
        case .typedPart: "Clé d’une personne : [73c5…]xpub…"
        case .neededSigners: "Signatures requises"
        case .ofPeople: "{needed} sur {people}"
        case .makeShared: "Ajouter le compte"
        case .sharedMade: "Comparez la première adresse. Elle doit être la même pour tous."
        case .keepDescriptor:
            "Gardez ceci avec votre phrase. La phrase seule ne peut pas restaurer ce compte."
        case .removePart: "Retirer cette clé"
        case .refusedNoCosigner:
            "Ce n’est pas la clé d’un signataire. Elle ressemble à [73c5da0a/48'/0'/0'/2']xpub…"
        // PSBTs
        case .psbt: "Examiner des PSBT"
        case .psbtText:
            """
            Ouvrez une PSBT, ou ses versions faites par plusieurs signataires. Satchel ne signe et n’envoie rien ici.
            """
        case .psbtTogether: .counted(one: "{count} PSBT", other: "{count} PSBT combinées")
        case .psbtComplete: "Tout le monde a signé. Vous pouvez la finaliser."
        case .psbtOpen:
            .counted(
                one: "{count} entrée attend encore des signatures.",
                other: "{count} entrées attendent encore des signatures.")
        case .psbtInput: "Entrée {number}"
        case .psbtSignatures: "{signatures} signatures sur {needed}"
        case .psbtSomeSignatures: .counted(one: "{count} signature", other: "{count} signatures")
        case .psbtInputFinished: "Finalisée"
        case .unknownAmount: "Inconnu"
        case .psbtFinish: "Finaliser"
        case .psbtFinished: "La transaction est complète. Elle n’a pas été envoyée."
        case .psbtClear: "Recommencer"
        // Cards that come back
        case .redo: "Rétablir"
        case .cardUndone: "Action annulée"
        case .formerCards: "Versions antérieures"
        case .noFormerCards: "Rien n’a été supprimé ni modifié ces 30 derniers jours"
        case .formerDeleted: "Supprimée : {when}"
        case .formerChanged: "Modifiée : {when}"
        case .bringBack: "Restaurer"
        case .broughtBack: .counted(one: "{count} carte restaurée", other: "{count} cartes restaurées")
        case .emptyBin: "Tout supprimer"
        case .emptyBinQuestion: "Supprimer définitivement toutes les versions antérieures ?"
        case .exportFormat: "Format"
        case .exportCard: "Carte"
        case .exportPhotos: "Inclure les photos"
        case .handOverPhotos: "Inclure les photos"
        case .photosSmaller:
            .counted(
                one: "{count} photo a été réduite : {before} → {after}.",
                other: "{count} photos ont été réduites, la plus grande : {before} → {after}.")
        case .exportLock: "Mot de passe du fichier (facultatif)"
        case .storeMissing: "Saisissez l’enseigne."
        case .numberMissing: "Saisissez le numéro de la carte ou le texte de son code."
        case .ownColour: "Couleur personnalisée (#RRGGBB)"
        case .colourWrong: "Couleur non valable. Saisissez-la ainsi : #34A853."
        // PINs, devices, viewers
        case .pin: "Code PIN"
        case .pinOptional: "Code PIN (facultatif)"
        case .pinTitle: "Déverrouiller avec un code PIN"
        case .pinText:
            """
            Un code PIN déverrouille le portefeuille sur cet appareil jusqu’au redémarrage de l’appareil ou jusqu’à \
            {number} codes erronés. Ensuite, il faut la phrase secrète. Le code PIN n’est jamais écrit sur le disque.
            """
        case .newPIN: "Nouveau code PIN"
        case .newPINAgain: "Répétez le nouveau code PIN"
        case .setPIN: "Définir un code PIN"
        case .changePIN: "Changer le code PIN"
        case .removePIN: "Retirer le code PIN"
        case .pinIsSet: "Un code PIN déverrouille ce portefeuille."
        case .pinTooShort: "Utilisez au moins 6 chiffres et aucun autre caractère."
        case .pinTooSimple: "Ce code PIN est trop facile à deviner. Choisissez-en un autre."
        case .pinsDiffer: "Les codes PIN ne correspondent pas."
        case .usePassphrase: "Utiliser la phrase secrète"
        case .usePIN: "Utiliser le code PIN"
        case .triesLeft:
            .counted(
                one: "{count} tentative restante. Ensuite, seule la phrase secrète déverrouille le portefeuille.",
                other: "{count} tentatives restantes. Ensuite, seule la phrase secrète déverrouille le portefeuille.")
        case .waitSeconds:
            .counted(one: "Réessayez dans {count} seconde.", other: "Réessayez dans {count} secondes.")
        case .refusedPIN: "Code PIN incorrect."
        case .refusedPINSoon:
            "Trop tôt après un code PIN erroné. Attendez un instant ou utilisez la phrase secrète."
        case .refusedPINGone:
            """
            Le code PIN n’est plus défini. Déverrouillez avec la phrase secrète, puis définissez un nouveau code \
            PIN.
            """
        case .refusedNoKeyring:
            """
            Ce système ne peut pas garder de clés pour les programmes : la phrase secrète est demandée à chaque fois. \
            Dans un conteneur, autorisez le trousseau du noyau (add_key, keyctl).
            """
        case .staysOpen: "Rester déverrouillé d’un démarrage à l’autre"
        case .staysOpenText:
            """
            Si vous relancez l’application avant son verrouillage, elle ne demande rien. Entre-temps, d’autres \
            programmes de cet utilisateur pourraient lire la clé.
            """
        case .bannerDevice: "Cet appareil ne protège pas bien le portefeuille."
        case .devicePreload:
            "D’autres utilisateurs peuvent modifier {path}, que le système charge dans chaque programme. Demandez à l’administrateur."
        case .deviceOpenWay:
            "D’autres utilisateurs peuvent remplacer ce que contient {path}. Retirez ce droit : chmod go-w."
        case .deviceForeignLink:
            "Le lien {path} appartient à un autre utilisateur. Remplacez-le par un lien à vous."
        case .deviceForeignCode:
            "Cette application exécute du code de {path}, qu’un autre utilisateur peut modifier. Réinstallez ce fichier."
        case .deviceVariable: "La variable d’environnement {name} est définie. Lancez l’application sans elle."
        case .deviceLinkHandler:
            "{name} ouvre les liens qui commencent par satchel:. Choisissez Satchel pour ces liens dans les réglages du système."
        case .devicePlainSwap:
            "Le système peut écrire des clés dans {path}, qui n’est pas chiffré. Chiffrez l’espace d’échange."
        case .deviceReplacedCode:
            "{path} a été remplacé pendant que l’application fonctionnait. Relancez l’application. C’est normal après une mise à jour."
        case .deviceOwnProgram:
            "Vos autres programmes peuvent remplacer {path}. Installez Satchel pour tous les utilisateurs."
        case .deviceUnlockedMemory:
            "Les clés n’ont pas pu être verrouillées en mémoire. Augmentez la limite de mémoire verrouillée : ulimit -l."
        case .deviceRoot:
            "Le portefeuille fonctionne en tant que root. Utilisez-le avec un compte sans droits particuliers."
        case .deviceTracing:
            "Chacun de vos programmes peut observer les autres. Réglez kernel.yama.ptrace_scope sur 1."
        case .deviceNoSecureBoot:
            "L’ordinateur démarre sans Secure Boot. Activez-le dans les réglages du micrologiciel."
        case .deviceVirtual:
            "L’ordinateur est virtuel ({name}) : son hôte peut lire sa mémoire. Ne l’utilisez que si vous faites confiance à l’hôte."
        case .devicePlainDisk: "Le disque sous {path} n’est pas chiffré, d’après le système."
        case .restrictedSending: "Vous ne pouvez envoyer ni argent ni cryptomonnaies, et rien n’est signé."
        case .restrictedWithdrawing:
            "Vous ne pouvez pas retirer d’argent, ni vers un compte bancaire ni sous forme de jetons hors ligne."
        case .refusedRestricted:
            "Cela n’est pas disponible, car une autre personne contrôle peut-être cet appareil."
        case .deviceRisks: "Risques de cet appareil"
        case .deviceNoRisks:
            "Aucun risque trouvé. Un attaquant qui contrôle l’appareil peut échapper à cette vérification."
        case .deviceTaken: "Une autre personne contrôle peut-être l’appareil"
        case .deviceWeak: "Points faibles"
        case .deviceNotes: "Pour information"
        case .deviceMode: "Si une autre personne contrôle peut-être l’appareil"
        case .deviceModeLog: "Ne rien afficher"
        case .deviceModeWarn: "Avertir seulement"
        case .deviceModeRestrict: "Ne pas envoyer ni retirer"
        case .deviceModeBlock: "Ne pas ouvrir le portefeuille"
        case .deviceModeText:
            "Ce changement demande la phrase secrète. Réception, soldes et synchronisation restent disponibles, sauf si le portefeuille est fermé."
        case .deviceModeChange: "Modifier"
        case .deviceCheckAgain: "Vérifier à nouveau"
        case .deviceDebugged: "Un débogueur observe cette application. Fermez-le, puis relancez l’application."
        case .deviceOpenFolder:
            "D’autres utilisateurs de cet appareil ont accès à {path}. Retirez leur accès : chmod 700."
        case .deviceForeignFolder:
            """
            {path} appartient à un autre utilisateur. Déplacez le portefeuille dans un dossier qui vous appartient.
            """
        case .deviceProgram:
            "Tout utilisateur de cet appareil peut remplacer {path}. Retirez cette permission : chmod o-w."
        case .deviceDumps:
            """
            Un plantage écrirait les clés du portefeuille sur le disque. Relancez l’application ou faites désactiver \
            les vidages mémoire.
            """
        case .restrictedUntilThen: "D’ici là :"
        case .restrictedPIN:
            "Vous ne pouvez pas définir de code PIN, et aucune clé n’est gardée entre deux démarrages."
        case .restrictedPhrase: "Les mots d’une phrase ne sont pas affichés."
        case .refusedDevice:
            """
            Indisponible tant que cet appareil ne protège pas bien le portefeuille. L’accueil indique pourquoi.
            """
        case .fewerDetails: "Moins de détails"
        case .scanRecipient: "Scanner le destinataire"
        case .askFor: "Demander"
        case .refusedNoRecipient: "Ce code ne nomme aucun destinataire. Scannez-en un autre."
        case .sendOrAsk: "Envoyer ou demander"
        case .photoReset: "Photo entière"
        case .ledger: "Le registre du hub"
        case .ledgerText:
            """
            Chaque mouvement d’argent au hub est dans un seul registre, qui ne peut que croître. Le hub doit le \
            prouver à chaque synchronisation.
            """
        case .ledgerUnseen:
            "Ce portefeuille n’a pas encore vu le registre. La prochaine synchronisation le demandera."
        case .checkLedger: "Vérifier maintenant"
        case .ledgerEntries: "Écritures"
        case .ledgerSigned: "Signé par le hub"
        case .ledgerFingerprint: "Empreinte"
        case .ledgerEvidence: "Deux registres contradictoires"
        case .ledgerEvidenceText:
            """
            Le hub a signé les deux. Demandez-en la raison à son exploitant et gardez les preuves. Un seul des deux \
            ne prouve rien.
            """
        case .ledgerBefore: "Montré d’abord"
        case .ledgerAfter: "Montré à la place"
        case .acceptLedger: "Accepter le nouveau registre"
        case .acceptLedgerQuestion:
            """
            L’exploitant a-t-il expliqué pourquoi le registre a changé, par exemple après la restauration d’une \
            sauvegarde ? Les paiements qui n’étaient que dans l’ancien registre peuvent être perdus. Les preuves \
            restent ici.
            """
        case .refusedStaleReview:
            "Autre chose a été vérifié entre-temps. Rien n’a été signé. Vérifiez ceci à nouveau."
        case .notices: "Notifications"
        case .closedNotices: "Aussi quand l’app est fermée"
        case .closedNoticesText:
            """
            Une clé sur cet appareil apprend ce qui se passe sur votre compte. Elle ne peut rien dépenser et \
            figure dans la liste de vos appareils.
            """
        case .closedNoticesNotStarted:
            """
            Les notifications sont activées, mais ce bureau ne les a pas lancées. Lancez \
            « satchel notify run » à l’ouverture de session.
            """
        case .closedNoticesKept:
            """
            La clé a été retirée de cet appareil. Le hub ne l’a pas confirmé : consultez la liste de vos \
            appareils.
            """
        case .noticesText:
            """
            Vous informe sur votre compte quand le portefeuille est ouvert et qu’une autre fenêtre est devant. Les \
            notifications peuvent être visibles sur un écran verrouillé.
            """
        case .noticesOff: "Désactivés"
        case .noticesWithoutAmounts: "Sans les montants"
        case .noticesWithAmounts: "Avec les montants"
        case .noticeMoney: "Vous avez reçu de l’argent."
        case .noticePayments:
            .counted(one: "Vous avez reçu {count} paiement.", other: "Vous avez reçu {count} paiements.")
        case .noticeFrom: "{amount} de {name}"
        case .noticeRequestPaid: "Votre demande a été payée."
        case .noticeRequest: "Quelqu’un vous demande de l’argent."
        case .noticeDeclined: "Votre demande a été refusée."
        case .noticeRecurringFailed: "Un paiement récurrent a échoué. Le hub réessaiera."
        case .noticeRecurringMissed: "Un paiement récurrent a échoué."
        case .noticeWebhook: "Votre serveur est en échec depuis un jour. Il ne reçoit plus de messages."
        case .accountTopUp: "Versé auprès du hub."
        case .accountReceived: "Reçu sur votre compte."
        case .accountSent: "Envoyé depuis un autre appareil."
        case .accountPurchase: "Rendu disponible hors ligne sur un autre appareil."
        case .accountRedemption: "L’argent hors ligne d’un autre appareil a été ajouté à votre compte."
        case .accountRefund: "L’argent hors ligne non dépensé est revenu sur votre compte."
        case .accountCompensation: "Indemnisation par le hub."
        case .accountRecovery: "Récupéré auprès de l’auteur d’une double dépense."
        case .accountConverted: "Converti sur un autre appareil."
        case .accountDeposit: "Versé par virement bancaire."
        case .accountPayout: "Retiré depuis un autre appareil."
        case .accountPayoutReturned: "La banque a renvoyé un retrait."
        case .historyRecorded: "Le hub a enregistré le paiement. Le bénéficiaire ne l’a pas encore confirmé."
        case .historyNotPaidYet: "Pas encore payé."
        case .historyRequestPaid: "Payé."
        case .historyDeclinedPayment: "Un paiement pour cette demande a été refusé."
        case .historyReceived: "Reçu."
        case .historyReceivedAgain: "Reçu, bien que la demande ait déjà été payée."
        case .historyReceivedHeld:
            """
            Reçu pour une demande antérieure à la restauration du portefeuille. Bloqué jusqu’au remboursement par le \
            hub.
            """
        case .historyDecided: "Préparé, mais pas encore remis."
        case .historyHandedOver: "Remis. En attente du reçu du bénéficiaire."
        case .historyAcknowledged: "Remis. Le bénéficiaire a signé un reçu."
        case .historyDeclinedByPayee:
            "Le bénéficiaire a refusé. L’argent revient sur votre compte à la prochaine synchronisation."
        case .historyTakenBack:
            "Annulé. Le hub rembourse à partir du {time}, sauf si le bénéficiaire a encaissé."
        case .historyHeldPayment:
            """
            Quand le portefeuille est revenu en arrière, on ignorait si le bénéficiaire l’avait. Le hub rembourse à \
            partir du {time}, sauf si le bénéficiaire l’a.
            """
        case .historySettled: "Enregistré au hub. Vous n’avez plus rien à faire."
        case .historyNotNoted: "Le hub ne l’a pas enregistré : {reason}"
        case .historyReturnedAfterDecline: "Le bénéficiaire a refusé. Le hub a remboursé votre compte."
        case .historyTakenInSpiteOfDecline:
            """
            Le bénéficiaire a refusé, mais a tout de même pris {amount}. Le hub a remboursé le solde et détient le \
            refus.
            """
        case .historyRedeemedByPayee: "Le bénéficiaire l’avait reçu et l’a encaissé."
        case .historyReturnedInSpiteOfReceipt:
            """
            Le bénéficiaire a signé un reçu, mais le hub n’a appris le paiement qu’après la date de remboursement et \
            a remboursé votre compte. Vous devez toujours l’argent : payez à nouveau.
            """
        case .historyReturnedToEarlierOwner:
            """
            Le hub n’a appris ce paiement pour vous qu’après la date de remboursement et a remboursé le dernier \
            propriétaire connu. Demandez au payeur de vous payer à nouveau.
            """
        case .historyDividedAtRefund:
            """
            À la date de remboursement, {amount} sont allés au bénéficiaire, {paid} sont revenus sur votre compte et \
            {rest} sont allés à un propriétaire antérieur.
            """
        case .historyReturned: "L’argent n’a pas été encaissé. Le hub a remboursé votre compte."
        case .historyQueued: "En attente. L’envoi se fera à la prochaine synchronisation."
        case .historySent: "Exécuté au hub."
        case .historyCancelled: "Annulé avant l’envoi."
        case .historyCancelledByRollback:
            """
            C’était en attente quand le portefeuille est revenu en arrière ; rien n’a donc été envoyé d’ici. Vérifiez \
            votre compte et renvoyez-le s’il manque.
            """
        case .historyPaidRequest: "Demande {name} payée."
        case .historyConverting: "En échange de {amount}, {pair} au cours de {rate}."
        case .historyConverted: "Converti en {amount}."
        case .historyPayingOut: "Vers {iban}."
        case .historyPayoutOrdered:
            "Demandé au hub comme versement {id}. La liste des versements montre son état."
        case .historyOrdered: "Demandé au hub."
        case .historyBought: "Prêt à être dépensé hors ligne."
        case .historyDroppedOrder:
            """
            En cours quand le portefeuille est revenu en arrière. Si le hub a émis l’argent, il le rembourse plus \
            tard.
            """
        case .historyRedeeming: "En route vers votre compte."
        case .historyCredited: "Crédité sur votre compte."
        case .historyCreditedExcept:
            """
            Crédité sur votre compte, sauf {amount} qu’un propriétaire antérieur avait dépensés deux fois. Le hub a \
            la preuve et votre créance.
            """
        case .historyClaimWaits:
            """
            Crédité sur votre compte, sauf {amount} qu’un propriétaire antérieur avait dépensés deux fois. {paid} de \
            cette créance ont été payés. À partir du {time}, le fonds de garantie paie ce qu’il peut du solde.
            """
        case .historyClaimPartlyPaid:
            """
            Crédité sur votre compte, sauf {amount} qu’un propriétaire antérieur avait dépensés deux fois. {paid} de \
            cette créance ont été payés.
            """
        case .historyClaimPaid:
            """
            Crédité sur votre compte. Un propriétaire antérieur en avait dépensé {amount} deux fois, et votre créance \
            a été payée.
            """
        case .historyWithoutClaim:
            """
            Crédité sur votre compte, sauf ce qui avait déjà été versé. Ce portefeuille n’a pas de créance sur le \
            solde.
            """
        case .historyRefundWasQuicker:
            "Le hub a remboursé avant. L’argent est sur le compte de son dernier propriétaire."
        case .historyTooOld: "Trop ancien pour être encaissé. Le hub rembourse à partir du {time}."
        case .historyHeldCoin:
            "Bloqué depuis que le portefeuille est revenu en arrière. Le hub rembourse à partir du {time}."
        case .historyReleased: "N’est plus bloqué. Le hub a remboursé ce qui n’avait pas été encaissé."
        case .historyReleasedWaits:
            """
            N’est plus bloqué. Un propriétaire antérieur en avait dépensé {amount} deux fois. {paid} de votre créance \
            ont été payés. À partir du {time}, le fonds de garantie paie ce qu’il peut.
            """
        case .historyReleasedExcept:
            """
            N’est plus bloqué. Un propriétaire antérieur en avait dépensé {amount} deux fois. {paid} de votre créance \
            ont été payés. Le hub a remboursé le solde.
            """
        case .historyLoggedOut: "Cet appareil a été déconnecté."
        case .historyLoggedOutEverywhere: "Tous les appareils ont été déconnectés."
        case .historyLoggedOutUnused: "Déconnecté après {number} minutes d’inactivité ou plus."
        case .historyRolledBack:
            """
            Cette copie du portefeuille n’est pas à jour. D’anciens fichiers ont été recopiés, ou une autre copie a \
            payé depuis. Synchronisez avant de payer à nouveau.
            """
        case .historyRestored:
            """
            Ce portefeuille a été restauré d’une sauvegarde. Connectez-vous et synchronisez avant de payer.
            """
        case .historyOtherChip:
            """
            Ce portefeuille a été séparé de sa puce de sécurité, et une autre copie a pu payer depuis. Synchronisez \
            avant de payer à nouveau.
            """
        case .historyChipCleared:
            """
            La puce de sécurité a été effacée et ne protège plus ce portefeuille. Vous pouvez l’activer à nouveau.
            """
        case .historyDoubleSpent:
            """
            Le même argent a été dépensé deux fois. La preuve est gardée. Le pseudonyme de l’auteur est {key}.
            """
        case .historyBadProof: "Le hub a envoyé une preuve de fraude non valable : {reason}"
        case .historyRefusedPayment: "Un paiement pour l’une de vos demandes a été refusé : {reason}"
        case .historyContradiction:
            "Un bénéficiaire a envoyé un refus et un reçu pour le même paiement {name}. Gardez les deux."
        case .historyDamagedPhotos:
            """
            {number} photos de cartes étaient endommagées dans la sauvegarde. Tout le reste est intact. Essayez une \
            autre sauvegarde.
            """
        case .faultUnreadable: "La lecture est impossible."
        case .faultBadKey: "Une clé ou une signature n’est pas valable."
        case .faultRevokedKey: "Le hub a révoqué une clé utilisée."
        case .faultOverLimit: "L’une des limites du hub est dépassée."
        case .faultBadUnits: "De l’argent que le payeur n’avait pas est dépensé."
        case .faultOtherHub: "Le hub ou la devise n’est pas le bon."
        case .faultOtherRequest: "C’est pour une autre demande."
        case .faultOutOfDate: "La date est dépassée, ou une horloge est fausse."
        case .faultAlreadyHeld: "Ce portefeuille l’a déjà."
        case .faultNoFraud: "Aucune double dépense n’est prouvée."
        case .faultInvalid: "Ce n’est pas valable."
        case .requestOfOtherHub: "La demande appartient à un autre hub. Demandez-en une de votre hub."
        case .requestOfUnknownCurrency:
            "Satchel ne connaît pas la devise numéro {number}. Mettez Satchel à jour."
        case .requestOfOtherCurrency:
            "La demande est dans la devise numéro {number}, que ce portefeuille ne détient pas."
        case .requestForNothing: "La demande n’a pas de montant. Demandez-en une avec un montant."
        case .requestOverLimit: "Le montant dépasse la limite d’un paiement. Payez en plusieurs fois."
        case .requestIsOld:
            "La demande est ancienne. Demandez-en une nouvelle, ou confirmez que c’est bien celle-ci."
        case .requestFromFuture:
            "La demande est datée du {time}, plus d’un jour en avance. Vérifiez les deux horloges."
        case .payeeKeyUnknown:
            """
            Ce portefeuille ne connaît pas la clé du hub qui a signé le certificat du bénéficiaire. Synchronisez une \
            fois, puis payez.
            """
        case .payeeNotGenuine: "Le certificat du bénéficiaire n’est pas authentique. Ne payez pas."
        case .payeeExpired:
            "Le certificat du bénéficiaire a expiré le {time}. Le bénéficiaire doit d’abord synchroniser."
        case .payeeNotYetValid:
            "Le certificat du bénéficiaire est valable à partir du {time}. Vérifiez les deux horloges."
        case .payeeRevoked: "Le hub a révoqué la clé du bénéficiaire. Ne payez pas."
        case .requestIsOwn: "C’est votre propre demande. Faites-la scanner par le payeur."
        case .sendingKept: "Le paiement est conservé : accélérez-le ou annulez-le."
        case .signaturesMissing: "Chaque entrée a {have} signatures sur {needed} ; les autres manquent."
        case .signaturesMissingAt:
            """
            {done} entrées sur {count} sont signées ; l’entrée {number} a {have} signatures sur {needed} ; les autres \
            manquent.
            """
        case .serverSays: "{server} répond : {text}"
        case .serverRefuses: "{server} refuse : {text}"
        case .serverReplacementTooCheap:
            "Les nouveaux frais ne dépassent pas assez les anciens : augmentez-les."
        case .serverBelowRelayFee: "Les frais sont inférieurs à ce que le réseau relaie : augmentez-les."
        case .serverBelowCurrentFee:
            "Les frais sont inférieurs à ce que le réseau accepte actuellement. Augmentez-les."
        case .serverFeeTooHigh: "Le serveur refuse des frais aussi élevés."
        case .serverTipAboveMost: "Le pourboire dépasse le prix maximal d’une unité de gaz."
        case .serverWrongGasLimit: "La limite de gaz ne convient pas à la transaction."
        case .serverConflict: "Une autre transaction dépense déjà ces fonds."
        case .serverCoinsGone: "Ces fonds sont déjà dépensés ou n’ont jamais existé : actualisez le compte."
        case .serverUnconfirmedAdded:
            "Un remplacement ne doit pas dépenser d’autres fonds non confirmés."
        case .serverDust: "Une sortie est trop petite pour valoir la dépense."
        case .serverImmatureReward: "Une récompense de minage peut être dépensée après 100 blocs."
        case .serverLockedUntilLater:
            """
            La transaction ne peut pas encore être minée : son temps de verrouillage est à venir.
            """
        case .serverCoinsTooYoung:
            "La transaction ne peut pas encore être minée : ses fonds sont trop récents."
        case .serverLongChain:
            "Trop de transactions non confirmées se suivent derrière celle-ci : attendez."
        case .serverNumberWaits:
            """
            Une transaction avec ce numéro attend déjà : pour la remplacer, augmentez les deux frais d’un dixième au \
            moins.
            """
        case .serverNumberUsed:
            "Une autre transaction avec ce numéro a été minée : actualisez le compte."
        case .serverNumberMissing:
            "Une transaction antérieure de ce compte manque : envoyez-la d’abord."
        case .serverTooLittleEther: "Le compte a trop peu d’ether pour le montant et les frais."
        case .serverTooFewSOL: "Le compte a trop peu de SOL pour les frais."
        case .serverBelowRent: "Il resterait sur un compte moins que ce qu’il doit détenir pour exister."
        case .serverTooLittleHeld: "Le compte détient moins que ce que la transaction déplace."
        case .serverOtherNetwork: "La transaction appartient à un autre réseau."
        case .serverSignedTooLongAgo:
            "La transaction a été signée il y a trop longtemps, ou le serveur est en retard."
        case .serverFails: "La transaction a échoué : {text}"
        case .serverStepFails: "L’étape {number} de la transaction a échoué : {text}."
        case .cardNoStore: "La carte n’a pas d’enseigne. Saisissez-en une."
        case .cardNoNumber: "La carte n’a pas de numéro. Saisissez-en un."
        case .cardTooLong: "Trop long : {what} (au plus {number} octets). Raccourcissez."
        case .cardTooMany: "Une carte compte au plus {number} {what}."
        case .cardCodeIsEmpty: "Un code de la carte est vide."
        case .cardLargeCode: "Un code compte au plus {number} octets."
        case .cardBadCode:
            """
            Un code de la carte indique un jeu de caractères ou une correction d’erreurs qui n’existe pas.
            """
        case .cardWrongFieldCount:
            """
            La ligne a {number} champs et la liste {limit} colonnes. Mettez entre guillemets un texte qui contient \
            le séparateur.
            """
        case .cardRoundedNumber:
            """
            Un tableur a arrondi le numéro. Gardez la colonne au format texte et enregistrez la liste à nouveau.
            """
        case .cardIsNone: "Ce n’est pas une carte."
        case .cardNoContent: "Le contenu de la carte manque ou est endommagé."
        case .cardWalletFull: "Un portefeuille contient au plus {number} cartes."
        case .cardMeetsTwo:
            "Elle a l’identifiant d’une carte et le numéro d’une autre. Modifiez d’abord l’une d’elles."
        case .cardNoPass: "La carte ne vient pas d’un fichier pkpass et a été omise."
        case .cardTookPlace:
            """
            Elle a remplacé la carte {number} du même fichier. Les deux ont le même identifiant, ou la même enseigne \
            et le même numéro.
            """
        case .cardMerged:
            """
            Elle a été fusionnée avec la carte {number} du même fichier. Les deux ont le même identifiant, ou la même \
            enseigne et le même numéro.
            """
        case .cardNewerCopy: "C’est une copie plus récente de la carte {number} du même fichier."
        case .cardLeftOut:
            """
            Elle a été omise à cause de la carte {number} du même fichier. Les deux ont le même identifiant, ou la \
            même enseigne et le même numéro.
            """
        case .cardBadDate: "{what} : ce n’est pas une date, et Satchel l’a omise."
        case .cardBadColour: "Sa couleur n’est pas valable et a été omise."
        case .cardBadBalance:
            "Son solde a été omis : ce n’est pas un nombre, ou sa devise est inconnue."
        case .cardNoCode: "L’un de ses codes n’était pas valable et a été omis."
        case .cardEmptyCode: "L’un de ses codes est vide ou d’un type inconnu et a été omis."
        case .cardUnknownKind: "Satchel ne connaît pas le type de son code et a omis le code."
        case .cardUnknownEncoding:
            """
            Satchel ne connaît pas l’encodage de son code et a utilisé UTF-8. Vérifiez-le avec un lecteur.
            """
        case .cardCodeLeftOut: "Son code a été omis : {reason}"
        case .cardCodeShown: "Son code est affiché comme {name} : {reason}"
        case .cardFirstCodeOnly: "Seul le premier de ses {number} codes tient dans le format."
        case .cardKindUnstated:
            """
            La liste n’indique pas le type de code de cette carte. Modifiez la carte pour en choisir un.
            """
        case .cardColumnsGuessed: "La première ligne a été lue comme les noms des colonnes : {text}"
        case .cardCharacterSetGuessed:
            """
            Le fichier n’indique pas son jeu de caractères : Windows-1252 a été supposé. Vérifiez les lettres de \
            cette carte.
            """
        case .cardLongNote: "Tous ses textes ne tiennent pas dans la note."
        case .cardPhotoMissing: "Une photo de cette carte manque ; le reste a été lu."
        case .cardPhotoLost:
            "Une photo de cette carte manque. Restaurez une sauvegarde ou ajoutez la photo à nouveau."
        case .cardPhotoDamaged:
            """
            Une photo de cette carte est endommagée. Restaurez une sauvegarde ou ajoutez la photo à nouveau.
            """
        case .cardPhotoLeftOut: "Sa photo {number} a été omise : {reason}"
        case .cardPictureIsNone: "Son image {name} n’est pas une image et a été omise."
        case .cardPictureLeftOut: "Son image {name} a été omise : {reason}"
        case .cardPhotosLeftOut:
            "{left} de ses {number} photos ont été omises : Catima en accepte trois en PNG."
        case .cardPhotosInLink: "Ses photos ne tiennent pas dans un lien."
        case .cardExportedPhotoMissing: "Une photo de la carte manque et a été omise."
        case .cardPassDamaged: "Le pass d’origine est endommagé et a été omis."
        case .cardPassLeftOut: "Le pass d’origine a été omis : {reason}"
        case .cardPassNotKept: "Le pass lui-même n’a pas été gardé : {reason}"
        case .cardPassMissing: "Le pass d’origine manque et a été omis."
        case .fileIsEmpty: "Le contenu est vide."
        case .fileTooLarge: "La taille dépasse {number} MiB. Réduisez-la."
        case .fileDamaged: "Le contenu est endommagé."
        case .fileTooMany: "Une carte en compte au plus {number}."
        case .codeEmpty: "Il n’y a pas de texte."
        case .codeNoGS1: "Ce n’est pas un texte GS1, comme (01)04006381333931(10)LOT7."
        case .codeWrongGS1Digit:
            "Le chiffre de contrôle de ({name}) ne convient pas : ce serait {digit}. Comparez avec la carte."
        case .codeForeignCharacters: "{name} n’a pas tous ces caractères."
        case .codeOddDigits:
            """
            ITF a un nombre pair de chiffres, et ceci en a {number}. Seulement si la carte a un zéro devant, \
            saisissez {text}.
            """
        case .codeTooLong:
            "Le texte a {number} octets, plus que n’en contient le plus grand code {name}. Raccourcissez-le."
        case .codeWrongDigit:
            """
            Le dernier chiffre de ce numéro {name} ne convient pas : ce serait {digit}. Comparez avec la carte.
            """
        case .codeUnfit: "Ceci ne tient pas dans un code {name}."
        case .codeCannotHold: "Ce type de code ne peut pas le contenir."
        case .termStore: "enseigne"
        case .termNumber: "numéro"
        case .termHolder: "titulaire"
        case .termNote: "note"
        case .termCaption: "légende"
        case .termGroup: "groupe"
        case .termCodes: "codes"
        case .termGroups: "groupes"
        case .termPhotos: "photos"
        case .termCreated: "date de création"
        case .termChanged: "date de modification"
        case .termLastUsed: "dernière utilisation"
        case .termValidFrom: "premier jour"
        case .termExpiry: "expiration"
        case .requestsToPay: .counted(one: "{count} demande à payer", other: "{count} demandes à payer")
        case .stepRequest: "Demande"
        case .stepPayment: "Paiement"
        case .stepReceipt: "Reçu"
        case .stepOf: "Étape {number} sur {count} : {title}"
        case .stepsDone: "Toutes les étapes sont terminées"
        case .waitsForPayment: "En attente du paiement. Dirigez l’appareil photo vers l’écran du payeur."
        case .waitsForReceipt: "En attente du reçu. Dirigez l’appareil photo vers l’écran du bénéficiaire."
        case .otherWays: "Autres moyens"
        case .copyText: "Copier comme texte"
        case .copyLink: "Copier le lien"
        case .declinePayment: "Refuser le paiement"
        case .declinesNext: "Refuser plutôt le paiement"
        case .declinesNextText: "Le paiement scanné sera refusé et le payeur récupérera l’argent."
        case .receiveByCode: "En personne"
        case .ownCode: "Mon code"
        case .ownCodeText: "Faites scanner ce code par un payeur connecté, ou envoyez-lui le lien."
        case .ownCodeNeedsAccount: "Votre code nécessite un compte auprès d’un hub."
        case .amountOptional: "Montant (facultatif)"
        case .till: "Caisse"
        case .charge: "Encaisser"
        case .cancelSale: "Annuler la vente"
        case .eraseDigit: "Effacer le dernier chiffre"
        case .sales: .counted(one: "{count} vente", other: "{count} ventes")
        case .showFraudProof: "Afficher la preuve"
        case .refusedNoProof: "Ce portefeuille n’a pas de preuve pour cette entrée."
        case .anyone: "Toute personne ayant le lien"
        case .payee: "Bénéficiaire"
        case .advanced: "Avancé"
        case .copyAddress: "Copier l’adresse"
        case .receivesOnly: "N’envoyez à cette adresse que des actifs de {network}."
        case .addNetwork: "Ajouter {network}"
        case .aboutHours:
            .counted(
                one: "En général en moins de {count} heure", other: "En général en moins de {count} heures")
        case .aboutMinutes:
            .counted(
                one: "En général en moins de {count} minute", other: "En général en moins de {count} minutes")
        case .withinMinute: "En général en moins d’une minute"
        case .payIn: "Déposer"
        case .copyThing: "Copier : {name}"
        case .lastBackup: "Dernière sauvegarde"
        case .bannerBackup: "Votre dernière sauvegarde date de plus d’un mois, ou il n’y en a pas."
        case .forgetLosesOffline:
            """
            Vous effacez aussi {amount} d’argent hors ligne. Le hub ne le rembourse qu’au compte de ce portefeuille, \
            après la date de remboursement.
            """
        case .forgetLastBackup: "Dernière sauvegarde par cette app : {time}"
        case .forgetNoBackup: "Cette app n’a jamais sauvegardé ce portefeuille."
        case .bannerDemo:
            "Démo : rien n’est réel ici, et tout disparaît quand vous fermez l’app."
        case .demoAnyLogin: "Démo : toute phrase secrète et tout mot de passe conviennent."
        case .demoTitle: "Démo de Satchel"
        case .refusedInDemo: "La démo ne propose pas cela."
        case .demoChoir: "Chorale"
        case .demoTicket: "Billet de concert"
        case .demoLunch: "Déjeuner"
        case .demoBooks: "Livres"
        case .demoMuseum: "Musée"
        case .demoDinner: "Dîner"
        case .demoCoffee: "Café à emporter"
        case .demoCinema: "Cinéma"
        case .demoGroceries: "Courses"
        case .demoGift: "Cadeau d’anniversaire"
        case .demoBread: "Pain"
        case .demoGrocer: "Supermarché"
        case .demoBakery: "Boulangerie"
        case .demoLibrary: "Bibliothèque"
        case .demoGym: "Salle de sport"
        case .demoCafe: "Café"
        case .files: "Fichiers"
        case .filesLogInText:
            """
            Saisissez le mot de passe de {name} pour ouvrir vos fichiers. Satchel utilise pour cela une session \
            distincte, qui ne peut pas déplacer d’argent. L’exploitant du hub peut lire vos fichiers.
            """
        case .filesNoAccount: "Pas encore de compte"
        case .filesNoAccountHint: "Vos fichiers sont conservés par un hub. Rejoignez-en un et ouvrez un compte."
        case .filesUnsupported: "Ce hub ne conserve pas de fichiers"
        case .filesUnsupportedHint: "Demandez à l’exploitant du hub d’activer les fichiers."
        case .filesEmpty: "Ce dossier est vide"
        case .filesEmptyHint: "Envoyez un fichier ou créez un dossier."
        case .filesOffline:
            "Pas de connexion au hub. Cette liste date de : {time}. Vos modifications seront envoyées plus tard."
        case .filesIncomplete: "Pas de connexion au hub. Cette liste est incomplète."
        case .filesUsed: "{used} utilisés sur {quota}"
        case .filesCut: "Seuls les {number} premiers éléments sont affichés. Recherchez les autres."
        case .filesLogOutQuestion:
            """
            Se déconnecter des fichiers sur cet appareil ? Les modifications non envoyées restent ici jusqu’à votre \
            prochaine connexion.
            """
        case .upload: "Envoyer"
        case .download: "Télécharger"
        case .newFolder: "Nouveau dossier"
        case .createFolder: "Créer"
        case .moreActions: "Autres actions"
        case .movedToTrash: "{name} mis à la corbeille"
        case .trash: "Corbeille"
        case .trashEmpty: "La corbeille est vide"
        case .trashText:
            "Le hub supprime les éléments définitivement après 30 jours. D’ici là, ils occupent de l’espace."
        case .trashedAt: "Supprimé : {time}"
        case .restoreItem: "Restaurer"
        case .transfers: "Transferts"
        case .noTransfers: "Aucun transfert"
        case .transfersPending:
            .counted(
                one: "{count} modification en cours", other: "{count} modifications en cours")
        case .transfersFailed:
            .counted(
                one: "{count} modification a échoué", other: "{count} modifications ont échoué")
        case .orderByName: "Par nom"
        case .orderByNewest: "Plus récents d’abord"
        case .orderByLargest: "Plus volumineux d’abord"
        case .fileOrder: "Trier et afficher"
        case .folder: "Dossier"
        case .fileSize: "Taille"
        case .fileModified: "Modifié"
        case .fileLocation: "Emplacement"
        case .sizeBytes: .counted(one: "{count} octet", other: "{count} octets")
        case .fileSending: "Envoi, {percent}"
        case .fileReceiving: "Téléchargement, {percent}"
        case .fileUploadWaits: "En attente d’envoi"
        case .fileDownloadWaits: "En attente de téléchargement"
        case .fileFolderWaits: "En attente de création"
        case .fileChangeWaits: "En attente de modification"
        case .fileDeletionWaits: "En attente de suppression"
        case .fileRestorationWaits: "En attente de restauration"
        case .fileNotUploaded: "Non envoyé"
        case .fileNotDownloaded: "Non téléchargé"
        case .fileNotChanged: "Non modifié"
        case .fileUploaded: "Envoyé"
        case .fileDownloaded: "Téléchargé"
        case .fileFolderMade: "Créé"
        case .fileChanged: "Modifié"
        case .fileDeleted: "Mis à la corbeille"
        case .fileRestored: "Restauré"
        case .fileBothKept: "Un autre appareil avait modifié ce fichier. Les deux versions ont été conservées."
        case .fileCreatedAgain: "Un autre appareil avait supprimé ce fichier. Il a été recréé."
        case .fileRenamed: "Le nom était déjà pris. Le fichier en a reçu un autre."
        case .fileForeignAnswer:
            "Un autre serveur répond à la place du hub. Connectez-vous à ce réseau ou contactez l’exploitant du hub."
        case .fileHubFault: "Le hub a rencontré une erreur. Satchel va réessayer."
        case .fileHubFull: "Le hub n’a plus d’espace. Contactez son exploitant."
        case .fileKeepsChanging: "Le fichier change sans cesse. Fermez le programme qui l’écrit."
        case .fileUnreadable: "Le fichier est illisible sur cet appareil. Vérifiez ses droits d’accès."
        case .fileGone: "Le fichier n’est plus sur cet appareil. Choisissez-le à nouveau."
        case .fileWaitsItsTurn: "Une autre modification doit d’abord se terminer."
        case .fileNotFound: "Le hub n’a pas cet élément ou ne conserve pas de fichiers. Vérifiez la liste."
        case .fileFolderFailed: "Son dossier n’a pas pu être créé. Choisissez un autre dossier."
        case .removeThing: "Retirer : {name}"
        case .restoreThing: "Restaurer : {name}"
        }
    }
}

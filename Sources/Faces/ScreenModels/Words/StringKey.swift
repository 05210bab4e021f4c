// SPDX-License-Identifier: MIT

/// Every text of the app, named by what it says; what it says is in the tables beside this file, one for each language.
///
/// Places in braces are filled when it is said; see ``Localizer``.
package enum StringKey: String, CaseIterable, Hashable, Sendable {
    // Everywhere
    case ok, cancel, back, next, done, close, retry, copy, copied, paste, save, edit, delete, undo, search, loading,
        optional, details, later, remove, add, all, today, yesterday, from, to, wallet, activity, cards, coins,
        settings
    // Opening
    case welcomeTitle, welcomeText, createWallet, restoreWallet, passphraseTitle, passphraseText, passphrase,
        passphraseAgain, passphraseTooShort, passphraseTooSimple, passphrasesDiffer, restoreTitle, restoreText,
        backupFile, backupPassphrase, hubTitle, hubText, hubClient, joinHub, hubNotReached, accountTitle, openAccount,
        logIn, username, password, oneTimeCode, oneTimeCodeText, lockedTitle, unlock, lock, wrongTries, newAccount,
        haveAccount
    // Money
    case total, atHub, availableAtHub, offline, awaiting, queued, held, unconfirmed, requestsReady, recentActivity,
        seeAll, noActivity, noActivityHint, sync, syncing, lineReached, linePoor, lineUnreachable, lineUnknown, send,
        receive, topUp, scan, online, byCode, recipient, recipientHint, amount, note, available, review, reviewSend,
        sending, sent, sendWaits, takeBack, payTitle, payHint, choosePicture, pasteText, filePath, reviewPay,
        somebody, oldRequest, payOldRequest, pay, paid, showToPayee, scanReceipt, paymentConfirmed, paymentReturned,
        paymentWithheld, withhold, receiveTitle, ask, showToPayer, takePayment, received, alreadyReceived,
        receivedHeld, receivedExtra, showReceipt, another, declined, saveCode, savedPictures, codeOfDocument,
        animatedCode, topUpTitle, topUpText, keepFilled, bought, keeping
    // Banners
    case bannerNoHub, bannerLoggedOut, bannerOffline, bannerNoRequests
    // History
    case kindRequested, kindReceived, kindPaid, kindBought, kindRedeemed, kindSent, kindRefunded, kindProblem,
        kindFraud, kindAccount, kindConverted, kindPaidOut, statusOpen, statusDone, statusFailed, statusCancelled,
        statusHeld, filterAll, filterIncoming, filterOutgoing, filterOpen, filterProblems, nothingFound,
        exportHistory, exported, showAgain, prove, proved, state, time, name
    // What happened to a line of the history
    case historyNotPaidYet, historyRequestPaid, historyDeclinedPayment, historyReceived, historyReceivedAgain,
        historyReceivedHeld, historyDecided, historyHandedOver, historyAcknowledged, historyDeclinedByPayee,
        historyTakenBack, historyHeldPayment, historySettled, historyRecorded, accountTopUp, accountReceived,
        accountSent, accountPurchase, accountRedemption, accountRefund, accountCompensation, accountRecovery,
        accountConverted, accountDeposit, accountPayout, accountPayoutReturned, historyNotNoted,
        historyReturnedAfterDecline,
        historyTakenInSpiteOfDecline, historyRedeemedByPayee, historyReturned,
        historyReturnedInSpiteOfReceipt, historyReturnedToEarlierOwner, historyDividedAtRefund, historyQueued,
        historySent,
        historyCancelled, historyCancelledByRollback, historyPaidRequest, historyConverting, historyConverted,
        historyPayingOut, historyPayoutOrdered, historyOrdered, historyBought, historyDroppedOrder, historyRedeeming,
        historyCredited, historyCreditedExcept, historyClaimWaits, historyClaimPartlyPaid, historyClaimPaid,
        historyWithoutClaim, historyRefundWasQuicker, historyTooOld, historyHeldCoin, historyReleased,
        historyReleasedWaits, historyReleasedExcept, historyLoggedOut, historyLoggedOutEverywhere,
        historyLoggedOutUnused, historyRolledBack, historyRestored, historyOtherChip, historyChipCleared,
        historyDoubleSpent, historyBadProof,
        historyRefusedPayment, historyContradiction, historyDamagedPhotos, faultUnreadable, faultBadKey,
        faultRevokedKey, faultOverLimit, faultBadUnits, faultOtherHub, faultOtherRequest, faultOutOfDate,
        faultAlreadyHeld, faultNoFraud, faultInvalid
    // What speaks against a request
    case requestOfOtherHub, requestOfUnknownCurrency, requestOfOtherCurrency, requestForNothing, requestOverLimit,
        requestIsOld, requestFromFuture, payeeKeyUnknown, payeeNotGenuine, payeeExpired, payeeNotYetValid,
        payeeRevoked, requestIsOwn
    // What servers of coins say
    case sendingKept, signaturesMissing, signaturesMissingAt, serverSays, serverRefuses, serverReplacementTooCheap,
        serverBelowRelayFee, serverBelowCurrentFee, serverFeeTooHigh, serverTipAboveMost, serverWrongGasLimit,
        serverConflict, serverCoinsGone, serverUnconfirmedAdded, serverDust, serverImmatureReward,
        serverLockedUntilLater, serverCoinsTooYoung, serverLongChain, serverNumberWaits, serverNumberUsed,
        serverNumberMissing, serverTooLittleEther, serverTooFewSOL, serverBelowRent, serverTooLittleHeld,
        serverOtherNetwork, serverSignedTooLongAgo, serverFails, serverStepFails
    // What became of cards
    case cardNoStore, cardNoNumber, cardTooLong, cardTooMany, cardCodeIsEmpty, cardLargeCode, cardBadCode,
        cardWrongFieldCount, cardRoundedNumber, cardIsNone, cardNoContent, cardWalletFull, cardMeetsTwo, cardNoPass,
        cardTookPlace, cardMerged, cardNewerCopy, cardLeftOut, cardBadDate, cardBadColour, cardBadBalance,
        cardNoCode, cardEmptyCode, cardUnknownKind, cardUnknownEncoding, cardCodeLeftOut, cardCodeShown,
        cardFirstCodeOnly, cardKindUnstated, cardColumnsGuessed, cardCharacterSetGuessed, cardLongNote,
        cardPhotoMissing, cardPhotoLost, cardPhotoDamaged, cardPhotoLeftOut, cardPictureIsNone, cardPictureLeftOut,
        cardPhotosLeftOut, cardPhotosInLink, cardExportedPhotoMissing, cardPassDamaged, cardPassLeftOut,
        cardPassNotKept, cardPassMissing, fileIsEmpty, fileTooLarge, fileDamaged, fileTooMany, codeEmpty, codeNoGS1,
        codeWrongGS1Digit, codeForeignCharacters, codeOddDigits, codeTooLong, codeWrongDigit, codeUnfit,
        codeCannotHold, termStore, termNumber, termHolder, termNote, termCaption, termGroup, termCodes, termGroups,
        termPhotos, termCreated, termChanged, termLastUsed, termValidFrom, termExpiry
    // Refusals
    case refusedNoWallet, refusedWalletExists, refusedPassphrase, refusedInUse, refusedNewerVersion, refusedDamaged,
        refusedLocked, refusedNotJoined, refusedOtherHub, refusedNotLoggedIn, refusedUnreachable, refusedNoAnswer,
        refusedByHub,
        refusedRewrittenLedger, refusedInsufficient, refusedMoreThanAvailable, refusedOverLimit, refusedYoungAccount,
        refusedUntilOlder,
        refusedAmount,
        refusedZero, refusedTooPrecise, refusedCurrency, refusedFrozen, refusedChip, refusedPoolEmpty,
        refusedBadDocument,
        refusedRequest, refusedPayment, refusedNotOurs, refusedTooLate, refusedDoubleSpend, refusedStorage,
        refusedStorageFull, refusedBadBackup, refusedCredentials, refusedOneTimeCode, refusedUsernameTaken,
        refusedWeakPassword, refusedBadUsername, refusedTooMany, refusedUnknownRecipient, refusedToOneself,
        refusedLongNote, refusedAccountLocked, refusedAccountFrozen, refusedRequestClosed, refusedNotAccepted,
        refusedNotFound, refusedClock, refusedBadLink, refusedUnforeseen, refusedNoRequestCode, refusedNoPaymentCode,
        refusedPaymentHere, refusedRequestHere, refusedNoCode, refusedSeveralCodes, refusedIncompleteCode,
        refusedOtherContent, refusedNotAnImage, refusedTooLarge, refusedFile, refusedCannotWrite,
        refusedReaderMissing, refusedNoCamera, refusedCodeCannotHold, refusedNoCard, refusedNoPhoto, refusedNoCards,
        refusedDuplicateCard, refusedBadCard, refusedCardMissing, refusedFileFormat, refusedFileLocked,
        refusedNoPhrase, refusedPhraseExists, refusedBadPhrase, refusedOtherNetwork, refusedBadAddress,
        refusedInsufficientForFee, refusedDust, refusedFee, refusedNoServer, refusedServerUnreachable,
        refusedLyingServer, refusedByServer, refusedWatchOnly, refusedAccountExists, refusedCoinInput,
        refusedNotAcknowledged, refusedDate, refusedCheckDigit, refusedWords
    // People
    case contacts, noContacts, noContactsHint, addContact, ownName, favourite, block, unblock, blocked, forgotten,
        requests, requestsIncoming, requestsOutgoing, noRequests, newRequest, payer, payerHint, payerChooses,
        declineRequest, cancelRequest, requestOpen, requestPaid, requestDeclined, requestCancelled, requestExpired,
        requestMade
    // Cards
    case noCards, noCardsHint, cardCount, addCard, editCard, store, cardNumber, holder, group, colour, expiry,
        expiryHint, expired, codeKind, noCode, codeText, starred, star, unstar, archive, unarchive, archived,
        cardDeleted, fullScreen, codeOfCard, photos, handOver, importCards, exportCards, cardsArrived, cardsHere,
        duplicatesSkip, duplicatesOverwrite, duplicatesMerge, takeCards, cardsTaken, cardsExported, filePassword,
        automatic, automaticKind
    // Coins
    case noPhraseTitle, noPhraseText, makePhrase, restorePhrase, phraseTitle, phraseText, phraseWritten, checkTitle,
        wordNumber, typedPhrase, showWordsAgain, noAccounts, addAccount, network, watchOnly, asKnown, unknownBalance,
        address, freshAddress, codeOfAddress, everything, fee, feeSlow, feeNormal, feeFast, change, label,
        reviewCoins, understood, signAndSend, coinsSent, coinIncoming, coinOutgoing, coinOwn, coinPending,
        coinConfirmed, coinFailed, coinGone, coinSettling, coinFromContract, coinToContract, coinWithdrawal,
        coinRoseBetween, coinFellBetween, coinRoseUntil, coinFellUntil, coinRoseUnread, coinFellUnread, servers
    // Settings
    case profile, hub, loggedInAs, loggedOut, logOut, devices, thisDevice, lastUsed, security, lockAfter, minutes,
        never, changePassphrase, oldPassphrase, newPassphrase, newPassphraseAgain, passphraseChanged, appearance,
        language, asSystem, light, dark, textSize, percent, reduceMotion, hideAmounts, showAmounts, hiddenAmount,
        backup, backUp, backedUp, backupAgain, forgetWallet, forgetQuestion, about, version, camera, scanHint,
        readingProgress, cameraHint, lookThroughCamera, stopCamera
    // The hub's reasons
    case refusedForUnknownReason, refusedNotUnderstood, refusedOtherKey, refusedSecondFactorOn,
        refusedSecondFactorOff, refusedForbidden, refusedBusy, refusedUnknownCurrency, refusedUnknownMoney,
        refusedWrongAmount, refusedNoRate, refusedQuoteExpired, refusedQuoteUsed, refusedIBAN, refusedNoBank,
        refusedHubFull, refusedHubBroken, refusedFileName, refusedFileNameTaken, refusedInTrash, refusedFolder,
        refusedFileChanged, refusedFileInUse, refusedFileQuota
    // Refusals of forms
    case refusedSamePerson, refusedWeight, refusedSharesDiffer, refusedPastDay, refusedCount,
        refusedEndBeforeStart, refusedUnknownCoin, refusedNothingToSign
    // Currencies
    case currency, exchange, exchangeText, exchangeFrom, exchangeTo, exchangeAboutGetting, askRate, takeRate, rate,
        rateWithSpread, rateHolds, exchanged, orderWaits, oneCurrency, missingCurrency
    // Shared bills
    case splits, noSplits, noSplitsHint, newSplit, billTotal, shareEvenly, shareByWeight, shareByAmount, person,
        personsPart, myPart, includesMe, addPerson, removePerson, stillOpen, paidSoFar, cancelSplit, people
    // Recurring payments
    case recurring, noRecurring, noRecurringHint, newRecurring, rhythm, unitDay, unitWeek, unitMonth, interval,
        everyDays, everyWeeks, everyMonths, firstDay, dayHint, endsNever, endsAfter, endsOn, howMany, lastDay,
        nextDays, nextDay, orderIt, pause, resume, endRecurring, recurringActive, recurringPaused,
        recurringFinished, recurringCancelled, timesPaid, runPaid, runFailed, runMissed
    // Banks and merchants
    case bank, fundingTitle, fundingText, reference, ibanName, bankOwner, bic, payOutTitle, reviewPayOut, payOut,
        paidOut, payouts, noPayouts, payoutPending, payoutCancelled, payoutExported, payoutCompleted,
        payoutReturned, payoutRefused, merchant, merchantText, webhookURL, setWebhook, removeWebhook, webhookSecret,
        webhookFailing, webhookGivenUp, deliveries, noDeliveries, delivered, notDelivered, noAnswer
    // The account
    case accountSecurity, secondFactor, secondFactorIsOn, secondFactorIsOff, codesLeft, turnOn, turnOff,
        scanSecret, codeOfSecret, recoveryCodes, recoveryText, newRecoveryCodes, changePassword, oldPassword,
        newPassword, newPasswordAgain, passwordChanged, logOutWhenIdle, logOutEverywhere, logOutEverywhereQuestion,
        logOutQuestion, logOutDeviceQuestion
    // Bills and services
    case services, billNumber, dueDay
    // Paying with coins
    case addressOrLink, coin, memo, ownFee, worth, feeWorth, payFrom, planAgain, coinPayments, noCoinPayments,
        speedUp, cancelCoins, sendAgain, pushAgain, sendExported, sendSigned, sendRefused, sendReplaced,
        sendExpired
    // Signing coins
    case showToSigner, signerTitle, signerText, takeSignature, signCoins, signCoinsText, sign, signedTitle,
        signedText
    // What coins stand on
    case coinSettings, noServers, serversText, suggestedServers, accept, acceptServerQuestion, ownServer, serverKind,
        serverURL, tokens,
        tokenSymbol, tokenDecimals
    // Rhythms
    case everyDay, everyWeek, everyMonth
    // Files and photos
    case exportAs, chooseFolder, chooseBackup, cardFiles, eraseCards, importChangedNothing, reportMerged,
        reportUpdated,
        reportOverwritten, reportSkipped, reportErased, importProblems, cardOfFile, deleteCardQuestion, asGrid,
        asList, cardOrder, orderByStore, orderByUse, orderByStar, withoutArchive, onlyGroup, allGroups, addPhotos,
        scanCode, onlyQR, refusedNoCardCode,
        removePhoto, photoFront, photoBack, photoIcon, photoOther, refusedTooManyPhotos, zoomIn, zoomOut
    // A slow hub
    case refusedSlow
    // Prices, sums, codes of hubs
    case hubKnownTitle, hubKnownText, addressTitle, addressText, presentAddress, newAddress, useAddress, keepAddress,
        changeAddress, linkWaits, refusedUnprovedHub, refusedTooManyLinks
    case refusedNoHubCode, scanHub, refusedPriceAddress, priceAddress, priceText, summary, summaryAll, byMonth,
        byPerson, dismiss
    // Own shares
    case ownShare
    // What a transaction of coins says
    case countInputs, countOutputs, factSize, factInput, factNotBefore, factSignatures, factLockTime,
        factPSBTVersion, factNonce, factTokenContract, factTokenCall, factMovesNothing, factContractCall,
        factCode, factDeposits, factDurableNonce, factNonceAccount, factMemo, factChangeInFee, factEvicts,
        factNoChecksum, factDataFee, factDataFeeUnknown, factAsked, coinSpendable,
        coinUnconfirmed, coinBalanceUnknown,
        feeAtMost, feePerUnit,
        smallestUnits, unitsOfToken, watchedName, sendingExported, sendingPartly, sendingSigned, sendingSent,
        sendingSentBriefly, sendingConfirmed, sendingFinal, sendingRefused, sendingReplaced, sendingExpired,
        sendingFailed, sendingDropped, warnFeeShare, warnFeeShareOf, warnFeeLarge, warnFeeRate, warnPaysSelf,
        warnPaidBefore, warnFutureAddress, warnUnknownScript, warnForeignInputs, warnNotReplaceable,
        warnUnconfirmed, warnUnprovenAmounts, warnOpenSignature, warnUnusualScript, warnFarAddress,
        warnNothingToSign, warnUnknownCall, warnUnlimitedApproval, warnApproval, warnToTokenContract,
        warnToZeroAddress, warnValueToContract, warnCreatesContract, warnUnknownToken, warnFromOtherAccount,
        warnUnreadableMessage, warnPermission, warnAnyNetwork, warnUnknownProgram, warnUnknownInstruction,
        warnUnknownTable, warnNewAccount, warnOffCurve, warnNotAWallet, warnUnknownOwner, warnUnstatedToken,
        warnTransferFee, warnTransferHook, warnPermanentDelegate, warnScaledDisplay, warnDelegates,
        warnGivesAway, warnGivesUp, warnBurns, warnCloses, warnRecipientPays, warnNoOrigin, warnOtherAmount,
        refusedAmbiguous,
        refusedPiece, refusedLongAnswer,
        refusedExpired, refusedReplaced, refusedOtherTransaction, refusedNonceGap, refusedTokenFrozen,
        refusedUnderpriced, refusedKey, refusedName, refusedPath, originalWords
    // Colours, kinds of messages
    case colourBlue, colourGreen, colourRed, colourOrange, colourViolet, colourTeal, colourSlate, colourBerry,
        colourOther, eventReceived, eventRedeemed, eventRefunded
    // What stands for a person in a summary
    case partyTopUp, partyBank, partyRecovery, partyCompensation
    // Prices
    case priceCourse, priceSummary, priceSpan, spanDay, spanWeek, spanMonth, spanYear, priceLowest, priceHighest,
        priceChange, pricesSeen, noPrices, noPricesHint, noPriceSource, priceHistoryAddress, priceCurrency,
        refusedSlowServer
    // Signing texts
    case signText, signTextHint, textToSign, typedData, chooseTextFile, signingAddress, signer, signature,
        verifyText, verify, signatureIsRight, signatureIsWrong
    // Paying several, slowly, together
    case addPayee, otherPayee, removePayee, nonceAccount, makeNonceAccount, nonceAccountText, partlySigned,
        liftPayment, saveFile, fileSaved
    // Adding accounts of coins
    case otherAccount, ownAccount, accountKind, accountNumber, accountPath, accountName, watchAccount, watchText,
        watchedKey, watch, accountAdded, discoverAccounts, accountsFound, showPhrase, showPhraseQuestion,
        hidePhrase, wordCount, wordLanguage, extraWord, extraWordText, moreChoices, accountDetails, accountKey,
        accountKeyText, showAccountKey, rename, hideAccount, hideAccountQuestion, transaction, counterpart
    // Accounts of several people
    case sharedAccount, sharedText, ownPart, othersParts, typedPart, neededSigners, ofPeople, makeShared,
        sharedMade, keepDescriptor, removePart, refusedNoCosigner
    // PSBTs
    case psbt, psbtText, psbtTogether, psbtComplete, psbtOpen, psbtInput, psbtSignatures, psbtSomeSignatures,
        psbtInputFinished, unknownAmount, psbtFinish, psbtFinished, psbtClear
    // Cards that come back
    case redo, cardUndone, formerCards, noFormerCards, formerDeleted, formerChanged, bringBack, broughtBack,
        emptyBin, emptyBinQuestion, exportFormat, exportCard, exportPhotos, exportLock, storeMissing,
        numberMissing, ownColour, colourWrong, handOverPhotos, photosSmaller
    // PINs, devices, viewers
    case pin, pinOptional, pinTitle, pinText, newPIN, newPINAgain, setPIN, changePIN, removePIN, pinIsSet, pinTooShort,
        pinTooSimple, pinsDiffer, usePassphrase, usePIN, triesLeft, waitSeconds, refusedPIN, refusedPINSoon,
        refusedPINGone, refusedNoKeyring, staysOpen, staysOpenText, bannerDevice, deviceDebugged, deviceOpenFolder,
        deviceForeignFolder, deviceProgram, deviceDumps, restrictedUntilThen, restrictedPIN, restrictedPhrase,
        refusedDevice, fewerDetails, scanRecipient, askFor, refusedNoRecipient, sendOrAsk,
        photoReset
    // Risks of the device
    case devicePreload, deviceOpenWay, deviceForeignLink, deviceForeignCode, deviceVariable, deviceLinkHandler,
        devicePlainSwap, deviceReplacedCode, deviceOwnProgram, deviceUnlockedMemory, deviceRoot, deviceTracing,
        deviceNoSecureBoot, deviceVirtual, devicePlainDisk, restrictedSending, restrictedWithdrawing,
        refusedRestricted, deviceRisks, deviceNoRisks, deviceTaken, deviceWeak, deviceNotes, deviceMode,
        deviceModeLog, deviceModeWarn, deviceModeRestrict, deviceModeBlock, deviceModeText, deviceModeChange,
        deviceCheckAgain
    // The hub's ledger
    case ledger, ledgerText, ledgerUnseen, checkLedger, ledgerEntries, ledgerSigned, ledgerFingerprint, ledgerEvidence,
        ledgerEvidenceText, ledgerBefore, ledgerAfter, acceptLedger, acceptLedgerQuestion
    // What a screen has shown
    case refusedStaleReview
    // What the desktop says
    case notices, noticesText, noticesOff, noticesWithoutAmounts, noticesWithAmounts, noticeMoney, noticePayments,
        noticeFrom, noticeRequestPaid, noticeRequest, noticeDeclined, noticeRecurringFailed, noticeRecurringMissed,
        noticeWebhook, closedNotices, closedNoticesText, closedNoticesNotStarted, closedNoticesKept
    // Requests to pay
    case requestsToPay
    // Paying by code, face to face
    case stepRequest, stepPayment, stepReceipt, stepOf, stepsDone, waitsForPayment, waitsForReceipt, otherWays,
        copyText, copyLink, declinePayment, declinesNext, declinesNextText
    // Ways of being paid
    case receiveByCode, ownCode, ownCodeText, ownCodeNeedsAccount, amountOptional, till, charge, cancelSale,
        eraseDigit, sales
    // Proofs of fraud
    case showFraudProof, refusedNoProof
    // Requests
    case anyone, payee
    // Coins
    case advanced, copyAddress, receivesOnly, addNetwork, aboutHours, aboutMinutes, withinMinute
    // Bank
    case payIn, copyThing
    // Backups
    case lastBackup, bannerBackup, forgetLosesOffline, forgetLastBackup, forgetNoBackup
    // The demo: its sentences, the notes of its payments, the names of its cards
    case bannerDemo, demoAnyLogin, demoTitle, refusedInDemo, demoChoir, demoTicket, demoLunch, demoBooks, demoMuseum,
        demoDinner, demoCoffee, demoCinema, demoGroceries, demoGift, demoBread, demoGrocer, demoBakery, demoLibrary,
        demoGym, demoCafe
    // Files at the hub
    case files, filesLogInText, filesNoAccount, filesNoAccountHint, filesUnsupported, filesUnsupportedHint,
        filesEmpty, filesEmptyHint, filesOffline, filesIncomplete, filesUsed, filesCut, filesLogOutQuestion, upload,
        download, newFolder, createFolder, moreActions, movedToTrash, trash, trashEmpty, trashText, trashedAt,
        restoreItem, transfers, noTransfers, transfersPending, transfersFailed, orderByName, orderByNewest,
        orderByLargest, fileOrder, folder, fileSize, fileModified, fileLocation, sizeBytes, fileSending,
        fileReceiving, fileUploadWaits, fileDownloadWaits, fileFolderWaits, fileChangeWaits, fileDeletionWaits,
        fileRestorationWaits, fileNotUploaded, fileNotDownloaded, fileNotChanged, fileUploaded, fileDownloaded,
        fileFolderMade, fileChanged, fileDeleted, fileRestored, fileBothKept, fileCreatedAgain, fileRenamed,
        fileForeignAnswer, fileHubFault, fileHubFull, fileKeepsChanging, fileUnreadable, fileGone, fileWaitsItsTurn,
        fileNotFound, fileFolderFailed, removeThing, restoreThing
}

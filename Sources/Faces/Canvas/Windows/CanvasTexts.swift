// SPDX-License-Identifier: MIT

/// Canvas's own texts, in the program's languages. Apple's systems have their own.
package struct CanvasTexts {
    package var back = "Back"
    package var clear = "Clear"
    package var cancel = "Cancel"
    package var close = "Close"
    package var closeWindow = "Close window"
    package var minimizeWindow = "Minimize window"
    package var maximizeWindow = "Maximize window"
    package var open = "Open"
    package var save = "Save"
    package var openFile = "Choose a file"
    package var saveFile = "Save as"
    package var chooseFolder = "Choose a folder"
    package var useFolder = "Use this folder"
    package var nameOrPath = "Name or path"
    package var parentFolder = "Parent folder"
    package var nothingHere = "Nothing here that fits"
    package var reading = "Reading…"
    package var chosen = "chosen"
    package var replace = "Replace"
    package var replaceQuestion = "Replace the file that is there?"
    private var unreadable = "% cannot be read. Choose another folder."
    private var unwritable = "% could not be written. Choose another folder, or make room."
    private var missing = "There is no %. Check the name."
    package init() {}

    package static var current = CanvasTexts()

    func cannotReadFolder(_ path: String) -> String { put(path, into: unreadable) }
    func cannotWriteFile(_ path: String) -> String { put(path, into: unwritable) }
    func nothingThere(_ path: String) -> String { put(path, into: missing) }
    private func put(_ path: String, into sentence: String) -> String {
        sentence.split(separator: "%", omittingEmptySubsequences: false).joined(separator: path)
    }

    /// The texts of a language by its code; English for an unknown one.
    package static func named(_ language: String) -> CanvasTexts {
        var words = CanvasTexts()
        switch language {
        case "de":
            words.back = "Zurück"
            words.clear = "Löschen"
            words.cancel = "Abbrechen"
            words.close = "Schließen"
            words.closeWindow = "Fenster schließen"
            words.minimizeWindow = "Fenster minimieren"
            words.maximizeWindow = "Fenster maximieren"
            words.open = "Öffnen"
            words.save = "Sichern"
            words.openFile = "Datei wählen"
            words.saveFile = "Sichern unter"
            words.chooseFolder = "Ordner wählen"
            words.useFolder = "Diesen Ordner nehmen"
            words.nameOrPath = "Name oder Pfad"
            words.parentFolder = "Übergeordneter Ordner"
            words.nothingHere = "Hier ist nichts Passendes"
            words.reading = "Wird gelesen …"
            words.chosen = "gewählt"
            words.replace = "Ersetzen"
            words.replaceQuestion = "Die vorhandene Datei ersetzen?"
            words.unreadable = "% kann nicht gelesen werden. Wählen Sie einen anderen Ordner."
            words.unwritable =
                "% konnte nicht geschrieben werden. Wählen Sie einen anderen Ordner oder schaffen Sie Platz."
            words.missing = "Es gibt kein %. Prüfen Sie den Namen."
        case "ja":
            words.back = "戻る"
            words.clear = "消去"
            words.cancel = "キャンセル"
            words.close = "閉じる"
            words.closeWindow = "ウィンドウを閉じる"
            words.minimizeWindow = "ウィンドウを最小化"
            words.maximizeWindow = "ウィンドウを最大化"
            words.open = "開く"
            words.save = "保存"
            words.openFile = "ファイルを選択"
            words.saveFile = "名前を付けて保存"
            words.chooseFolder = "フォルダを選択"
            words.useFolder = "このフォルダを使う"
            words.nameOrPath = "名前またはパス"
            words.parentFolder = "上のフォルダ"
            words.nothingHere = "該当するものはありません"
            words.reading = "読み込み中…"
            words.chosen = "選択済み"
            words.replace = "置き換える"
            words.replaceQuestion = "既存のファイルを置き換えますか？"
            words.unreadable = "%を読み取れません。別のフォルダを選んでください。"
            words.unwritable = "%に書き込めませんでした。別のフォルダを選ぶか、空きを作ってください。"
            words.missing = "%は見つかりません。名前を確認してください。"
        case "fr":
            words.back = "Retour"
            words.clear = "Effacer"
            words.cancel = "Annuler"
            words.close = "Fermer"
            words.closeWindow = "Fermer la fenêtre"
            words.minimizeWindow = "Réduire la fenêtre"
            words.maximizeWindow = "Agrandir la fenêtre"
            words.open = "Ouvrir"
            words.save = "Enregistrer"
            words.openFile = "Choisir un fichier"
            words.saveFile = "Enregistrer sous"
            words.chooseFolder = "Choisir un dossier"
            words.useFolder = "Utiliser ce dossier"
            words.nameOrPath = "Nom ou chemin"
            words.parentFolder = "Dossier parent"
            words.nothingHere = "Rien qui convienne ici"
            words.reading = "Lecture …"
            words.chosen = "choisi"
            words.replace = "Remplacer"
            words.replaceQuestion = "Remplacer le fichier existant ?"
            words.unreadable = "% ne peut pas être lu. Choisissez un autre dossier."
            words.unwritable = "% n’a pas pu être écrit. Choisissez un autre dossier ou libérez de la place."
            words.missing = "% est introuvable. Vérifiez le nom."
        default: break
        }
        return words
    }
}

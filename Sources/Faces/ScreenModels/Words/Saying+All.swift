// SPDX-License-Identifier: MIT

extension Saying {
    /// Every sentence of a lower part that is kept or reported as a text and reaches a screen, in each language. A more
    /// special one stands before a more general one.
    static let all: [Saying] = [
        Saying(
            """
            This account is new: until {time} it may have tokens of {amount} that are not redeemed yet, and {paid} are out. \
            Buy less, or ask those you paid to sync.
            """,
            """
            Dieses Konto ist neu: Bis {time} darf es Geld für {amount} offline haben, das noch nicht eingelöst ist; {paid} \
            sind es schon. Nehmen Sie weniger, oder bitten Sie alle, die Sie bezahlt haben, zu synchronisieren.
            """,
            """
            この口座は新しいため、{time}までは換金前のオフラインのお金を{amount}まで持てます。現在{paid}あります。\
            金額を減らすか、支払った相手に同期を頼んでください。
            """),
        Saying(
            """
            This copy of the wallet is out of date: old files were copied back, or another copy has paid since. Sync \
            before paying again.
            """,
            """
            Diese Kopie der Geldbörse ist veraltet: Alte Dateien wurden zurückkopiert, oder eine andere Kopie hat \
            inzwischen bezahlt. Gleichen Sie ab, bevor Sie wieder bezahlen.
            """,
            """
            このウォレットのコピーは最新ではありません。古いファイルが戻されたか、別のコピーで支払いが行われました。\
            次に支払う前に同期してください。
            """),
        Saying(
            "This wallet was restored from a backup. Log in and sync before paying.",
            """
            Diese Geldbörse wurde aus einer Sicherung eingespielt. Melden Sie sich an und gleichen Sie vor dem \
            Zahlen ab.
            """,
            "バックアップから復元したウォレットです。支払う前にログインして同期してください。"),
        Saying(
            "The request belongs to another hub. Join that hub, or ask for a request of yours.",
            "Die Anforderung gehört zu einem anderen Hub. Bitten Sie um eine von Ihrem Hub.",
            "別のハブの請求です。あなたのハブの請求を頼んでください。"),
        Saying(
            "Currency number {number} is unknown here. Update this Satchel.",
            "Die Währung Nummer {number} ist hier unbekannt. Aktualisieren Sie Satchel.",
            "通貨番号{number}は不明です。Satchelを更新してください。"),
        Saying(
            "The request is in currency number {number}, which this wallet does not hold.",
            "Die Anforderung ist in der Währung Nummer {number}, die diese Geldbörse nicht führt.",
            "請求の通貨（番号{number}）はこのウォレットにありません。"),
        Saying(
            "The request asks for nothing. Ask the payee for a request with an amount.",
            "Die Anforderung nennt keinen Betrag. Bitten Sie um eine mit Betrag.",
            "金額のない請求です。金額の入った請求を頼んでください。"),
        Saying(
            "The amount is above the {number} minor units allowed at once. Pay in parts.",
            "Der Betrag ist höher, als auf einmal erlaubt ist. Zahlen Sie in Teilen.",
            "一度に払える上限を超えています。分けて支払ってください。"),
        Saying(
            "The request is {number} seconds old. Ask for a fresh one, or say that this one is meant.",
            "Die Anforderung ist alt. Bitten Sie um eine neue, oder bestätigen Sie, dass diese gemeint ist.",
            "古い請求です。新しいものを頼むか、これでよいか確認してください。"),
        Saying(
            "The request is dated {time}, more than a day ahead. Check both clocks.",
            "Die Anforderung trägt das Datum {time}, mehr als einen Tag voraus. Prüfen Sie beide Uhren.",
            "請求の日時{time}は1日以上先です。両方の時計を確認してください。"),
        Saying(
            "The payee's certificate is signed by a hub key unknown here. Sync once, then pay.",
            """
            Das Zertifikat des Empfängers trägt einen hier unbekannten Schlüssel des Hubs. Gleichen Sie einmal \
            ab und zahlen Sie dann.
            """,
            "相手の証明書の鍵がまだ届いていません。一度同期してから支払ってください。"),
        Saying(
            "The payee's certificate is not genuine. Do not pay.",
            "Das Zertifikat des Empfängers ist nicht echt. Zahlen Sie nicht.",
            "相手の証明書は本物ではありません。支払わないでください。"),
        Saying(
            "The payee's certificate ended at {time}. The payee must sync first.",
            "Das Zertifikat des Empfängers galt bis {time}. Der Empfänger muss zuerst abgleichen.",
            "相手の証明書は{time}に期限切れです。先に相手が同期する必要があります。"),
        Saying(
            "The payee's certificate starts at {time}. Check both clocks.",
            "Das Zertifikat des Empfängers gilt erst ab {time}. Prüfen Sie beide Uhren.",
            "相手の証明書は{time}から有効です。両方の時計を確認してください。"),
        Saying(
            "The hub has revoked the payee's key. Do not pay.",
            "Der Hub hat den Schlüssel des Empfängers widerrufen. Zahlen Sie nicht.",
            "ハブが相手の鍵を取り消しました。支払わないでください。"),
        Saying(
            "This is a request of this wallet itself. Let the payer scan it.",
            "Das ist Ihre eigene Anforderung. Lassen Sie den Zahler sie scannen.",
            "このウォレット自身の請求です。支払う人に読み取ってもらってください。"),
        Saying(
            "Each input has {have} of {needed} signatures; the others are missing.",
            "Jeder Eingang hat {have} von {needed} Signaturen; die übrigen fehlen noch.",
            "各入力の署名は{needed}件のうち{have}件です。残りが足りません。"),
        Saying(
            """
            {done} of {count} inputs are signed; input {number} has {have} of {needed} signatures; the others are \
            missing.
            """,
            """
            {done} von {count} Eingängen sind fertig signiert; Eingang {number} hat {have} von {needed} \
            Signaturen; die übrigen fehlen noch.
            """,
            "{count}件の入力のうち{done}件は署名が完了しています。入力{number}の署名は{needed}件のうち{have}件で、残りが足りません。"),
        Saying(
            "The new fee does not exceed the old one by enough: raise it.",
            "Die neue Gebühr ist nicht genug höher als die alte: Erhöhen Sie sie.",
            "新しい手数料の上げ幅が足りません。上げてください。"),
        Saying(
            "The fee is below what the network relays: raise it.",
            "Die Gebühr ist niedriger, als das Netzwerk weiterreicht: Erhöhen Sie sie.",
            "手数料が低すぎて中継されません。上げてください。"),
        Saying(
            "The fee is below what the network takes at present: raise it.",
            "Die Gebühr liegt unter dem, was das Netzwerk zurzeit nimmt: Erhöhen Sie sie.",
            "手数料が現在の相場を下回っています。上げてください。"),
        Saying(
            "Another transaction already spends these coins.",
            "Eine andere Transaktion gibt diese Coins schon aus.",
            "同じコインを使う取引がすでにあります。"),
        Saying(
            "These coins are spent already, or were never there: refresh the account.",
            "Diese Coins sind schon ausgegeben oder waren nie da: Aktualisieren Sie das Konto.",
            "このコインは使用済みか、存在しません。アカウントを更新してください。"),
        Saying(
            "A replacement must not spend further unconfirmed coins.",
            "Ein Ersatz darf keine weiteren unbestätigten Coins ausgeben.",
            "置き換える取引では、未承認のコインを追加で使えません。"),
        Saying(
            "An output is too small to be worth spending.",
            "Ein Ausgang ist zu klein, um sich zu lohnen.",
            "小さすぎる出力があります。"),
        Saying(
            "A mined reward can be spent after 100 blocks.",
            "Geschürftes lässt sich erst nach 100 Blöcken ausgeben.",
            "採掘の報酬は100ブロック後に使えます。"),
        Saying(
            "The transaction may not be mined yet: its lock time lies ahead.",
            "Die Transaktion darf noch in keinen Block: Ihre Sperrzeit läuft noch.",
            "ロックタイム前のため、まだブロックに入れません。"),
        Saying(
            "The transaction may not be mined yet: its coins are too young.",
            "Die Transaktion darf noch in keinen Block: Ihre Coins sind zu jung.",
            "コインが新しすぎるため、まだブロックに入れません。"),
        Saying(
            "Too many unconfirmed transactions stand behind this one: wait.",
            "Zu viele unbestätigte Transaktionen hängen daran: Warten Sie.",
            "未承認の取引が連なりすぎています。お待ちください。"),
        Saying(
            "The server refuses so high a fee.",
            "Der Server lehnt eine so hohe Gebühr ab.",
            "手数料が高すぎるとサーバーが拒否しました。"),
        Saying(
            "The server refuses the transaction.",
            "Der Server lehnt die Transaktion ab.",
            "サーバーが取引を拒否しました。"),
        Saying(
            "A transaction with this number waits already: to replace it, raise both fees by a tenth at least.",
            """
            Eine Transaktion mit dieser Nummer wartet schon: Erhöhen Sie beide Gebühren um mindestens ein \
            Zehntel, um sie zu ersetzen.
            """,
            "同じ番号の取引が待っています。置き換えるには手数料を1割以上上げてください。"),
        Saying(
            "Another transaction with this number was mined: refresh the account.",
            "Eine andere Transaktion mit dieser Nummer ist in einem Block: Aktualisieren Sie das Konto.",
            "同じ番号の別の取引がブロックに入りました。アカウントを更新してください。"),
        Saying(
            "An earlier transaction of this account is missing: send that first.",
            "Eine frühere Transaktion dieses Kontos fehlt: Senden Sie die zuerst.",
            "このアカウントの前の取引がありません。先に送ってください。"),
        Saying(
            "The account has too little ether for the amount and the fee.",
            "Das Konto hat zu wenig Ether für Betrag und Gebühr.",
            "金額と手数料に対してイーサが足りません。"),
        Saying(
            "The gas limit does not fit the transaction.",
            "Die Gas-Grenze passt nicht zur Transaktion.",
            "ガス上限が取引に合いません。"),
        Saying(
            "The tip is higher than the most that a unit of gas may cost.",
            "Das Trinkgeld ist höher als der Höchstpreis einer Gas-Einheit.",
            "チップがガスの上限価格を超えています。"),
        Saying(
            "The transaction belongs to another network.",
            "Die Transaktion gehört zu einem anderen Netzwerk.",
            "別のネットワークの取引です。"),
        Saying(
            "The transaction was signed too long ago, or the server lags behind.",
            "Die Transaktion wurde vor zu langer Zeit signiert, oder der Server hängt nach.",
            "署名から時間がたちすぎたか、サーバーが遅れています。"),
        Saying(
            "The account has too few SOL for the fee.",
            "Das Konto hat zu wenig SOL für die Gebühr.",
            "手数料に対してSOLが足りません。"),
        Saying(
            "An account would be left with less than it must hold to live.",
            "Einem Konto bliebe weniger, als es zum Bestehen braucht.",
            "アカウントに残すべき最低額を下回ります。"),
        Saying(
            "The account holds less than the transaction moves.",
            "Das Konto hat weniger, als die Transaktion bewegt.",
            "アカウントの残高が足りません。"),
        Saying(
            "The transaction failed: {text}",
            "Die Transaktion ist gescheitert: {text}",
            "取引に失敗しました：{text}"),
        Saying(
            "Step {number} of the transaction failed: {text}",
            "Schritt {number} der Transaktion ist gescheitert: {text}",
            "取引の手順{number}で失敗しました：{text}"),
        Saying(
            """
            The server refused payment {number}: {reason}. It is kept: raise its fee with bump, or take it back \
            with cancel.
            """,
            """
            Der Server lehnt die Zahlung ab: {reason} Sie ist aufbewahrt: Beschleunigen Sie sie oder brechen Sie \
            sie ab.
            """,
            "サーバーが支払いを拒否しました：{reason}支払いは保管しています。速めるか取りやめてください。"),
        Saying(
            "The disk is full.",
            "Die Platte ist voll.",
            "ディスクがいっぱいです。"),
        Saying(
            "{server} says: {text}",
            "{server} sagt: {text}",
            "{server}の応答：{text}"),
        Saying(
            "{server} refuses: {text}",
            "{server} lehnt ab: {text}",
            "{server}が拒否しました：{text}"),
        Saying(
            "{server} cannot answer now: {text}",
            "{server} kann gerade nicht antworten: {text}",
            "{server}は今応答できません：{text}"),
        Saying(
            "The card has no store. Give it one.",
            "Der Karte fehlt das Geschäft. Tragen Sie eines ein.",
            "店舗がありません。入力してください。"),
        Saying(
            "The card has no number. Give it one.",
            "Der Karte fehlt die Nummer. Tragen Sie eine ein.",
            "番号がありません。入力してください。"),
        Saying(
            "The card has no store.",
            "Der Karte fehlt das Geschäft.",
            "店舗がありません。"),
        Saying(
            "The card has no number.",
            "Der Karte fehlt die Nummer.",
            "番号がありません。"),
        Saying(
            "The card's {what} has more than {number} bytes. Shorten it.",
            "Zu lang: {what} (höchstens {number} Bytes). Kürzen Sie es.",
            "{what}が{number}バイトを超えています。短くしてください。"),
        Saying(
            "A card has at most {number} bytes in a code.",
            "Ein Code hat höchstens {number} Bytes.",
            "コードは{number}バイトまでです。"),
        Saying(
            "A card has at most {number} {what}.",
            "Eine Karte hat höchstens {number} {what}.",
            "{what}は1枚につき{number}までです。"),
        Saying(
            "A code of the card is empty.",
            "Ein Code der Karte ist leer.",
            "空のコードがあります。"),
        Saying(
            "A code of the card states a character set or a redundancy that there is not.",
            "Ein Code der Karte nennt einen Zeichensatz oder eine Fehlerkorrektur, die es nicht gibt.",
            "存在しない文字コードか誤り訂正が指定されています。"),
        Saying(
            "This is not a card.",
            "Das ist keine Karte.",
            "カードではありません。"),
        Saying(
            "The card has no content.json, or a damaged one.",
            "Der Inhalt der Karte fehlt oder ist beschädigt.",
            "カードの内容がないか、壊れています。"),
        Saying(
            "A wallet holds at most {number} cards.",
            "Eine Geldbörse fasst höchstens {number} Karten.",
            "ウォレットに入るカードは{number}枚までです。"),
        Saying(
            "It has the id of one card and the number of another one. Change one of both first.",
            "Sie hat die Kennung der einen und die Nummer einer anderen Karte. Ändern Sie zuerst eine der beiden.",
            "識別子と番号が別々のカードと重なっています。先にどちらかを変えてください。"),
        Saying(
            "A photo of this card is missing; the rest was read.",
            "Ein Foto dieser Karte fehlt; alles andere wurde gelesen.",
            "写真が1枚ありません。ほかは読み込みました。"),
        Saying(
            "A photo of this card is missing. Restore a backup, or add the photo again.",
            "Ein Foto dieser Karte fehlt. Spielen Sie eine Sicherung ein oder fügen Sie das Foto neu hinzu.",
            "写真がありません。バックアップから復元するか、撮り直してください。"),
        Saying(
            "A photo of this card is damaged. Restore a backup, or add the photo again.",
            "Ein Foto dieser Karte ist beschädigt. Spielen Sie eine Sicherung ein oder fügen Sie das Foto neu hinzu.",
            "写真が壊れています。バックアップから復元するか、撮り直してください。"),
        Saying(
            "It took the place of card {number} of the same file, which has its id or its store and number.",
            """
            Sie trat an die Stelle von Karte {number} derselben Datei, mit gleicher Kennung oder gleichem \
            Geschäft und gleicher Nummer.
            """,
            "同じファイルのカード{number}と重なるため、置き換えました。"),
        Saying(
            "It was merged into card {number} of the same file, which has its id or its store and number.",
            """
            Sie wurde mit Karte {number} derselben Datei zusammengeführt, mit gleicher Kennung oder gleichem \
            Geschäft und gleicher Nummer.
            """,
            "同じファイルのカード{number}と重なるため、まとめました。"),
        Saying(
            "It was left out for card {number} of the same file, which has its id or its store and number.",
            """
            Sie blieb wegen Karte {number} derselben Datei weg, mit gleicher Kennung oder gleichem Geschäft und \
            gleicher Nummer.
            """,
            "同じファイルのカード{number}と重なるため、省きました。"),
        Saying(
            "The card did not come from a pkpass, and was left out.",
            "Die Karte stammt aus keinem pkpass und blieb weg.",
            "pkpassのカードではないため、省きました。"),
        Saying(
            "{left} of its {number} photos were left out: Catima takes three in PNG.",
            "{left} ihrer {number} Fotos blieben weg: Catima nimmt drei in PNG.",
            "写真{number}枚のうち{left}枚を省きました。CatimaはPNGを3枚まで扱えます。"),
        Saying(
            "Its photos do not fit into a link.",
            "Ihre Fotos passen nicht in einen Link.",
            "写真はリンクに入りません。"),
        Saying(
            "Its colour is none, and was left out.",
            "Ihre Farbe ist keine und blieb weg.",
            "色が正しくないため、省きました。"),
        Saying(
            "Its {what} is no date, and was left out.",
            "Kein Datum, blieb weg: {what}.",
            "{what}が日付ではないため、省きました。"),
        Saying(
            "Its {what} is no colour, and was left out.",
            "Keine Farbe, blieb weg: {what}.",
            "{what}が色ではないため、省きました。"),
        Saying(
            "The pass that it came from is no Base64, and was left out.",
            "Der ursprüngliche Pass ist beschädigt und blieb weg.",
            "元のパスが壊れているため、省きました。"),
        Saying(
            "A code of it is none, and was left out.",
            "Einer ihrer Codes ist keiner und blieb weg.",
            "コードではないものがあり、省きました。"),
        Saying(
            "A code of it has no known symbology or no bytes, and was left out.",
            "Einer ihrer Codes ist leer oder von unbekannter Art und blieb weg.",
            "空か不明な種類のコードがあり、省きました。"),
        Saying(
            "A code of it was left out: {reason}",
            "Einer ihrer Codes blieb weg: {reason}",
            "コードを1つ省きました：{reason}"),
        Saying(
            "Its balance was left out: it is no number, or its currency is not known.",
            "Ihr Guthaben blieb weg: Es ist keine Zahl, oder die Währung ist unbekannt.",
            "残高が数字でないか通貨が不明なため、省きました。"),
        Saying(
            "Its photo {number} was left out: {reason}",
            "Ihr Foto {number} blieb weg: {reason}",
            "写真{number}を省きました：{reason}"),
        Saying(
            "The pass that it came from was left out: {reason}",
            "Der ursprüngliche Pass blieb weg: {reason}",
            "元のパスを省きました：{reason}"),
        Saying(
            "The pass that the card came from is missing and was left out.",
            "Der ursprüngliche Pass fehlt und blieb weg.",
            "元のパスがないため、省きました。"),
        Saying(
            "The pass itself was not kept: {reason}",
            "Der Pass selbst wurde nicht aufbewahrt: {reason}",
            "パスそのものは保管しませんでした：{reason}"),
        Saying(
            "A photo of the card is missing and was left out.",
            "Ein Foto der Karte fehlt und blieb weg.",
            "写真がないため、省きました。"),
        Saying(
            "Its code is shown as {name}: {reason}",
            "Ihr Code wird als {name} gezeigt: {reason}",
            "コードは{name}として表示します：{reason}"),
        Saying(
            "Its code was left out: {reason}",
            "Ihr Code blieb weg: {reason}",
            "コードを省きました：{reason}"),
        Saying(
            "Its kind of code is not known here, and the code was left out.",
            "Die Art ihres Codes ist hier unbekannt; der Code blieb weg.",
            "不明な種類のコードのため、省きました。"),
        Saying(
            "The encoding of its code is not known here; UTF-8 was taken. Compare it at a scanner.",
            "Die Kodierung ihres Codes ist hier unbekannt; UTF-8 wurde genommen. Prüfen Sie sie an einem Scanner.",
            "コードの文字コードが不明なため、UTF-8としました。読み取り機で確かめてください。"),
        Saying(
            "Not all of its texts fit into the note.",
            "Nicht alle ihre Texte passen in die Notiz.",
            "一部の文章がメモに入りきりませんでした。"),
        Saying(
            "Its picture of the {what} was left out: {reason}",
            "Ihr Bild blieb weg ({what}): {reason}",
            "{what}の画像を省きました：{reason}"),
        Saying(
            "Its picture {name} is none, and was left out.",
            "Ihr Bild {name} ist keines und blieb weg.",
            "画像{name}は画像ではないため、省きました。"),
        Saying(
            "Its picture {name} was left out: {reason}",
            "Ihr Bild {name} blieb weg: {reason}",
            "画像{name}を省きました：{reason}"),
        Saying(
            "Only the first of its {number} codes fits into the format.",
            "Nur der erste ihrer {number} Codes passt in das Format.",
            "コード{number}個のうち、最初の1つだけがこの形式に入ります。"),
        Saying(
            "There is no text to draw.",
            "Es gibt keinen Text.",
            "文字がありません。"),
        Saying(
            "This is no GS1 text, such as (01)04006381333931(10)LOT7.",
            "Das ist kein GS1-Text wie (01)04006381333931(10)LOT7.",
            "(01)04006381333931(10)LOT7のようなGS1の文字列ではありません。"),
        Saying(
            "{name} does not have all of these characters.",
            "{name} kennt nicht alle diese Zeichen.",
            "{name}では使えない文字が含まれています。"),
        Saying(
            "The text has {number} bytes, more than the largest {name} code holds. Shorten it.",
            "Der Text hat {number} Bytes, mehr als der größte {name}-Code fasst. Kürzen Sie ihn.",
            "{number}バイトは{name}の最大容量を超えています。短くしてください。"),
        Saying(
            """
            The last digit of this {name} number does not fit the others: it would be {digit}. Compare it with the \
            card.
            """,
            """
            Die letzte Ziffer dieser {name}-Nummer passt nicht zu den anderen: Sie wäre {digit}. Vergleichen Sie sie \
            mit der Karte.
            """,
            "{name}番号の最後の数字が合いません。{digit}になるはずです。カードと見比べてください。"),
        Saying(
            """
            ITF has an even number of digits, and this has {number}. Only if the card has a zero before them, write \
            {text}.
            """,
            """
            ITF hat eine gerade Zahl von Ziffern, hier sind es {number}. Nur wenn auf der Karte eine Null davor steht, \
            schreiben Sie {text}.
            """,
            "ITFの桁数は偶数ですが、これは{number}桁です。カードの先頭に0がある場合だけ、{text}と入力してください。"),
        Saying(
            "The list does not say what kind of code this card has. Edit the card to give it one.",
            "Die Liste sagt nicht, welche Art von Code diese Karte hat. Bearbeiten Sie die Karte, um ihr einen zu geben.",
            "コードの種類がリストにありません。カードを編集して設定してください。"),
        Saying(
            "The first line was taken for the names of the columns: {text}",
            "Die erste Zeile wurde für die Namen der Spalten gehalten: {text}",
            "1行目を列の名前とみなしました：{text}"),
        Saying(
            "The file does not say its character set, and Windows-1252 was taken. Compare this card's letters.",
            """
            Die Datei nennt ihren Zeichensatz nicht; Windows-1252 wurde angenommen. Vergleichen Sie die Buchstaben \
            dieser Karte.
            """,
            "文字コードが不明なため、Windows-1252とみなしました。このカードの文字を確認してください。"),
        Saying(
            "A spreadsheet rounded its number. Let it keep the column as text, and write the list again.",
            """
            Eine Tabellenkalkulation hat die Nummer gerundet. Lassen Sie sie die Spalte als Text behalten und \
            speichern Sie die Liste neu.
            """,
            "表計算ソフトが番号を丸めています。列を文字列にして保存し直してください。"),
        Saying(
            """
            Its line has {number} fields, and the list has {limit} columns. Put a text that holds the separator into \
            quotation marks.
            """,
            """
            Die Zeile hat {number} Felder, die Liste {limit} Spalten. Setzen Sie einen Text, der das Trennzeichen \
            enthält, in Anführungszeichen.
            """,
            "この行には{number}個の値があり、列は{limit}個です。区切り文字を含む値は引用符で囲んでください。"),
        Saying(
            "It is a newer copy of card {number} of the same file, which has its id or its store and number.",
            "Sie ist eine neuere Fassung der Karte {number} derselben Datei.",
            "同じファイルのカード{number}の新しい版です。"),
        Saying(
            "{name} takes {text}, which this is not.",
            "Das passt nicht in einen {name}-Code.",
            "{name}に使える内容ではありません。"),
        Saying(
            "{name} cannot hold it.",
            "{name} kann das nicht fassen.",
            "{name}には入りません。"),
    ]

    /// The terms that stand in such sentences, in German and Japanese.
    static let terms: [String: (german: String, japanese: String)] = [
        "store": ("Geschäft", "店舗"),
        "number": ("Nummer", "番号"),
        "holder": ("Inhaber", "名義"),
        "note": ("Notiz", "メモ"),
        "caption": ("Beschriftung", "説明"),
        "group": ("Gruppe", "グループ"),
        "codes": ("Codes", "コード"),
        "groups": ("Gruppen", "グループ"),
        "photos": ("Fotos", "写真"),
        "date of creation": ("Erstellung", "作成日"),
        "date of change": ("Änderung", "変更日"),
        "last use": ("letzte Benutzung", "最終使用日"),
        "first day": ("erster Tag", "開始日"),
        "expiry": ("Ablauf", "有効期限"),
        "expirationDate": ("Ablauf", "有効期限"),
        "relevantDate": ("Datum", "日付"),
        "front": ("Vorderseite", "表"),
        "back": ("Rückseite", "裏"),
        "icon": ("Symbol", "アイコン"),
        "backgroundColor": ("Hintergrundfarbe", "背景色"),
    ]
}

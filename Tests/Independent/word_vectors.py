#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes Tests/BarcodesTests/ForeignWords.swift: words of several languages in their character sets, by Python's codecs."""
import pathlib

ROOT = pathlib.Path(__file__).parent.parent.parent
WORDS = {
    "windows-1252": """
        Müller|Straße|Größe|Bücherei|Köln|Zürich|Österreich|Übermut|Grüße|
        Fußgängerzone|MÜLLER|GRÖSSE|Kündigung|Käsespätzle|Äpfel|Öl|
        Düsseldorf Königsallee 5|süß|Gülle|Höhe 5 m|Märkte|Mönchengladbach|
        Körperpflege|Apotheke am Markt, Lübeck|Ü|ä|Maß|ÖPNV|ÄÖÜ|Flöße|Bußgeld|
        Größenübersicht|Einkäufe über 20 €|Öffnungszeiten|Völklingen|Würzburg|
        Bürgerbüro|Süßwaren|Straßenbahn|Zähne|früh|schön|Gebäude|Nürnberg|Fürth|
        Jäger|Schloßstraße|Café|Crème brûlée|Noël à Évry|Hôtel de la Forêt|École|
        Français|créée|Bibliothèque municipale|Saint-Étienne|Île-de-France|Garçon|
        déjà vu|Élève|Orléans|Œuvre|cœur|naïf|théâtre|fenêtre|à|où|été|Québec|
        Général|Nîmes|Besançon|maïs|l’été|hébergé|réseau|Société Générale|
        Carte fidélité|Âge|Château|pâtisserie|Épicerie|prénom|né en août|gâteau|
        Pêche|Sète|Béziers|Évènement|préféré|Allô|sûr|aiguë|supermarché|Ærø|Ålesund|
        Smörgåsbord|Malmö|Jönköping|Göteborg|København|Tromsø|på|blåbærsyltetøy|Ø|Å|
        Örebro|Ängelholm|Hyvää päivää|pääsiäinen|Jyväskylä|yötyö|Sørlandet|Bodø|
        fløte|Århus|Öresund|småbåthamn|kjøpesenter|Rød grød med fløde|Færøerne|
        Þórður|Reykjavík|Ísland|Höfn|Seyðisfjörður|jäääär|Õun|Pärnu|köögivili|Võru|
        öö|räkä|Hämeenlinna|Äänekoski|Särkänniemi|Brännö|Næstved|Tårnby|Sæby|Ørsted|
        Señor|Mañana|España|Córdoba|¡Hola!|¿Qué?|São Paulo|Açaí|coração|Ações|Ünal|
        Peña|niño|Logroño|A Coruña|Málaga|Cádiz|León|Jaén|Avilés|Gijón|Plaça|Barça|
        Ação|Conceição|Guimarães|Setúbal|Évora|Óbidos|pão|Número de sócio|Cartão|
        Tarjeta de fidelización|Biblioteca pública|2º piso|1ª planta|cigüeña|
        pingüino|Ñandú|Úbeda|peluquería|farmácia|Perché|Città|Università|perché no|
        Forlì|caffè|però|più|Cefalù|20 °C|½ Liter|© 2024 Acme|Acme® Card|5 × 4|
        “Quoted”|it’s|10–12 Uhr|£5 off|§ 5|«Bonjour»|€ 20|20 €|Škoda|Žižek|½|²|a·b|
        ±5|µm|Blåbær & Kaffe|naïve
        """,
    "gb18030": """
        你好|北京|上海|中国|会员卡|图书馆|广州市天河区|优惠券|积分|超市|学习|联通|生日快乐|星巴克咖啡|深圳|健身俱乐部|电影票|饭店|面包房|药房|
        谢谢惠顾|欢迎光临|成都火锅|人民银行|地铁|航空公司|新华书店|购物中心|重庆|武汉大学|杭州西湖|小熊猫|红旗连锁|陈先生|客户编号：12345|
        二维码|老百姓大药房|全家便利店|永辉超市|海底捞|奶茶|喜茶|校园卡|公交卡|身份证|电话：13800138000|南京路步行街1号|苏州园林|哈尔滨|
        呼和浩特|乌鲁木齐|石家庄|沃尔玛|苏宁易购|国美电器|屈臣氏|味千拉面|黄焖鸡米饭|兰州拉面|沙县小吃|包子铺|理发店|洗衣店|花店|宠物医院|幼儿园|
        VIP会员|A座5层|订单号 A123|网吧|棋牌室|茶馆|孙悟空|钱包
        """,
    "big5": """
        你好|臺北|台北市|會員卡|圖書館|優惠券|點數|超級市場|學習|生日快樂|星巴克咖啡|健身俱樂部|電影票|餐廳|麵包店|藥局|謝謝光臨|歡迎光臨|
        悠遊卡|高雄捷運|航空公司|誠品書店|購物中心|新竹|臺灣大學|日月潭|全家便利商店|統一超商|鼎泰豐|珍珠奶茶|學生證|公車|身分證|
        電話：0912345678|中正路一段1號|臺南|花蓮|嘉義|香港|九龍|旺角|銅鑼灣|屯門|八達通|惠康|百佳超級市場|翠華餐廳|大家樂|屈臣氏|
        美心西餅|陳先生|洗衣店|花店|寵物醫院|幼稚園|VIP會員|訂單編號 A123|理髮廳|茶館|雞排|牛肉麵|滷肉飯|寶雅|家樂福|好市多|全聯福利中心|
        郵局|銀行|醫院|診所|牙醫|書局|文具|鐘錶|眼鏡
        """,
    "shift-jis": """
        こんにちは|東京|大阪|会員証|図書館|割引券|ポイントカード|スーパー|学習|お誕生日おめでとう|コーヒー|カフェ|映画館|レストラン|パン屋|薬局|
        ありがとうございます|いらっしゃいませ|新宿駅|全日空|紀伊國屋書店|ショッピングセンター|札幌|東京大学|富士山|セブンイレブン|ファミリーマート|
        ローソン|マツモトキヨシ|ヨドバシカメラ|吉野家|すき家|名古屋市中区1丁目|電話番号：03-1234-5678|横浜|京都|神戸|福岡|仙台|広島|
        沖縄|温泉|居酒屋|ラーメン|寿司|うどん|そば|お好み焼き|コンビニ|ユニクロ|無印良品|イオン|ドトール|銀行|病院|歯医者|美容室|クリーニング|
        花屋|本屋|動物病院|保育園|VIP会員|注文番号 A123|高橋|田中様|渡辺|小林|加藤|ﾀﾅｶ ﾀﾛｳ|ｻﾄｳ ﾊﾅｺ|ﾎﾟｲﾝﾄｶｰﾄﾞ|
        ﾔﾏﾀﾞ|日本語|カード番号|ツタヤ|ビックカメラ|スタバ|髙橋|山﨑
        """,
    "euc-kr": """
        안녕하세요|서울|부산|회원카드|도서관|할인쿠폰|포인트|마트|학습|생일 축하합니다|커피|카페|영화관|식당|빵집|약국|감사합니다|어서 오세요|
        강남역|대한항공|교보문고|백화점|대구|서울대학교|한라산|세븐일레븐|이마트|롯데마트|홈플러스|올리브영|김밥천국|떡볶이|치킨|
        광주광역시 동구 1번지|전화번호: 010-1234-5678|인천|대전|울산|제주도|수원|전주|온천|노래방|라면|초밥|국수|편의점|유니클로|
        은행|병원|치과|미용실|세탁소|꽃집|서점|동물병원|어린이집|VIP회원|주문번호 A123|삼성전자|현대자동차|지하철|버스|주민등록증|학생증|
        헬스클럽|멤버십|스타벅스|파리바게뜨|배스킨라빈스|던킨도너츠|투썸플레이스|이디야
        """,
}
CODECS = {"windows-1252": "cp1252", "shift-jis": "cp932"}

HEAD = """// SPDX-License-Identifier: MIT
// Written by Tests/Independent/word_vectors.py with Python's codecs.

/// Words as codes hold them that state no character set.
enum ForeignWords {
    /// The name of the set, the bytes in hexadecimal form, the text.
    static let lines = \"\"\"
"""
lines = []
for name, words in WORDS.items():
    for word in "".join(line.strip() for line in words.split("\n")).split("|"):
        data = word.encode(CODECS.get(name, name))
        if max(data) >= 0x80:
            lines.append(f"        {name}\\t{data.hex()}\\t{word}")
path = ROOT / "Tests/BarcodesTests/ForeignWords.swift"
path.write_text(HEAD + "\n".join(lines) + '\n        """\n}\n')

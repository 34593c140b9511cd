import { expect, test } from "vitest";
import { EMPTY, type EmployeeValues, problemsOf, toForm } from "./model";

const picture = new File(["p"], "nora.png", { type: "image/png" });
const card = new File(["c"], "card.pdf", { type: "application/pdf" });
const NORA: EmployeeValues = {
  first_name: "Nora",
  last_name: "Lind",
  email: "nora@plaza.example",
  contact_number: "+34 600 000 000",
  address: " ",
  role: "staff",
  profile_image: picture,
  id_card_image: card,
};

const wrong = (values: EmployeeValues) =>
  Object.entries(problemsOf(values))
    .filter(([, key]) => key)
    .map(([field]) => field);

test("requires everything but the address", () => {
  expect(wrong(EMPTY)).toEqual([
    "first_name",
    "last_name",
    "email",
    "contact_number",
    "role",
    "profile_image",
    "id_card_image",
  ]);
  expect(wrong(NORA)).toEqual([]);
});

test("takes a PDF as identity card and not as picture", () => {
  expect(wrong({ ...NORA, profile_image: card })).toEqual(["profile_image"]);
  const text = new File(["t"], "card.txt", { type: "text/plain" });
  expect(wrong({ ...NORA, id_card_image: text })).toEqual(["id_card_image"]);
});

test("sends files and trimmed texts, and no empty field", () => {
  const form = toForm({ ...NORA, first_name: " Nora " });
  expect(form.get("first_name")).toBe("Nora");
  expect(form.get("id_card_image")).toBeInstanceOf(File);
  expect(form.has("address")).toBe(false);
});

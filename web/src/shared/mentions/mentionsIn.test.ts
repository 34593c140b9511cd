import { expect, test } from "vitest";
import type { UserCard } from "@/api/types";
import { mentionsIn } from "./mentionsIn";

const account = (id: number, userName: string) => ({ id, userName }) as UserCard;
const bruno = account(2, "bruno.e");

test.each([
  ["Look, @bruno.e!", ["Look, ", "@bruno.e:2", "!"]],
  ["@Bruno.E. Tomorrow?", ["@Bruno.E:2", ". Tomorrow?"]],
  ["Mail me@bruno.example or @nobody", ["Mail me@bruno.example or @nobody"]],
  ["No names", ["No names"]],
])("%j is split at the accounts it mentions", (text, expected) => {
  const parts = mentionsIn(text, [bruno]).map(({ text: part, mention: of }) =>
    of ? `${part}:${of.id}` : part,
  );
  expect(parts).toEqual(expected);
});

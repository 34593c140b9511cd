import { describe, expect, test } from "vitest";
import type { UserCard } from "@/api/types";
import { completeMention, mentionQueryAt, suggestions } from "./mentionQuery";

const card = (id: number, userName: string, firstName: string): UserCard => ({
  id,
  type: "regular",
  userName,
  firstName,
  lastName: "Silva",
});
const people = [card(1, "alice", "Alice"), card(2, "bruno", "Bruno"), card(3, "chloe", "Chloé")];

describe("a mention while typing", () => {
  test("starts at the sign at the start of a word", () => {
    expect(mentionQueryAt("Hello @br", 9)).toEqual({ query: "br", from: 6 });
    expect(mentionQueryAt("@", 1)).toEqual({ query: "", from: 0 });
    expect(mentionQueryAt("mail@br", 7)).toBeUndefined();
    expect(mentionQueryAt("Hello @br there", 12)).toBeUndefined();
  });

  test("matches names without case and accents", () => {
    const jerome = card(9, "jr", "Jérôme");
    expect(suggestions("JER", [...people, jerome])).toEqual([jerome]);
    expect(suggestions("", people)).toHaveLength(3);
    expect(suggestions("runo", people)).toEqual([]);
  });

  test("is completed with a space", () => {
    expect(completeMention("Hi @br you", { query: "br", from: 3 }, "bruno")).toEqual({
      text: "Hi @bruno you",
      caret: 10,
    });
    expect(completeMention("Hi @br", { query: "br", from: 3 }, "bruno")).toEqual({
      text: "Hi @bruno ",
      caret: 10,
    });
  });
});

import { render } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, test, vi } from "vitest";
import { FoundQueryContext } from "../../search/FoundText";
import { MessageText } from "./MessageText";

vi.mock("../list/MessageListContext", () => ({
  useMessageList: () => ({ me: 7, circle: { chat: { members: [] }, knownPeople: new Map() } }),
}));

function show(query: string, props: ComponentProps<typeof MessageText>) {
  const { container } = render(
    <FoundQueryContext value={query}>
      <MessageText {...props} />
    </FoundQueryContext>,
  );
  return { container, marks: [...container.querySelectorAll("mark")].map((mark) => mark.textContent) };
}

test("marks the found words, also in a link and with other accents", () => {
  const text = "Crème at https://example.com/creme or crêpes";
  const { container, marks } = show("creme", { text, mentions: [] });
  expect(marks).toEqual(["Crème", "creme"]);
  expect(container.querySelector("a")?.getAttribute("href")).toBe("https://example.com/creme");
  expect(container.textContent).toBe(text);
});

test("marks nothing without a search", () => {
  const { container, marks } = show("", { text: "Crème", mentions: [] });
  expect(marks).toEqual([]);
  expect(container.textContent).toBe("Crème");
});

import { act, renderHook } from "@testing-library/react";
import i18next from "i18next";
import { beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { useToasts } from "@/lib/toasts";
import { useAttachments } from "./useAttachments";

vi.mock("@/shared/upload/uploadMedia", () => ({ uploadMedia: () => new Promise(() => {}) }));

beforeEach(async () => {
  await startI18n();
  await i18next.loadNamespaces("messages");
  useToasts.setState({ shown: [] });
});

const files = (count: number) =>
  Array.from({ length: count }, (_, at) => new File(["x"], `${at}.pdf`, { type: "application/pdf" }));
const texts = () => useToasts.getState().shown.map(({ text }) => text);

test("a message takes ten files and tells how many were left out", () => {
  const { result } = renderHook(useAttachments);
  act(() => result.current.add(files(10)));
  expect(result.current.items).toHaveLength(10);
  expect(texts()).toEqual([]);
  act(() => result.current.add(files(3)));
  expect(result.current.items).toHaveLength(10);
  expect(texts()).toEqual(["Files not added: 3. A message holds 10 at most."]);
});

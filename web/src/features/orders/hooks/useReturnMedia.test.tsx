import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useReturnMedia } from "./useReturnMedia";

vi.mock("@/shared/upload/uploadMedia", () => ({ uploadReturnMedia: () => new Promise(() => {}) }));

afterEach(() => vi.unstubAllGlobals());

test("previews are given back when a file or the form goes", () => {
  const live = new Set<string>();
  vi.stubGlobal(
    "URL",
    Object.assign(URL, {
      createObjectURL: (file: File) => {
        live.add(`blob:${file.name}`);
        return `blob:${file.name}`;
      },
      revokeObjectURL: (preview: string) => live.delete(preview),
    }),
  );
  const { result, unmount } = renderHook(() => useReturnMedia());
  const files = ["a.png", "b.mp4"].map((name) => new File(["1"], name));
  act(() => result.current.add(files));
  expect([...live]).toEqual(["blob:a.png", "blob:b.mp4"]);
  act(() => result.current.remove(0));
  expect([...live]).toEqual(["blob:b.mp4"]);
  unmount();
  expect([...live]).toEqual([]);
});

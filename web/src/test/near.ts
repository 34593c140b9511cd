import { act } from "@testing-library/react";
import { vi } from "vitest";

/** Replaces the browser's observer. Returns a function that tells all observers whether their element is near the window. */
export function stubNear() {
  const observers: ((entries: { isIntersecting: boolean }[]) => void)[] = [];
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: (typeof observers)[number]) {
        observers.push(callback);
      }
      observe() {}
      disconnect() {}
    },
  );
  return (isIntersecting = true) =>
    act(() => {
      for (const callback of observers) callback([{ isIntersecting }]);
    });
}

import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// A busy machine may take more than the second of the default.
configure({ asyncUtilTimeout: 5_000 });

// jsdom has neither; both answer as a wide, still, light window.
window.matchMedia ??= (query) =>
  ({
    matches: /min-width/.test(query),
    media: query,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  }) as MediaQueryList;
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.scrollTo = () => {};

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

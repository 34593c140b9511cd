import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach } from "vitest";

// A busy machine may take more than the second of the default.
configure({ asyncUtilTimeout: 5_000 });

// jsdom has none of these; they answer as a wide, still, light window.
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
Object.defineProperty(Document.prototype, "scrollingElement", {
  configurable: true,
  get(this: Document) {
    return this.documentElement;
  },
});
HTMLDialogElement.prototype.showModal ??= function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close() {
  this.open = false;
};

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// The next file of the worker gets the same document.
const replaceable = [navigator, URL, Element.prototype, HTMLElement.prototype].map((owner) => ({
  owner,
  original: Object.getOwnPropertyDescriptors(owner),
}));
afterAll(() => {
  for (const { owner, original } of replaceable) {
    for (const key of Reflect.ownKeys(owner))
      if (!Object.hasOwn(original, key)) Reflect.deleteProperty(owner, key);
    Object.defineProperties(owner, original);
  }
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const { attributes } of [document.documentElement, document.body])
    for (const { name } of [...attributes]) attributes.removeNamedItem(name);
  history.replaceState(null, "", "/");
});

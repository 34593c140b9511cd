import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { removeSplashScreen } from "./splashScreen";

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<div id="splash"></div><div id="root"></div>';
});
afterEach(() => vi.useRealTimers());

const root = () => document.getElementById("root") as HTMLElement;
const splash = () => document.getElementById("splash");

test("the splash stays while the screen is on its way", async () => {
  removeSplashScreen(root());
  root().innerHTML = "<main><div data-coming></div></main>";
  await vi.advanceTimersByTimeAsync(5_000);
  expect(splash()).not.toBeNull();
  root().innerHTML = "<main>Home</main>";
  await vi.advanceTimersByTimeAsync(1_000);
  expect(splash()).toBeNull();
});

test("the splash stays for its whole time", async () => {
  vi.spyOn(performance, "now").mockReturnValue(100);
  removeSplashScreen(root());
  root().innerHTML = "<main>Home</main>";
  await vi.advanceTimersByTimeAsync(399);
  expect(splash()?.className).toBe("");
  await vi.advanceTimersByTimeAsync(1);
  expect(splash()?.className).toBe("leaving");
});

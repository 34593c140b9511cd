import { expect, test, vi } from "vitest";
import { loadStripe } from "./script";
import type { Stripe } from "./types";

const scripts = () => [...document.querySelectorAll<HTMLScriptElement>("script[src*='stripe']")];

test("loads Stripe's script once, and again after a failure", async () => {
  const failed = loadStripe("pk_1", "en");
  const [first] = scripts();
  expect(first?.src).toBe("https://js.stripe.com/v3/");
  first?.onerror?.(new Event("error"));
  await expect(failed).rejects.toThrow();
  expect(scripts()).toEqual([]);

  const made = [loadStripe("pk_1", "en"), loadStripe("pk_1", "fr")];
  const [second, ...others] = scripts();
  expect(others).toEqual([]);
  vi.stubGlobal(
    "Stripe",
    vi.fn((key: string) => ({ key }) as unknown as Stripe),
  );
  second?.onload?.(new Event("load"));
  await expect(Promise.all(made)).resolves.toEqual([{ key: "pk_1" }, { key: "pk_1" }]);
  expect(window.Stripe).toHaveBeenCalledWith("pk_1", { locale: "fr" });
});

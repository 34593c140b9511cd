import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { ApiError } from "@/api/errors";
import { startI18n } from "@/lib/i18n";
import { FALLBACK } from "@/lib/languages";
import { ActionError } from "./ActionError";
import { FormError } from "./FormError";

beforeAll(async () => {
  await startI18n(FALLBACK);
  await i18next.loadNamespaces("auth");
});

const refusal = (fields: Record<string, string[]>) =>
  new ApiError({ code: "validation", message: "Some fields are wrong.", status: 422, fields });
const said = () => screen.queryByRole("alert")?.textContent ?? null;

test("leaves to the fields what they show", () => {
  render(<FormError error={refusal({ email: ["This is required."] })} known={["email"]} />);
  expect(said()).toBeNull();
});

test("tells what no field shows", () => {
  const error = refusal({ email: ["This is required."], logo_id: ["Upload this picture again."] });
  render(<FormError error={error} known={["email"]} />);
  expect(said()).toBe(i18next.t("auth:serverError.uploadAgain"));
});

test("an action tells its own failure or that of the network", () => {
  const { rerender } = render(<ActionError error={null} text="Not saved" />);
  expect(said()).toBeNull();
  rerender(<ActionError error={new Error("no")} text="Not saved" />);
  expect(said()).toBe("Not saved");
  rerender(
    <ActionError error={new ApiError({ code: "network", message: "", status: 0 })} text="Not saved" />,
  );
  expect(said()).toBe(i18next.t("error.network"));
});

import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { startI18n } from "@/lib/i18n";
import { PasswordPrompt } from "./PasswordPrompt";

const submit = vi.fn();

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["account", "auth"]);
});
beforeEach(() => submit.mockReset());

const show = (withCode: boolean) =>
  render(
    <MantineProvider env="test">
      <PasswordPrompt submitText="Turn off" withCode={withCode} onCancel={() => {}} onSubmit={submit} />
    </MantineProvider>,
  );
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("a recovery code replaces the code of the app", async () => {
  show(true);
  const password = await screen.findByLabelText("Current password");
  expect(document.activeElement).toBe(password);
  await userEvent.type(password, "Abc");
  await press("Use a recovery code");
  const recovery = screen.getByLabelText("Recovery code");
  expect(document.activeElement).toBe(recovery);
  await press("Turn off");
  expect(screen.getByText("Recovery code required")).toBeTruthy();
  await userEvent.type(recovery, " abcd-efgh ");
  submit.mockRejectedValueOnce(
    new ApiError({
      code: "validation",
      message: "Some fields are wrong.",
      status: 422,
      fields: { recovery_code: ["The code is wrong."] },
    }),
  );
  await press("Turn off");
  expect(submit).toHaveBeenCalledWith({
    password: "Abc",
    factor: { recovery_code: "abcd-efgh" },
  });
  expect(await screen.findByText("The code is incorrect")).toBeTruthy();
  expect(document.activeElement).toBe(recovery);

  await press("Use the app");
  expect(screen.queryByText("The code is incorrect")).toBeNull();
  const code = screen.getByLabelText("Code");
  expect(document.activeElement).toBe(code);
  await userEvent.type(code, "041799");
  await press("Turn off");
  expect(submit).toHaveBeenLastCalledWith({ password: "Abc", factor: { code: "041799" } });
});

test("a prompt without a code offers no recovery code", async () => {
  show(false);
  await userEvent.type(await screen.findByLabelText("Current password"), "Abc");
  expect(screen.queryByRole("button", { name: "Use a recovery code" })).toBeNull();
  await press("Turn off");
  expect(submit).toHaveBeenCalledOnce();
});

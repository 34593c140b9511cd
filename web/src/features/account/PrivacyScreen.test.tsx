import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { LANGUAGES } from "@/lib/languages";
import { PrivacyScreen } from "./PrivacyScreen";

const update = vi.fn();
const unblock = vi.fn();
const unmute = vi.fn();
const casa = { id: 70, handle: "casa-azul", name: "Casa Azul", logo: null };
const eve = { id: 7, kind: "regular", userName: "eve", firstName: "Eve", lastName: "Moss", picture: null };
const privacy = { identity_visibility: "everyone", identification: "everyone" };

vi.mock("./api", () => ({
  usePrivacy: () => ({ data: privacy, isError: false }),
  useUpdatePrivacy: () => ({ mutate: update }),
  useBlocked: () => ({ data: { pages: [{ items: [eve] }] } }),
  useUnblock: () => ({ mutate: unblock }),
}));
vi.mock("@/shared/reels/mutes", () => ({
  useMuted: () => ({ data: { pages: [{ items: [casa] }] } }),
  useMute: (muted: boolean) => ({ mutate: muted ? undefined : unmute }),
}));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("account");
});

/** `identity_visibility` controls the details of a profile, `identification` the search. */
const MEANINGS = [
  ["US", "Who can see your details", /bio.*city.*joined/, "identity_visibility"],
  ["US", "Who can find you", /search.*suggestions/, "identification"],
  ["FR", "Qui peut voir vos informations", /présentation.*ville.*inscription/, "identity_visibility"],
  ["FR", "Qui peut vous trouver", /recherche.*suggestions/, "identification"],
] as const;

const show = () =>
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <PrivacyScreen />
      </MemoryRouter>
    </MantineProvider>,
  );

test("those who were hidden are listed and can be shown again", async () => {
  await i18next.changeLanguage("en");
  show();
  fireEvent.click(await screen.findByRole("button", { name: "Unblock Eve Moss" }));
  expect(unblock.mock.calls[0]?.[0]).toBe(eve.id);
  fireEvent.click(screen.getByRole("button", { name: "Show reels of Casa Azul" }));
  expect(unmute.mock.calls[0]?.[0]).toBe(casa.id);
});

test.each(MEANINGS)("in %s, “%s” changes the matching setting", async (code, label, text, setting) => {
  await i18next.changeLanguage(LANGUAGES.find((language) => language.code === code)?.tag);
  show();
  const select = await screen.findByLabelText(label);
  const description = document.getElementById(select.getAttribute("aria-describedby") ?? "");
  expect(description?.textContent).toMatch(text);
  fireEvent.change(select, { target: { value: "private" } });
  expect(update).toHaveBeenLastCalledWith({ [setting]: "private" });
});

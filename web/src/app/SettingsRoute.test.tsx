import { MantineProvider } from "@mantine/core";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { usePlayer } from "@/features/messages/conversation/voice/voicePlayer";
import { useSound } from "@/features/reels/hooks/useSound";
import { startI18n } from "@/lib/i18n";
import { SettingsRoute } from "./SettingsRoute";

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["me", "reels", "messages"]);
});

const section = async (name: string) => within(await screen.findByRole("region", { name }));

test("subtitles, sound and voice are chosen here and kept on the device", async () => {
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <SettingsRoute />
      </MemoryRouter>
    </MantineProvider>,
  );
  const reels = await section("Reels");
  await userEvent.selectOptions(reels.getByLabelText("Language of subtitles"), "Français");
  await userEvent.click(reels.getByRole("switch", { name: "Sound" }));
  await userEvent.click(reels.getByRole("switch", { name: "Subtitles" }));
  expect(useSound.getState()).toMatchObject({
    subtitleLanguage: "FR",
    muted: true,
    chosen: true,
    captions: false,
  });
  expect(reels.getByLabelText("Language of subtitles")).toHaveProperty("disabled", true);
  expect(localStorage.getItem("plaza.reelsMuted")).toBe("on");

  await userEvent.selectOptions((await section("Voice messages")).getByLabelText("Playback speed"), "1.5×");
  expect(usePlayer.getState().speed).toBe(1.5);
  expect((await section("Appearance and language")).getByLabelText("Language")).toHaveProperty("value", "US");
});

import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { reelOf } from "@/test/reels";
import { hasActedOn } from "../model/acts";
import { ReelWords } from "./ReelWords";

vi.mock("@/shared/reels/opened", () => ({ openFromReel: vi.fn() }));
vi.mock("./OfferingStrip", () => ({
  OfferingStrip: ({ onView }: { onView: (offering: number) => void }) => (
    <button type="button" onClick={() => onView(3)}>
      View
    </button>
  ),
}));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["reels"]);
});

test("an offering that is opened is an act on the reel", () => {
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <ReelWords reel={reelOf({ id: 70 })} cue="" onFollow={() => {}} onBook={() => {}} />
      </MemoryRouter>
    </MantineProvider>,
  );
  expect(hasActedOn(70)).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "View" }));
  expect(hasActedOn(70)).toBe(true);
});

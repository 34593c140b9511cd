import { MantineProvider } from "@mantine/core";
import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { startI18n } from "@/lib/i18n";
import tile from "@/shared/reels/ReelTile.module.css";
import { reelOf } from "@/test/reels";
import type { SearchResults } from "../hooks/useSearch";
import { NO_FILTERS } from "../model/filters";
import { ReelResults } from "./ReelResults";
import { ReelResultsSkeleton } from "./ReelResultsSkeleton";

beforeEach(async () => startI18n());

/** Results of which only these parts are read. */
function resultsOf(
  pages: Partial<SearchResults["pages"]>,
  reels: SearchResults["reels"] = [],
): SearchResults {
  return { pages: { failureReason: null, ...pages }, first: undefined, reels } as unknown as SearchResults;
}

const show = (results: SearchResults) =>
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <ReelResults results={results} filters={NO_FILTERS} onChange={() => {}} />
      </MemoryRouter>
    </MantineProvider>,
  );

test("reels load as posters in the grid of the list", async () => {
  show(resultsOf({ isPending: true } as object));
  const outline = (await screen.findByText("Loading")).nextElementSibling;
  expect(outline?.childElementCount).toBe(12);
  expect(outline?.querySelectorAll(`.${tile.skeleton}`)).toHaveLength(12);
  show(resultsOf({ isPending: false, hasNextPage: false } as object, [reelOf({ id: 4 })]));
  const list = await screen.findByRole("list", { name: "Reels" });
  expect(outline?.className).toBe(list.className);
});

test("a tab whose code is on its way shows the same outline", async () => {
  const fallback = render(
    <MantineProvider env="test">
      <ReelResultsSkeleton />
    </MantineProvider>,
  );
  const { container } = show(resultsOf({ isPending: true } as object));
  const waiting = await within(container).findByText("Loading");
  const outline = within(fallback.container).getByText("Loading");
  expect(waiting.parentElement?.outerHTML).toBe(outline.parentElement?.outerHTML);
});

import { MantineProvider } from "@mantine/core";
import { render, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { Sheet } from "@/ui/Sheet";
import { makeRouter } from ".";

it("gives each open sheet an entry of the history", async () => {
  const router = makeRouter();
  const { unmount } = render(
    <MantineProvider env="test">
      <Sheet opened onClose={() => {}} title="Filters">
        Filters
      </Sheet>
    </MantineProvider>,
  );
  await waitFor(() => expect(history.state.sheets).toBe(1));
  unmount();
  await waitFor(() => expect(history.state.sheets).toBeUndefined());
  router.dispose();
});

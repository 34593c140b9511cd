import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { Sheet } from "./Sheet";

const display = vi.hoisted(() => ({ phone: false }));

vi.mock("./breakpoints", () => ({ usePhone: () => display.phone }));

afterEach(() => {
  display.phone = false;
});

/** One that stays while it is closed, and one that is gone with it. */
function Page({ stays }: { stays: boolean }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <MantineProvider env="test">
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {(stays || open) && (
        <Sheet opened={open} onClose={close} title="What is in it">
          <button type="button" onClick={close}>
            Done
          </button>
        </Sheet>
      )}
    </MantineProvider>
  );
}

it.each([true, false])("returns the focus to the trigger (still mounted: %s)", async (stays) => {
  const user = userEvent.setup();
  render(<Page stays={stays} />);
  const opener = screen.getByRole("button", { name: "Open" });
  for (let turn = 0; turn < 2; turn += 1) {
    await user.click(opener);
    const done = await screen.findByRole("button", { name: "Done" });
    done.focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(document.activeElement).toBe(opener));
  }
});

it("keeps what was typed while a phone is turned", async () => {
  const user = userEvent.setup();
  const sheet = () => (
    <MantineProvider env="test">
      <Sheet opened onClose={() => {}} title="Reason">
        <input aria-label="Reason" />
      </Sheet>
    </MantineProvider>
  );
  const { rerender } = render(sheet());
  await user.type(await screen.findByRole("textbox"), "Burnt");
  display.phone = true;
  rerender(sheet());
  expect(screen.getByRole("textbox")).toHaveProperty("value", "Burnt");
});

import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { useFocusBack } from "./useFocusBack";

function Overlay({ onClose }: { onClose: () => void }) {
  useFocusBack(true);
  return (
    <button type="button" onClick={onClose}>
      Close
    </button>
  );
}

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && <Overlay onClose={() => setOpen(false)} />}
    </>
  );
}

test("the focus goes back to what opened the overlay", async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  const close = screen.getByRole("button", { name: "Close" });
  act(() => close.focus());
  await userEvent.click(close);
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open" })));
});

import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { useState } from "react";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { anOffering } from "@/test/bookings";
import { PickerSection } from "../components/PickerSection";
import { startSelection } from "../model/selection";
import { MissingMessages, useMissing } from "./useMissing";

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("booking");
  Element.prototype.scrollIntoView = vi.fn();
});

const variant = (id: number) => ({ id, name: `${id}`, price: 900, capacity: 9, left: null, sold_out: false });
const event = anOffering({ availability: "occurrence", variants: [variant(10), variant(11)] });

function Form({ onReady }: { onReady: () => void }) {
  const [selection, setSelection] = useState(() => startSelection(event));
  const missing = useMissing(event, selection);
  return (
    <MissingMessages value={missing.messages}>
      <PickerSection title="Dates" field="date">
        <button type="button" aria-disabled="true">
          Sold out
        </button>
        <button type="button" onClick={() => setSelection((before) => ({ ...before, occurrence: 5 }))}>
          Friday
        </button>
        <button type="button" onClick={() => setSelection((before) => ({ ...before, occurrence: null }))}>
          No date
        </button>
      </PickerSection>
      <PickerSection title="How many" field="tickets">
        <button
          type="button"
          onClick={() => setSelection((before) => ({ ...before, quantities: { 10: 1 } }))}
        >
          More
        </button>
      </PickerSection>
      <button type="button" onClick={() => missing.check() && onReady()}>
        Continue
      </button>
    </MissingMessages>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const alerts = () => screen.queryAllByRole("alert").map(({ textContent }) => textContent);

test("what is missing is said by field, and the first takes the focus", async () => {
  const onReady = vi.fn();
  render(<Form onReady={onReady} />);
  expect(alerts()).toEqual([]);
  await press("Continue");
  expect(alerts()).toEqual(["Date is required", "Choose at least one ticket"]);
  expect(document.activeElement?.textContent).toBe("Friday");
  await press("Friday");
  expect(alerts()).toEqual(["Choose at least one ticket"]);
  await press("Continue");
  expect(document.activeElement?.textContent).toBe("More");
  await press("More");
  expect(alerts()).toEqual([]);
  expect(onReady).not.toHaveBeenCalled();
  await press("Continue");
  expect(onReady).toHaveBeenCalledOnce();
});

test("a part that is emptied again is not marked at once", async () => {
  render(<Form onReady={vi.fn()} />);
  await press("Continue");
  await press("Friday");
  await press("No date");
  expect(alerts()).toEqual(["Choose at least one ticket"]);
  await press("Continue");
  expect(alerts()).toEqual(["Date is required", "Choose at least one ticket"]);
});

import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { useForm } from "./form";

const send = vi.fn();

interface Values extends Record<string, unknown> {
  name: string;
  terms: boolean;
}

function Sample() {
  const form = useForm<Values>({
    initialValues: { name: "", terms: false },
    validate: {
      name: (value) => (value ? null : "Name required"),
      terms: (value, { name }) => (value || name === "Nobody" ? null : "Accept the terms"),
    },
  });
  const name = form.getInputProps("name");
  const terms = form.getInputProps("terms", { type: "checkbox" });
  return (
    <form noValidate onSubmit={form.onSubmit(send, (errors) => form.getInputNode(first(errors))?.focus())}>
      <input aria-label="Name" value={name.value} onChange={name.onChange} data-path={name["data-path"]} />
      <input
        type="checkbox"
        aria-label="Terms"
        checked={terms.checked}
        onChange={terms.onChange}
        data-path={terms["data-path"]}
      />
      <p>{[name.error, terms.error].filter(Boolean).join(", ")}</p>
      <button type="button" onClick={() => form.setErrors({ name: "Taken" })}>
        Refuse
      </button>
      <button type="submit">Send</button>
    </form>
  );
}

const first = (errors: Record<string, unknown>) => Object.keys(errors).find((name) => errors[name]) ?? "";

test("submits a valid form and shows errors otherwise", async () => {
  const user = userEvent.setup();
  render(<Sample />);
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(screen.getByText("Name required, Accept the terms")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Name"));
  expect(send).not.toHaveBeenCalled();

  await user.type(screen.getByLabelText("Name"), "Nora");
  expect(screen.getByText("Accept the terms")).toBeTruthy();
  await user.click(screen.getByLabelText("Terms"));
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(send).toHaveBeenCalledWith({ name: "Nora", terms: true });
});

test("shows a server error until the field changes", async () => {
  const user = userEvent.setup();
  render(<Sample />);
  await user.click(screen.getByRole("button", { name: "Refuse" }));
  expect(screen.getByText("Taken")).toBeTruthy();
  await user.type(screen.getByLabelText("Name"), "N");
  expect(screen.queryByText("Taken")).toBeNull();
});

import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { ReelUploads } from "./ReelUploads";
import { RefusedVideo } from "./refusals";
import type { VideoUpload } from "./uploadQueue";

const actions = { add: vi.fn(), pause: vi.fn(), resume: vi.fn(), cancel: vi.fn() };

function show(change: Partial<VideoUpload>) {
  const file = new File([new Uint8Array(4_000_000)], "a.mp4", { type: "video/mp4" });
  const item: VideoUpload = {
    key: "k",
    file,
    id: 3,
    progress: 0.5,
    state: "sending",
    problem: null,
    ...change,
  };
  return (
    <MantineProvider env="test">
      <ReelUploads uploads={{ ...actions, items: [item], others: [] }} onMake={vi.fn()} />
    </MantineProvider>
  );
}
const buttons = () => screen.queryAllByRole("button").map((button) => button.getAttribute("aria-label"));

beforeEach(async () => {
  vi.clearAllMocks();
  await startI18n();
});

test.each<[Partial<VideoUpload>, RegExp, string[]]>([
  [{ state: "waiting" }, /^Waiting$/, ["Pause a.mp4", "Cancel a.mp4"]],
  [{ state: "sending" }, /^2 MB of 4 MB$/, ["Pause a.mp4", "Cancel a.mp4"]],
  [{ state: "offline" }, /^Waiting for the network$/, ["Pause a.mp4", "Cancel a.mp4"]],
  [{ state: "paused" }, /^Paused at 2 MB of 4 MB$/, ["Resume a.mp4", "Cancel a.mp4"]],
  [{ state: "preparing" }, /being prepared/, []],
  [{ state: "failed", problem: new Error() }, /interrupted/, ["Try again: a.mp4", "Cancel a.mp4"]],
  [{ state: "failed", problem: new RefusedVideo("") }, /interrupted/, ["Cancel a.mp4"]],
  [{ state: "failed", problem: "size" }, /500 MB/, ["Cancel a.mp4"]],
])("an upload shows its state and its buttons: %j", async (change, text, expected) => {
  render(show(change));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(buttons()).toEqual(expected);
});

test("one button pauses and resumes, and keeps the focus", async () => {
  const { rerender } = render(show({ state: "sending" }));
  const button = await screen.findByRole("button", { name: "Pause a.mp4" });
  expect(button.dataset.tooltip).toBe("Pause a.mp4");
  button.focus();
  fireEvent.click(button);
  expect(actions.pause).toHaveBeenCalledWith("k");
  rerender(show({ state: "paused" }));
  fireEvent.click(screen.getByRole("button", { name: "Resume a.mp4" }));
  expect(actions.resume).toHaveBeenCalledWith("k");
  expect(document.activeElement).toBe(button);
});

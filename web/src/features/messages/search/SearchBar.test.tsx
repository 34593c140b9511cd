import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { SearchBar } from "./SearchBar";

const server = vi.hoisted(() => ({ searchMessages: vi.fn() }));
vi.mock("../api", () => server);

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("messages");
});

test("tells the query to mark and jumps to the newest hit", async () => {
  const hit = { chat_id: 3, message: { seq: 12 }, snippet: [{ text: "Crème", match: true }] };
  server.searchMessages.mockResolvedValue({ hits: [hit], next: null });
  const [onJump, onQuery] = [vi.fn(), vi.fn()];
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <SearchBar chat={3} onJump={onJump} onQuery={onQuery} onClose={() => {}} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await userEvent.type(screen.getByRole("searchbox"), "creme");
  await waitFor(() => expect(onJump).toHaveBeenCalledWith(12));
  expect(onQuery).toHaveBeenLastCalledWith("creme");
});

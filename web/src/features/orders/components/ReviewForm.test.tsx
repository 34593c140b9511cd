import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { OrderReview } from "../reviewApi";
import { ReviewForm } from "./ReviewForm";

const server = vi.hoisted(() => ({ POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["orders", "catalogue"]);
});

beforeEach(() => vi.clearAllMocks());

const REVIEW = {
  id: 4,
  rating: 5,
  service_fast: true,
  as_described: true,
  meets_expectations: true,
  product_quality: "good",
  comments: "Fine",
} as OrderReview;

test("a review needs comments", async () => {
  server.POST.mockResolvedValue({ data: REVIEW });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ReviewForm purchase={{ order_id: 1 }} product={null} name="Casa Azul" review={REVIEW} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const user = userEvent.setup();
  const comments = screen.getByLabelText("Comments");
  const send = screen.getByRole("button", { name: i18next.t("orders:review.change") });
  expect(comments).toHaveProperty("required", true);
  await user.clear(comments);
  await user.click(send);
  expect(screen.getByText(i18next.t("orders:review.required"))).toBeDefined();
  expect(server.POST).not.toHaveBeenCalled();
  await user.type(comments, " Quick ");
  await user.click(send);
  await waitFor(() => expect(server.POST.mock.calls[0]?.[1].body).toMatchObject({ comments: "Quick" }));
});

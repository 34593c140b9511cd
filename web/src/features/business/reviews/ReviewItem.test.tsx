import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { expect, test } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { Review } from "./api";
import { ReviewItem } from "./ReviewItem";

const review: Review = {
  id: 3,
  author: { id: 9, name: "Alice", picture: null },
  rating: 2,
  service_fast: false,
  as_described: true,
  meets_expectations: false,
  product_quality: "poor",
  comments: "Cold soup.",
  offering: null,
  reply: null,
  created_at: "2026-11-20T10:00:00Z",
};

test("shows each answer of the customer, also those that are a no", async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-sales", "company", "orders"]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ReviewItem review={review} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const answers = "Fast service: No · As described: Yes · Meets expectations: No · Poor quality";
  expect(await screen.findByText(answers)).toBeDefined();
});

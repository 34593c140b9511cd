import { MantineProvider } from "@mantine/core";
import { render } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { announceReachable } from "@/lib/reachable";
import { InfiniteScroll } from "./InfiniteScroll";

beforeEach(startI18n);

const show = (failed: boolean) => {
  const onMore = vi.fn();
  render(
    <MantineProvider env="test">
      <InfiniteScroll busy={false} failed={failed} onMore={onMore} />
    </MantineProvider>,
  );
  return onMore;
};

test("asks again for a page that failed when the server is back", () => {
  const onMore = show(true);
  announceReachable();
  expect(onMore).toHaveBeenCalledOnce();
});

test("asks for nothing when no page has failed", () => {
  const onMore = show(false);
  announceReachable();
  expect(onMore).not.toHaveBeenCalled();
});

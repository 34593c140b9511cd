import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useFirstAsTransition } from "./useFirstAsTransition";

test("the first value comes as a render of its own, later ones at once", () => {
  const returned: (number | undefined)[] = [];
  const { rerender } = renderHook(
    ({ value }) => {
      const first = useFirstAsTransition(value);
      returned.push(first);
      return first;
    },
    { initialProps: { value: undefined as number | undefined } },
  );
  rerender({ value: 1 });
  expect(returned).toEqual([undefined, undefined, 1]);
  rerender({ value: 2 });
  expect(returned).toEqual([undefined, undefined, 1, 2]);
});

test("a value that is known at the start is returned in the first render", () => {
  const { result } = renderHook(() => useFirstAsTransition(1));
  expect(result.current).toBe(1);
});

import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ConfirmedValues, showEarly, showEarlyInAll } from "./optimistic";

interface Switches {
  push: boolean;
  mail: boolean;
}

const KEY = ["switches"];
let queries: QueryClient;

const turn = (change: Partial<Switches>) =>
  showEarly<Switches>(queries, KEY, (now) => ({ ...now, ...change }));
const shown = () => queries.getQueryData<Switches>(KEY);

beforeEach(() => {
  queries = new QueryClient();
  queries.setQueryData<Switches>(KEY, { push: false, mail: false });
});

describe("changes that show early", () => {
  test("are all taken back when all fail, in any order", () => {
    const [first, second] = [turn({ push: true }), turn({ mail: true })];
    expect(shown()).toEqual({ push: true, mail: true });
    first();
    expect(shown()).toEqual({ push: false, mail: true });
    second();
    expect(shown()).toEqual({ push: false, mail: false });
  });

  test("stay when only a later one fails", () => {
    turn({ push: true });
    turn({ mail: true })();
    expect(shown()).toEqual({ push: true, mail: false });
  });

  test("do nothing to data that is not loaded", () => {
    const takeBack = showEarly<Switches>(queries, ["other"], (now) => ({ ...now, push: true }));
    takeBack();
    expect(queries.getQueryData(["other"])).toBeUndefined();
  });

  test("are taken back in every list", () => {
    queries.setQueryData(["list", "all"], [1, 2]);
    queries.setQueryData(["list", "unread"], [2]);
    const takeBack = showEarlyInAll<number[]>(queries, ["list"], (ids) => ids.filter((id) => id !== 2));
    expect(queries.getQueriesData({ queryKey: ["list"] }).map(([, ids]) => ids)).toEqual([[1], []]);
    takeBack();
    expect(queries.getQueriesData({ queryKey: ["list"] }).map(([, ids]) => ids)).toEqual([[1, 2], [2]]);
  });
});

describe("a switch that is pressed several times", () => {
  test("shows the value of the server after the last failure", () => {
    const values = new ConfirmedValues<string, boolean>();
    const show = vi.fn();
    values.begin("like", false);
    values.begin("like", true);
    values.fail("like", show);
    expect(show).not.toHaveBeenCalled();
    values.fail("like", show);
    expect(show.mock.calls).toEqual([[false]]);
  });

  test("shows the last confirmed value", () => {
    const values = new ConfirmedValues<string, boolean>();
    const show = vi.fn();
    values.begin("like", false);
    values.begin("like", true);
    values.confirm("like", true);
    values.fail("like", show);
    expect(show.mock.calls).toEqual([[true]]);
  });
});

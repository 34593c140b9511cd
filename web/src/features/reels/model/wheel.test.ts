import { describe, expect, test } from "vitest";
import { STILL, turnWheel } from "./wheel";

/** Turns of a run of movements `[deltaY, time]`. */
function turns(moves: [number, number][], deltaMode = 0): number[] {
  let wheel = STILL;
  return moves.map(([deltaY, timeStamp]) => {
    const [next, turn] = turnWheel(wheel, { deltaY, deltaMode, timeStamp });
    wheel = next;
    return turn;
  });
}

describe("the wheel", () => {
  test("turns one reel for a notch of a mouse", () => {
    expect(turns([[100, 0]])).toEqual([1]);
    expect(turns([[-100, 0]])).toEqual([-1]);
    expect(turns([[3, 0]], 1)).toEqual([1]);
  });

  test("turns one reel for a swipe of a trackpad that runs on", () => {
    const run = Array.from({ length: 20 }, (_, i): [number, number] => [30, i * 16]);
    expect(turns(run).filter((turn) => turn !== 0)).toEqual([1]);
  });

  test("turns again after the rest", () => {
    expect(
      turns([
        [100, 0],
        [100, 200],
        [100, 700],
      ]),
    ).toEqual([1, 0, 1]);
  });

  test("does not add up small movements with pauses, or both directions", () => {
    expect(
      turns([
        [20, 0],
        [20, 400],
        [-20, 420],
        [20, 440],
      ]),
    ).toEqual([0, 0, 0, 0]);
  });
});

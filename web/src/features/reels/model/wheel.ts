/** Movement of a wheel that turns to the next reel, in CSS pixels. */
const TURN_PX = 40;
/** Time after a turn in which the rest of the same movement is ignored. A trackpad runs on for about this long. */
const REST_MS = 420;
/** A pause after which a movement begins anew. */
const PAUSE_MS = 160;
/** Pixels of a line, for wheels that count lines. */
const LINE_PX = 16;

export interface Wheel {
  moved: number;
  last: number;
  /** Time of the last turn. */
  turned: number;
}

export const STILL: Wheel = { moved: 0, last: Number.NEGATIVE_INFINITY, turned: Number.NEGATIVE_INFINITY };

interface WheelMove {
  deltaY: number;
  deltaMode: number;
  /** Milliseconds. */
  timeStamp: number;
}

/** Adds a movement of the wheel. Returns the new state and the turn: one reel for a movement, however long it runs on. */
export function turnWheel(wheel: Wheel, { deltaY, deltaMode, timeStamp }: WheelMove): [Wheel, -1 | 0 | 1] {
  const delta = deltaMode === 0 ? deltaY : deltaY * LINE_PX;
  const paused = timeStamp - wheel.last > PAUSE_MS;
  if (timeStamp - wheel.turned < REST_MS) return [{ ...wheel, moved: 0, last: timeStamp }, 0];
  const opposite = Math.sign(delta) !== Math.sign(wheel.moved);
  const moved = paused || opposite ? delta : wheel.moved + delta;
  if (Math.abs(moved) < TURN_PX) return [{ ...wheel, moved, last: timeStamp }, 0];
  return [{ moved: 0, last: timeStamp, turned: timeStamp }, moved > 0 ? 1 : -1];
}

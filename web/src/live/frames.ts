// The frames that cross the socket, as `hub/src/protocol/wire.md` documents them. What a stream carries inside
// `data` belongs to the feature that shows it, so it is opaque here.

/** A place in a stream: which life of the stream, and the last event that was applied. */
export interface Position {
  epoch: string;
  seq: number;
}

export interface WireError {
  code: string;
  message: string;
  retry_after_ms?: number;
}

export type Ack<R = unknown> = { ok: true; result: R } | { ok: false; error: WireError };

export interface SnapshotFrame extends Position {
  type: "snapshot";
  stream: string;
  reason: "join" | "resync";
  data: unknown;
}

/** Complete from `from` (exclusive) to `seq`; superseded events may be left out, so a hole inside is no gap. */
export interface ResumedFrame extends Position {
  type: "resumed";
  stream: string;
  from: number;
  events: readonly ({ seq: number } & Record<string, unknown>)[];
}

export interface EventFrame extends Position {
  type: "event";
  stream: string;
  data: unknown;
}

/** Carries no sequence and may be dropped: typing, presence. */
export interface SignalFrame {
  type: "signal";
  stream: string;
  data: unknown;
}

/** The user lost access to the stream: they left or were removed. */
export interface EndedFrame {
  type: "ended";
  stream: string;
  error: WireError;
}

export type StreamFrame = SnapshotFrame | ResumedFrame | EventFrame | SignalFrame | EndedFrame;

export interface JoinResult extends Position {
  mode: "snapshot" | "resumed" | "current";
}

export const streamFrames = ["snapshot", "resumed", "event", "signal", "ended"] as const;

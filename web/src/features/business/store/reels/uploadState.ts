/** States of a video on its way. `offline`: the server cannot be reached. `preparing`: the server encodes it. */
export type UploadState = "waiting" | "sending" | "offline" | "paused" | "preparing" | "done" | "failed";

export type UploadEvent =
  | "begin"
  | "lose"
  | "reach"
  | "pause"
  | "resume"
  | "arrive"
  | "finish"
  | "fail"
  | "cancel";

/** State after each event that a state allows. An upload that is done or cancelled leaves the queue. */
const NEXT: Readonly<Record<UploadState, Partial<Record<UploadEvent, UploadState>>>> = {
  waiting: { begin: "sending", pause: "paused", cancel: "done" },
  sending: { lose: "offline", pause: "paused", arrive: "preparing", fail: "failed", cancel: "done" },
  offline: { reach: "sending", pause: "paused", fail: "failed", cancel: "done" },
  paused: { resume: "waiting", cancel: "done" },
  // The server does not delete a video that it encodes.
  preparing: { finish: "done", fail: "failed" },
  failed: { resume: "waiting", cancel: "done" },
  done: {},
};

/** Returns the state after an event. Undefined if the state does not allow the event, such as a late one. */
export const nextState = (state: UploadState, event: UploadEvent): UploadState | undefined =>
  NEXT[state][event];

/** Parts of these are still on the device. */
const UNSENT: readonly UploadState[] = ["waiting", "sending", "offline", "paused"];
export const isUnsent = ({ state }: { state: UploadState }): boolean => UNSENT.includes(state);

/** These use the connection: one at a time. */
export const isSending = ({ state }: { state: UploadState }): boolean =>
  state === "sending" || state === "offline";

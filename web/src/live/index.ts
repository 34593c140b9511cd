export type { ConnectionState, LiveClient } from "./client";
export type { Session } from "./connection";
export type { WireError } from "./frames";
export { type Followed, useLive, useSocket, useTopic, useUnsent } from "./hooks";
export { LiveProvider } from "./LiveProvider";
export { forgetOutbox, type Unsent } from "./outbox";
export { withPresence } from "./presence";
export { resync, type Topic, type View } from "./subscription";
export { ulid } from "./ulid";

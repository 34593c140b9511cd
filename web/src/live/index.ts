export type { ConnectionState, LiveClient } from "./client";
export type { Session } from "./connection";
export type { WireError } from "./frames";
export { type Followed, useLive, useSocket, useTopic, useTopicPatch, useUnsent } from "./hooks";
export type { Unsent } from "./outbox";
export { withPresence } from "./presence";
export { resync } from "./resync";
export type { Topic, View } from "./subscription";
export { ulid } from "./ulid";

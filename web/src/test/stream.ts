// A stream that a test plays, and a client that follows it.

import type { LiveClient, Topic } from "@/live";
import { Subscription } from "@/live/subscription";

export function playStream<S>(stream: string, topic: Topic<S>) {
  const never = () => new Promise<never>(() => {});
  const link = {
    phase: { get: () => "up" as const, subscribe: () => () => {} },
    request: never,
    emit: () => {},
    whenUp: never,
    renew: never,
  };
  const hooks = { moved: () => {}, resuming: () => {} };
  const subscription = new Subscription(stream, topic, link, hooks);
  // Other streams say nothing.
  const silent = new Subscription("silent", topic, link, hooks);
  let position = { epoch: "1", seq: 0 };
  return {
    live: {
      subscription: (name: string) => (name === stream ? subscription : silent),
      follow: () => () => {},
    } as unknown as LiveClient,
    state: () => subscription.view.get().state,
    snapshot(data: unknown) {
      position = { ...position, seq: position.seq + 1 };
      subscription.receive({ type: "snapshot", stream, reason: "join", data, ...position });
    },
    event(data: unknown) {
      position = { ...position, seq: position.seq + 1 };
      subscription.receive({ type: "event", stream, data, ...position });
    },
  };
}

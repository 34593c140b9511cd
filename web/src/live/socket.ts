import { io } from "socket.io-client";

/** Used subset of socket.io-client's `Socket`. Tests implement the same interface. */
export interface LiveSocket {
  readonly connected: boolean;
  readonly active: boolean;
  on(event: string, listener: (...args: never[]) => void): unknown;
  emit(event: string, ...args: unknown[]): unknown;
  timeout(ms: number): { emit(event: string, ...args: unknown[]): unknown };
  connect(): unknown;
  disconnect(): unknown;
  /** The manager; its engine is the transport that can be dropped when it has gone silent. */
  readonly io: { readonly engine?: { close(): unknown } };
}

export type Credentials = (answer: (auth: { token: string }) => void) => void;

export function openSocket(auth: Credentials): LiveSocket {
  return io({
    path: "/socket.io/",
    auth,
    autoConnect: false,
    forceNew: true,
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    reconnectionDelay: 400,
    reconnectionDelayMax: 8_000,
    randomizationFactor: 0.5,
    // A way that accepts and then says nothing counts as none.
    timeout: 6_000,
  });
}

import { create } from "zustand";

export type ToastKind = "info" | "success" | "warning" | "error";

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  /** Repeats the failed action. */
  again?: () => void;
}

interface ToastState {
  /** Visible toasts, oldest first. */
  shown: Toast[];
  /** Returns the id of the toast. */
  show(kind: ToastKind, text: string): number;
  /** Lets a visible toast repeat its action. */
  offer(id: number, again: () => void): void;
  dismiss(id: number): void;
}

/** Shown this long, as specified; the pointer or the focus on a toast stops its clock. */
export const TOAST_MS = 1000;
/** A toast with a button stays this long: it must be read, reached and pressed. */
export const ACTION_TOAST_MS = 10_000;
let nextId = 1;

/** Failures that were told, with the id of their toast. A failure without an object is always new. */
const told = new WeakMap<object, number>();

/** A refusal of the server is final. Any other failure may pass. */
const isFinal = (failure: object | null): boolean =>
  failure !== null && "transient" in failure && failure.transient === false;

export const useToasts = create<ToastState>((set) => ({
  shown: [],
  show(kind, text) {
    const toast: Toast = { id: nextId++, kind, text };
    set(({ shown }) => ({ shown: [...shown.filter((other) => other.text !== text), toast] }));
    return toast.id;
  },
  offer: (id, again) =>
    set(({ shown }) => ({ shown: shown.map((toast) => (toast.id === id ? { ...toast, again } : toast)) })),
  dismiss: (id) => set(({ shown }) => ({ shown: shown.filter((toast) => toast.id !== id) })),
}));

export const toast = {
  info: (text: string) => useToasts.getState().show("info", text),
  success: (text: string) => useToasts.getState().show("success", text),
  /** Removes a toast whose text is now said in its place. */
  withdraw: (text: string) =>
    useToasts.setState(({ shown }) => ({ shown: shown.filter((other) => other.text !== text) })),
  warning: (text: string) => useToasts.getState().show("warning", text),
  /**
   * Tells each failure once: without a network the common answer comes first, and a text of the screen is left out. With `again`
   * the toast that told the failure offers to repeat the action, unless the failure is final.
   */
  error: (text: string, failure?: unknown, again?: () => void) => {
    const { show, offer } = useToasts.getState();
    const known = typeof failure === "object" ? failure : null;
    const id = (known && told.get(known)) ?? show("error", text);
    if (known) told.set(known, id);
    if (again && !isFinal(known)) offer(id, again);
  },
};

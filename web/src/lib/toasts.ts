import { create } from "zustand";

export type ToastKind = "info" | "success" | "warning" | "error";

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
}

interface ToastState {
  /** Visible toasts, oldest first. */
  shown: Toast[];
  show(kind: ToastKind, text: string): void;
  dismiss(id: number): void;
}

/** Shown this long, as specified; the pointer or the focus on a toast stops its clock. */
export const TOAST_MS = 1000;
let nextId = 1;

/** Failures that a toast has told. */
const told = new WeakSet<object>();

/** Returns true if the failure was told before, and remembers it. A failure without an object is always new. */
function wasTold(failure: unknown): boolean {
  if (typeof failure !== "object" || failure === null) return false;
  if (told.has(failure)) return true;
  told.add(failure);
  return false;
}

export const useToasts = create<ToastState>((set) => ({
  shown: [],
  show(kind, text) {
    const toast: Toast = { id: nextId++, kind, text };
    set(({ shown }) => ({ shown: [...shown.filter((other) => other.text !== text), toast] }));
  },
  dismiss: (id) => set(({ shown }) => ({ shown: shown.filter((toast) => toast.id !== id) })),
}));

export const toast = {
  info: (text: string) => useToasts.getState().show("info", text),
  success: (text: string) => useToasts.getState().show("success", text),
  /** Removes a toast whose text is now said in its place. */
  withdraw: (text: string) =>
    useToasts.setState(({ shown }) => ({ shown: shown.filter((other) => other.text !== text) })),
  warning: (text: string) => useToasts.getState().show("warning", text),
  /** Tells each failure once: without a network the common answer comes first, and a text of the screen is left out. */
  error: (text: string, failure?: unknown) => {
    if (!wasTold(failure)) useToasts.getState().show("error", text);
  },
};

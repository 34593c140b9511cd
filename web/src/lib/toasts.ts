import { create } from "zustand";

export type ToastKind = "info" | "success" | "warning" | "error";

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  at: number;
  read: boolean;
}

interface ToastState {
  /** Visible toasts, oldest first. */
  shown: Toast[];
  /** Everything said in this visit, newest first: a toast is gone after a second, its words are not. */
  history: Toast[];
  show(kind: ToastKind, text: string): void;
  dismiss(id: number): void;
  markRead(): void;
  clear(): void;
}

/** Shown this long, as specified; the pointer or the focus on a toast stops its clock. */
export const TOAST_MS = 1000;
const MAX_TOASTS = 50;
let nextId = 1;

export const useToasts = create<ToastState>((set) => ({
  shown: [],
  history: [],
  show(kind, text) {
    const toast: Toast = { id: nextId++, kind, text, at: Date.now(), read: false };
    set(({ shown, history }) => ({
      shown: [...shown.filter((other) => other.text !== text), toast],
      history: [toast, ...history].slice(0, MAX_TOASTS),
    }));
  },
  dismiss: (id) => set(({ shown }) => ({ shown: shown.filter((toast) => toast.id !== id) })),
  markRead: () => set(({ history }) => ({ history: history.map((toast) => ({ ...toast, read: true })) })),
  clear: () => set({ history: [] }),
}));

export const toast = {
  info: (text: string) => useToasts.getState().show("info", text),
  success: (text: string) => useToasts.getState().show("success", text),
  warning: (text: string) => useToasts.getState().show("warning", text),
  error: (text: string) => useToasts.getState().show("error", text),
};

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
  warning: (text: string) => useToasts.getState().show("warning", text),
  error: (text: string) => useToasts.getState().show("error", text),
};

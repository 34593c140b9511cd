import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ACTION_TOAST_MS, TOAST_MS, type Toast, type ToastKind, useToasts } from "@/lib/toasts";
import { CloseButton } from "./CloseButton";
import { Icon } from "./Icon";
import classes from "./Toaster.module.css";

export const TOAST_ICONS: Record<ToastKind, typeof IconInfoCircle> = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconCircleX,
};

export function Toaster() {
  const { t } = useTranslation();
  const shown = useToasts((state) => state.shown);
  return (
    // The region is there before its first toast, so that this is read when it comes.
    <section className={classes.region} aria-label={t("toast.region")} aria-live="polite" aria-atomic="false">
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  const dismiss = useToasts((state) => state.dismiss);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = hovered || focused;
  const duration = toast.again ? ACTION_TOAST_MS : TOAST_MS;
  /** Element that had the focus before the toast. */
  const origin = useRef<HTMLElement | null>(null);

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(toast.id), duration);
    return () => clearTimeout(timer);
  }, [held, toast.id, duration, dismiss]);

  const close = () => {
    origin.current?.focus({ preventScroll: true });
    dismiss(toast.id);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering acts on nothing, it only lets the reader finish
    <div
      className={classes.toast}
      data-kind={toast.kind}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setFocused(true);
        if (currentTarget.contains(relatedTarget)) return;
        origin.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
      }}
      onBlur={() => setFocused(false)}
    >
      <Icon of={TOAST_ICONS[toast.kind]} />
      <span className={classes.text}>{toast.text}</span>
      {toast.again && (
        <Button
          className={classes.again}
          variant="transparent"
          onClick={() => {
            close();
            toast.again?.();
          }}
        >
          {t("action.retry")}
        </Button>
      )}
      <CloseButton className={classes.close} variant="transparent" onClick={close} />
    </div>
  );
}

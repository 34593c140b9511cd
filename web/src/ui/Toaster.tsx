import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { TOAST_MS, type Toast, type ToastKind, useToasts } from "@/lib/toasts";
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
  const dismiss = useToasts((state) => state.dismiss);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = hovered || focused;

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(toast.id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [held, toast.id, dismiss]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering acts on nothing, it only lets the reader finish
    <div
      className={classes.toast}
      data-kind={toast.kind}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon of={TOAST_ICONS[toast.kind]} />
      <span>{toast.text}</span>
      <CloseButton className={classes.close} variant="transparent" onClick={() => dismiss(toast.id)} />
    </div>
  );
}

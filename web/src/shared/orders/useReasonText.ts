import { useTranslation } from "react-i18next";

/** Returns the words of a cancellation reason: those of a listed key, else the text as written. */
export function useReasonText(): (reason: string) => string {
  const { t, i18n } = useTranslation("orders");
  return (reason) =>
    /^[a-z_]+$/.test(reason) && i18n.exists(`reason.${reason}`, { ns: "orders" })
      ? t(`reason.${reason}`)
      : reason;
}

import { useDebouncedValue } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { useAvailable } from "../api";

/** A pause in the typing of this length asks the server. */
const DEBOUNCE_MS = 350;

export interface Availability {
  state: "unknown" | "asking" | "free" | "taken";
  /** Message beside the field. */
  says: string | null;
}

/** Checks a user name or an email for availability while it is typed. */
export function useAvailability(what: "userName" | "email", typed: string, valid: boolean): Availability {
  const { t } = useTranslation("auth");
  const value = typed.trim();
  const [settled] = useDebouncedValue(value, DEBOUNCE_MS);
  const asked = useAvailable(what, settled, valid && settled === value && value !== "");
  if (!valid || !value) return { state: "unknown", says: null };
  if (settled !== value || asked.isFetching) return { state: "asking", says: t("free.asking") };
  if (!asked.data) return { state: "unknown", says: null };
  return asked.data.available
    ? { state: "free", says: t(`free.${what}`) }
    : {
        state: "taken",
        says: t(what === "userName" ? "serverError.userNameTaken" : "serverError.emailTaken"),
      };
}

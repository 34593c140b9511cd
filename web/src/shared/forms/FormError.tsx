import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { ErrorMessage } from "./ErrorMessage";
import { translateServerError } from "./serverErrors";

interface FormErrorProps {
  error?: Error | null;
  /** Fields of the form: what the server says about them stands beside them and not here. */
  known?: readonly string[];
  /** Message that does not come from the server. */
  text?: string;
}

export function FormError({ error = null, known = [], text }: FormErrorProps) {
  const { t, i18n } = useTranslation("auth");
  const said = () => {
    if (!(error instanceof ApiError)) return error && t("common:error.wrong");
    const elsewhere = Object.entries(error.fields).filter(([field]) => !known.includes(field));
    if (elsewhere.length < Object.keys(error.fields).length) {
      // Some stand beside their fields. The rest would be lost.
      return elsewhere.flatMap(([, texts]) => texts.map((said) => translateServerError(said, t))).join(" ");
    }
    if (error.code === "network") return t("common:error.network");
    // Not as the server writes it: `too_many` would read as a plural.
    const translated = `refusal.${error.code.replaceAll("_", "-")}`;
    return i18n.exists(translated, { ns: "auth" }) ? t(translated) : translateServerError(error.message, t);
  };
  const words = text ?? said();
  return words ? <ErrorMessage text={words} /> : null;
}

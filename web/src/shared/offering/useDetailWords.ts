import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { useLanguageName } from "@/lib/i18n";
import type { DetailWords } from "./details";
import type { CategorySpec } from "./types";
import { usePorts } from "./usePorts";

const needsPorts = (spec: CategorySpec | undefined): boolean =>
  spec?.fields.some(({ type }) => type === "port" || type === "ports") ?? false;

/** Words of the details of a category, in the chosen language. */
export function useDetailWords(spec: CategorySpec | undefined): DetailWords {
  const { t } = useTranslation("catalogue");
  const format = useFormat();
  const ports = usePorts(needsPorts(spec));
  const language = useLanguageName();
  return {
    text: (key, options) => (t as TFunction)(key, { ...options, defaultValue: key.split(".")[1] }) as string,
    language,
    port: (code) => ports.get(code) ?? code,
    list: (items) => format.list(items),
  };
}

import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { zonedTime } from "@/shared/opening/zonedTime";

/** Returns the words for an instant at a company: "today at 7:30 PM", with the zone if the viewer's differs. */
export function useMoment(timeZone: string): (at: string) => string {
  const { t } = useTranslation("cart");
  const { tag } = useLanguage();
  return (at) => {
    const { time, day, zone } = zonedTime(tag, timeZone, Date.parse(at), Date.now());
    const words = day ? t("moment.day", { day, time }) : t("moment.today", { time });
    return zone ? `${words} (${zone})` : words;
  };
}

import { useTranslation } from "react-i18next";
import { Sheet } from "@/ui/Sheet";
import classes from "./Shortcuts.module.css";

const shortcuts = [
  { key: "help", keys: ["?"] },
  { key: "search", keys: ["/"] },
  { key: "new", keys: ["n"] },
  { key: "next", keys: ["Alt", "↓"] },
  { key: "previous", keys: ["Alt", "↑"] },
  { key: "messages", keys: ["↑", "↓"] },
  { key: "controls", keys: ["←", "→"] },
  { key: "send", keys: ["↵"] },
  { key: "line", keys: ["⇧", "↵"] },
  { key: "edit", keys: ["↑"] },
  { key: "mention", keys: ["@"] },
  { key: "cancel", keys: ["Esc"] },
] as const;

/** Lists the keyboard shortcuts. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("messages");
  return (
    <Sheet opened onClose={onClose} title={t("help.title")}>
      <dl className={classes.list}>
        {shortcuts.map(({ key, keys }) => (
          <div key={key} className={classes.row}>
            <dt>{t(`help.${key}`)}</dt>
            <dd className={classes.keys}>
              {keys.map((one) => (
                <kbd key={one} className={classes.key}>
                  {one}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}

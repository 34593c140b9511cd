import { useTranslation } from "react-i18next";
import { searchEmoji } from "../../model/emojiSearch";
import { EmojiGrid } from "./EmojiPicker";
import classes from "./EmojiPicker.module.css";
import { groups } from "./emoji";

const all = groups.flatMap(({ emoji }) => emoji.split(" "));

/** The emoji that the words mean, in the language of the page. */
export function EmojiSearchResults({ query, onPick }: { query: string; onPick: (emoji: string) => void }) {
  const { t } = useTranslation("emoji");
  const found = searchEmoji(query, all, (emoji) => t(emoji as "😀"));
  return (
    <>
      <p role="status" className={classes.title}>
        {t("messages:emoji.found", { count: found.length })}
      </p>
      <EmojiGrid emoji={found} entrance onPick={onPick} />
    </>
  );
}

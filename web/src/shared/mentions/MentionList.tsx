import { useTranslation } from "react-i18next";
import { displayName } from "@/lib/displayName";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import classes from "./MentionList.module.css";
import { listId, type Mentions, optionId } from "./useMentions";

/** Accounts whose name begins as the text behind "@". */
export function MentionList({ mentions }: { mentions: Mentions }) {
  const { t } = useTranslation("mentions");
  const { found, active, pick } = mentions;
  return (
    <>
      <div id={listId} role="listbox" aria-label={t("label")} className={classes.list} tabIndex={-1}>
        {found.map((person, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and takes the keys
          <div
            key={person.id}
            id={optionId(person.id)}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            className={classes.option}
            // The field must not lose the focus to a click here.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(person)}
          >
            <Avatar id={person.id} name={displayName(person)} picture={person.picture} size={32} />
            <span className={classes.name}>
              <Bdi line>{displayName(person)}</Bdi>
            </span>
            <bdi className={classes.user}>@{person.userName}</bdi>
          </div>
        ))}
      </div>
      <VisuallyHidden>
        <span role="status">{t("found", { count: found.length })}</span>
      </VisuallyHidden>
    </>
  );
}

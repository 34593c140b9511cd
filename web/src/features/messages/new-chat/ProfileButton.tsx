import { IconId } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { UserCard } from "@/api/types";
import { displayName } from "@/lib/displayName";
import { PersonLink } from "@/shared/person/PersonLink";
import { IconButton } from "@/ui/IconButton";

/** Link to the profile beside a row that opens a chat. */
export function ProfileButton({ person }: { person: UserCard }) {
  const { t } = useTranslation("messages");
  return (
    <IconButton
      icon={IconId}
      renderRoot={(props) => <PersonLink {...props} id={person.id} />}
      label={t("people.page", { name: displayName(person) })}
    />
  );
}

import { Button } from "@mantine/core";
import { IconCheck, IconMessageCircle, IconUserMinus, IconUserPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { displayName } from "@/lib/displayName";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { usePeopleActions } from "../hooks/PeopleActionsContext";
import type { Person } from "../model/card";
import type { FriendAction, Standing } from "../model/friends";
import classes from "./FriendshipButtons.module.css";

interface FriendshipButtonsProps {
  person: Person;
  standing: Standing;
}

/** Buttons for a person in a list, by the relation to the viewer. */
export function FriendshipButtons({ person, standing }: FriendshipButtonsProps) {
  const { t } = useTranslation("people");
  const { act, unfriend, message } = usePeopleActions();
  const name = displayName(person);
  const button = (what: FriendAction, variant: "filled" | "default", icon?: typeof IconCheck) => (
    <Button
      className={classes.button}
      variant={variant}
      leftSection={icon && <Icon of={icon} size={18} />}
      onClick={() => act(what, person)}
    >
      {t(`act.${what}`)}
      {/* The name tells this button from the others to those who only hear it. */}
      <VisuallyHidden> {name}</VisuallyHidden>
    </Button>
  );
  switch (standing) {
    case "none":
      return button("ask", "default", IconUserPlus);
    case "requested":
      return button("takeBack", "default");
    case "asks_you":
      return (
        <div className={classes.pair} data-pair="">
          {button("accept", "filled", IconCheck)}
          {button("refuse", "default")}
        </div>
      );
    case "friends":
      return (
        <>
          <IconButton
            icon={IconMessageCircle}
            variant="default"
            label={t("message", { name })}
            onClick={() => message(person)}
          />
          <IconButton
            icon={IconUserMinus}
            label={t("unfriend.action", { name })}
            onClick={() => unfriend(person)}
          />
        </>
      );
    case "blocked":
      return <span className={classes.note}>{t("standing.blocked")}</span>;
    case "self":
      return <span className={classes.note}>{t("standing.self")}</span>;
  }
}

import { Button } from "@mantine/core";
import {
  IconBan,
  IconBuildingStore,
  IconCheck,
  IconDotsVertical,
  IconFlag,
  IconLink,
  IconMessageCircle,
  IconRosetteDiscountCheck,
  IconShare3,
  IconUserMinus,
  IconUserPlus,
} from "@tabler/icons-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { displayName } from "@/lib/displayName";
import { useFormat } from "@/lib/format";
import { useLanguage } from "@/lib/i18n";
import { lazyPart } from "@/lib/lazyPart";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { MenuItem } from "@/ui/menu/ContextMenu";
import { MenuButton } from "@/ui/menu/MenuButton";
import { copyProfileLink } from "../hooks/copyProfileLink";
import { usePeopleActions } from "../hooks/PeopleActionsContext";
import { useBlocking } from "../hooks/useBlocking";
import { useFriends } from "../hooks/useFriends";
import type { PersonCard } from "../model/card";
import { lastSeen, type Standing } from "../model/friends";
import { LastSeen } from "./LastSeen";
import classes from "./PersonScreen.module.css";

const PersonSheet = lazyPart(() => import("./PersonSheet").then((file) => file.PersonSheet));

export type PersonSheetKind = "share" | "block" | "report";

interface PersonHeroProps {
  person: PersonCard;
  standing: Standing;
}

/** Head of a profile: name, relation and actions. */
export function PersonHero({ person, standing }: PersonHeroProps) {
  const { t } = useTranslation("people");
  const format = useFormat();
  const { tag } = useLanguage();
  const { state } = useFriends();
  const [asking, setAsking] = useState<PersonSheetKind>();
  const name = displayName(person);
  const online = standing === "friends" && (state?.online.has(person.id) ?? false);
  const at = lastSeen(state, person.id, person.last_seen_at);
  const country = person.country && new Intl.DisplayNames(tag, { type: "region" }).of(person.country);
  const where = [person.city, country].filter(Boolean).join(", ");
  return (
    <section className={classes.hero} aria-label={name}>
      <Avatar id={person.id} name={name} picture={person.picture} size={128} online={online} />
      <div className={classes.words}>
        <h2 className={classes.name}>
          <Bdi>{name}</Bdi>
        </h2>
        <p className={classes.muted}>
          <bdi>@{person.userName}</bdi>
          {person.type === "professional" && (
            <span className={classes.sign}>
              <Icon of={IconBuildingStore} size={16} /> {t("business")}
            </span>
          )}
          {person.verified && (
            <span className={classes.sign}>
              <Icon of={IconRosetteDiscountCheck} size={16} /> {t("person.verified")}
            </span>
          )}
          {(online || at !== undefined) && (
            <span className={classes.sign} data-online={online ? "" : undefined}>
              <LastSeen online={online} at={at} />
            </span>
          )}
        </p>
        {person.bio && (
          <p className={classes.bio}>
            <Bdi>{person.bio}</Bdi>
          </p>
        )}
        {(where || person.joined_at) && (
          <p className={classes.muted}>
            {where && <Bdi>{where}</Bdi>}
            {where && person.joined_at && " · "}
            {person.joined_at && t("person.since", { when: format.date(person.joined_at) })}
          </p>
        )}
        {standing === "asks_you" && <p className={classes.asks}>{t("news.request", { name })}</p>}
        {standing === "blocked" && <p className={classes.asks}>{t("block.stands")}</p>}
        <div className={classes.actions}>
          <Actions person={person} standing={standing} onAsk={setAsking} />
        </div>
        {standing === "none" && !person.can_invite && (
          <p className={classes.muted}>{t("person.noInvitation")}</p>
        )}
      </div>
      <Suspense>
        {asking && (
          <PersonSheet
            person={person}
            standing={standing}
            question={asking}
            onClose={() => setAsking(undefined)}
          />
        )}
      </Suspense>
    </section>
  );
}

interface ActionsProps extends PersonHeroProps {
  onAsk: (question: PersonSheetKind) => void;
}

function Actions({ person, standing, onAsk }: ActionsProps): ReactNode {
  const { t } = useTranslation("people");
  const { act, unfriend, message } = usePeopleActions();
  const blocking = useBlocking(person.id);
  if (standing === "self") {
    return (
      <>
        <Button component={Link} to="/UserProfile/edit" variant="default">
          {t("person.edit")}
        </Button>
        <Button
          variant="default"
          leftSection={<Icon of={IconShare3} directed />}
          onClick={() => onAsk("share")}
        >
          {t("share.action")}
        </Button>
      </>
    );
  }
  const friends = standing === "friends";
  const blocked = standing === "blocked";
  return (
    <>
      {standing === "none" && person.can_invite && (
        <Button
          color="terracotta"
          leftSection={<Icon of={IconUserPlus} />}
          onClick={() => act("ask", person)}
        >
          {t("act.ask")}
        </Button>
      )}
      {standing === "requested" && (
        <Button variant="default" onClick={() => act("takeBack", person)}>
          {t("act.takeBackLong")}
        </Button>
      )}
      {standing === "asks_you" && (
        <>
          <Button
            color="terracotta"
            leftSection={<Icon of={IconCheck} />}
            onClick={() => act("accept", person)}
          >
            {t("act.accept")}
          </Button>
          <Button variant="default" onClick={() => act("refuse", person)}>
            {t("act.refuse")}
          </Button>
        </>
      )}
      {blocked && (
        <Button variant="default" loading={blocking.isPending} onClick={() => blocking.mutate(false)}>
          {t("block.undo")}
        </Button>
      )}
      {!blocked && person.can_message && (
        <Button
          variant={friends ? "filled" : "default"}
          color={friends ? "terracotta" : "tile"}
          leftSection={<Icon of={IconMessageCircle} />}
          onClick={() => message(person)}
        >
          {t("person.message")}
        </Button>
      )}
      {friends && (
        <span className={classes.chip}>
          <Icon of={IconCheck} size={18} /> {t("standing.friends")}
        </span>
      )}
      <MenuButton variant="default" label={t("person.more")} icon={IconDotsVertical}>
        {(close) => {
          const item = (what: () => void) => () => {
            close();
            what();
          };
          return (
            <>
              {!blocked && (
                <MenuItem icon={IconShare3} onClick={item(() => onAsk("share"))}>
                  {t("share.action")}
                </MenuItem>
              )}
              <MenuItem icon={IconLink} onClick={item(() => void copyProfileLink(person.id, t))}>
                {t("link.copy")}
              </MenuItem>
              {friends && (
                <MenuItem icon={IconUserMinus} danger onClick={item(() => unfriend(person))}>
                  {t("unfriend.submit")}
                </MenuItem>
              )}
              {!blocked && (
                <MenuItem icon={IconBan} danger onClick={item(() => onAsk("block"))}>
                  {t("block.action")}
                </MenuItem>
              )}
              <MenuItem icon={IconFlag} danger onClick={item(() => onAsk("report"))}>
                {t("report.action")}
              </MenuItem>
            </>
          );
        }}
      </MenuButton>
    </>
  );
}

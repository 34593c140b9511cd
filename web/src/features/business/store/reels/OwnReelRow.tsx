import { Button } from "@mantine/core";
import {
  IconArrowDown,
  IconArrowUp,
  IconBookmark,
  IconDotsVertical,
  IconEye,
  IconHeart,
  IconMessageCircle,
  IconPencil,
  IconShare3,
  IconTrash,
} from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/lib/format";
import { toast } from "@/lib/toasts";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { MenuItem } from "@/ui/menu/ContextMenu";
import { MenuButton } from "@/ui/menu/MenuButton";
import { Sheet } from "@/ui/Sheet";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import media from "../components/Media.module.css";
import store from "../components/Store.module.css";
import { type OwnReel, useReelChanges } from "./api";
import { ReelResults } from "./ReelResults";
import classes from "./Reels.module.css";
import { reasonOf } from "./refusals";

interface OwnReelRowProps {
  reel: OwnReel;
  isFirst: boolean;
  isLast: boolean;
  onEdit: () => void;
  /** Moves it by a place. `button` is the `data-move` of the pressed one. */
  onMove: (step: 1 | -1, button: string) => void;
}

/** Reel of the company with its state, its figures and its actions. */
export function OwnReelRow({ reel, isFirst, isLast, onEdit, onMove }: OwnReelRowProps) {
  const { t } = useTranslation("business-reels");
  const format = useFormat();
  const { setState } = useReelChanges();
  const [removing, setRemoving] = useState(false);
  const { counts, state } = reel;
  const name = reel.caption || t("noCaption");
  const [earlier, later] = [`earlier-${reel.id}`, `later-${reel.id}`];
  const figures = [
    { icon: IconEye, key: "views", value: counts.views },
    { icon: IconHeart, key: "likes", value: counts.likes },
    { icon: IconMessageCircle, key: "comments", value: counts.comments },
    { icon: IconBookmark, key: "saves", value: counts.saves },
    { icon: IconShare3, key: "shares", value: counts.shares },
  ] as const;
  const act = (next: "published" | "removed", done: string) =>
    setState.mutate(
      { id: reel.id, state: next },
      {
        onSuccess: () => toast.success(done),
        onError: (error) => toast.error(reasonOf(error, t) ?? t("notSaved"), error),
      },
    );
  return (
    <>
      <span className={classes.poster}>
        <Picture picture={reel.poster} alt="" sizes="72px" ratio="9 / 16" />
      </span>
      <div className={classes.words}>
        <h2 className={classes.name}>
          {state === "published" ? (
            <Link to={`/videos/${reel.id}`}>
              <Bdi>{name}</Bdi>
            </Link>
          ) : (
            <Bdi>{name}</Bdi>
          )}
        </h2>
        <p className={media.muted}>
          <span className={classes.state} data-state={state}>
            {t(`state.${state as "draft"}`)}
          </span>{" "}
          {reel.publish_at && state === "scheduled"
            ? format.dateTime(reel.publish_at)
            : reel.published_at && format.date(reel.published_at)}
        </p>
        {reel.reports > 0 && <p className={media.problem}>{t("reports", { count: reel.reports })}</p>}
        <ul className={classes.figures}>
          {figures.map(({ icon, key, value }) => (
            <li key={key}>
              <Icon of={icon} size={16} />
              <VisuallyHidden>{t(`figure.${key}`)}</VisuallyHidden>
              <span className="tabular">{format.number(value)}</span>
            </li>
          ))}
          {reel.mean_watched_ms > 0 && (
            <li>
              {t("figure.watched", { seconds: format.number(Math.round(reel.mean_watched_ms / 100) / 10) })}
            </li>
          )}
        </ul>
        {reel.published_at && <ReelResults reel={reel} name={name} />}
      </div>
      <div className={media.tools}>
        {reel.next_states.includes("published") && (
          <Button
            variant="default"
            loading={setState.isPending}
            onClick={() => act("published", t("published"))}
          >
            {t("publish")}
          </Button>
        )}
        <IconButton
          icon={IconArrowUp}
          data-move={earlier}
          label={t("order.earlier", { name })}
          aria-disabled={isFirst}
          onClick={() => isFirst || onMove(-1, earlier)}
        />
        <IconButton
          icon={IconArrowDown}
          data-move={later}
          label={t("order.later", { name })}
          aria-disabled={isLast}
          onClick={() => isLast || onMove(1, later)}
        />
        <MenuButton label={t("actions", { name })} icon={IconDotsVertical}>
          {(close) => (
            <>
              <MenuItem
                icon={IconPencil}
                onClick={() => {
                  close();
                  onEdit();
                }}
              >
                {t("edit")}
              </MenuItem>
              <MenuItem
                icon={IconTrash}
                danger
                onClick={() => {
                  close();
                  setRemoving(true);
                }}
              >
                {t("remove")}
              </MenuItem>
            </>
          )}
        </MenuButton>
      </div>
      <Sheet opened={removing} onClose={() => setRemoving(false)} title={t("removeTitle")}>
        <div className={store.form}>
          <p>{t("removeText")}</p>
          <div className={store.buttons}>
            <Button variant="default" onClick={() => setRemoving(false)}>
              {t("common:action.cancel")}
            </Button>
            <Button
              color="brick"
              onClick={() => {
                setRemoving(false);
                act("removed", t("removed"));
              }}
            >
              {t("remove")}
            </Button>
          </div>
        </div>
      </Sheet>
    </>
  );
}

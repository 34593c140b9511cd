import { UnstyledButton } from "@mantine/core";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/lib/format";
import { openFromReel } from "@/shared/reels/opened";
import type { Reel } from "@/shared/reels/types";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { useSound } from "../hooks/useSound";
import { actOn } from "../model/acts";
import { OfferingStrip } from "./OfferingStrip";
import classes from "./Reels.module.css";

interface ReelWordsProps {
  reel: Reel;
  /** Text of the running subtitle. */
  cue: string;
  onFollow: () => void;
  onBook: (offering: number) => void;
}

/** Company, caption, subtitle and offerings at the foot of a reel. */
export function ReelWords({ reel, cue, onFollow, onBook }: ReelWordsProps) {
  const { t } = useTranslation("reels");
  const format = useFormat();
  const captions = useSound((sound) => sound.captions);
  const { company, distance_km: distance } = reel;
  const place =
    distance === null
      ? company.city
      : t("away", { city: company.city, distance: format.kilometres(distance) });
  return (
    <div className={classes.words}>
      {captions && cue && (
        <p className={classes.cue}>
          <Bdi>{cue}</Bdi>
        </p>
      )}
      <div className={classes.company}>
        <Link to={`/companies/${company.handle}`} className={classes.companyLink}>
          <Avatar name={company.name} picture={company.logo?.url ?? null} id={company.id} size={36} />
          <span className={classes.companyName}>
            <Bdi line>{company.name}</Bdi>
            <Bdi line className={classes.city}>
              {place}
            </Bdi>
          </span>
        </Link>
        <UnstyledButton
          className={classes.follow}
          aria-pressed={company.followed}
          aria-label={t("follow.label", { company: company.name })}
          onClick={onFollow}
        >
          {t(company.followed ? "follow.on" : "follow.off")}
        </UnstyledButton>
      </div>
      {reel.caption && <Caption key={reel.id} text={reel.caption} />}
      <OfferingStrip
        offerings={reel.offerings}
        onBook={onBook}
        onView={(offering) => {
          actOn(reel.id);
          openFromReel(reel.id, offering);
        }}
      />
    </div>
  );
}

/** Two lines, the rest on demand. */
function Caption({ text }: { text: string }) {
  const { t } = useTranslation("reels");
  const line = useRef<HTMLParagraphElement>(null);
  const [folded, setFolded] = useState(true);
  const [long, setLong] = useState(false);
  useLayoutEffect(() => {
    const { current } = line;
    if (current && folded) setLong(current.scrollHeight > current.clientHeight + 1);
  }, [folded]);
  return (
    <>
      <p ref={line} className={classes.caption} data-folded={folded ? "" : undefined}>
        <Bdi>{text}</Bdi>
      </p>
      {long && (
        <UnstyledButton className={classes.fold} aria-expanded={!folded} onClick={() => setFolded(!folded)}>
          {t(folded ? "caption.more" : "caption.less")}
        </UnstyledButton>
      )}
    </>
  );
}

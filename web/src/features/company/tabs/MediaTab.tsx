import { Skeleton } from "@mantine/core";
import { IconPlayerPlayFilled } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { Picture } from "@/shared/picture/Picture";
import { ReelTile } from "@/shared/reels/ReelTile";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { readMedia, readReels } from "../api";
import { MoreButton } from "../components/MoreButton";
import { MuteReels } from "../components/MuteReels";
import { PictureDialog } from "../components/PictureDialog";
import { useCompany } from "../hooks/useCompany";
import { usePages } from "../hooks/usePages";
import type { CaptionedPicture } from "../types";
import classes from "./MediaTab.module.css";

/** `/companies/:companyId/media`: pictures of the company, each in its own shape. */
export function MediaTab() {
  const { t } = useTranslation("company");
  const company = useCompany();
  const media = usePages(["company", "media", company.id], (page) => readMedia(company.id, page));
  const reels = usePages(["company", "reels", company.id], (page) => readReels(company.id, page));
  if (media.isPending || reels.isPending) return <MediaSkeleton />;
  if (!media.data) return <ErrorState title={t("media.failed")} onRetry={() => void media.refetch()} />;
  const pictures = media.data.pages.flatMap(({ items }) => items);
  const clips = reels.data?.pages.flatMap(({ items }) => items) ?? [];
  if (pictures.length === 0 && clips.length === 0)
    return <EmptyState title={t("media.empty")} text={t("media.emptyText")} />;
  return (
    <div className={classes.media}>
      {clips.length > 0 && (
        <section className={classes.section} aria-labelledby="company-reels">
          <h2 id="company-reels" className={classes.heading}>
            {t("media.reels")}
          </h2>
          <ul className={classes.reels}>
            {clips.map((reel) => (
              <li key={reel.id}>
                <ReelTile reel={reel} />
              </li>
            ))}
          </ul>
          <MoreButton query={reels} />
          <MuteReels company={company} />
        </section>
      )}
      <ul className={classes.masonry} aria-label={t("tab.media")}>
        {pictures.map((picture, index) => (
          <MediaItem
            key={picture.id}
            picture={picture}
            at={index + 1}
            count={media.data.pages[0]?.total ?? 0}
          />
        ))}
      </ul>
      <MoreButton query={media} />
      <PictureDialog pictures={pictures} />
    </div>
  );
}

interface MediaItemProps {
  picture: CaptionedPicture;
  at: number;
  count: number;
}

function MediaItem({ picture, at, count }: MediaItemProps) {
  const { t } = useTranslation("company");
  const { pathname, search, state } = useLocation();
  const params = new URLSearchParams(search);
  params.set("picture", String(picture.id));
  return (
    <li className={classes.item}>
      <Link
        to={{ pathname, search: params.toString() }}
        state={state}
        preventScrollReset
        className={classes.link}
        aria-label={
          picture.caption || t(picture.kind === "video" ? "pictures.video" : "pictures.open", { at, count })
        }
      >
        <Picture
          picture={posterOf(picture)}
          alt=""
          sizes="(min-width: 75em) 250px, (min-width: 48em) 33vw, 50vw"
          ratio={`${picture.width ?? 4} / ${picture.height ?? 3}`}
        />
        {picture.kind === "video" && (
          <span className={classes.play}>
            <Icon of={IconPlayerPlayFilled} />
          </span>
        )}
      </Link>
      {picture.caption && <p className={classes.caption}>{picture.caption}</p>}
    </li>
  );
}

/** A video is shown by its poster. */
const posterOf = (picture: CaptionedPicture): CaptionedPicture | null =>
  picture.kind !== "video" ? picture : picture.poster ? { ...picture, url: picture.poster } : null;

function MediaSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status">
      <VisuallyHidden>{t("state.loading")}</VisuallyHidden>
      <div className={classes.masonry}>
        {[180, 240, 150, 210, 170, 230].map((height) => (
          <div key={height} className={classes.item}>
            <Skeleton height={height} radius="lg" />
          </div>
        ))}
      </div>
    </div>
  );
}

import { IconDownload, IconFile, IconLink } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useFormat } from "@/lib/format";
import { type CameFrom, PersonLink } from "@/shared/person/PersonLink";
import { Picture } from "@/shared/picture/Picture";
import { Video } from "@/shared/picture/Video";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import type { Content, Media } from "../../model/wire";
import { Voice } from "../voice/Voice";
import classes from "./MessageAttachments.module.css";
import { shapeOf, widthOf } from "./Pictures";

interface MessageAttachmentsProps {
  media: readonly Media[];
  content: Content | null;
  at: number;
}

/** Attachments of a message except text and pictures. */
export function MessageAttachments({ media, content, at }: MessageAttachmentsProps) {
  return (
    <>
      {media.map((one) => {
        if (one.kind === "voice") return <Voice key={one.id} media={one} />;
        return one.kind === "video" ? (
          <SentVideo key={one.id} media={one} at={at} />
        ) : (
          <Download key={one.id} media={one} />
        );
      })}
      {content && <SharedCard content={content} />}
    </>
  );
}

function SentVideo({ media, at }: { media: Media; at: number }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  return (
    <Video
      className={classes.video}
      style={shapeOf(media)}
      src={media.url}
      poster={media.poster}
      posterWidth={widthOf(media)}
      width={media.width ?? undefined}
      height={media.height ?? undefined}
      controls
      preload={media.poster ? "none" : "metadata"}
      aria-label={t("video.label", { when: format.dateTime(at) })}
    >
      {t("video.unsupported")}
    </Video>
  );
}

function Download({ media }: { media: Media }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const name = media.name ?? t("kind.file", { count: 1 });
  return (
    <a className={classes.card} href={media.url} download={media.name ?? ""}>
      <span className={classes.icon}>
        <Icon of={IconFile} size={24} />
      </span>
      <span className={classes.words}>
        <span className={classes.name}>
          <Bdi line>{name}</Bdi>
        </span>
        <span className={classes.note}>
          {extension(name)} {format.bytes(media.bytes)}
        </span>
      </span>
      <Icon of={IconDownload} />
    </a>
  );
}

function extension(name: string): string {
  const end = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  return end ? `${end.toUpperCase()} ·` : "";
}

function SharedCard({ content }: { content: Content }) {
  const { title, picture, url } = content;
  const { pathname, search } = useLocation();
  const state: CameFrom = { from: pathname + search };
  const body = (
    <>
      {picture ? (
        <span className={classes.thumb}>
          <Picture picture={picture} alt="" sizes="56px" />
        </span>
      ) : (
        <span className={classes.icon}>
          <Icon of={IconLink} size={24} />
        </span>
      )}
      <span className={classes.words}>
        <span className={classes.name}>
          <Bdi line>{title}</Bdi>
        </span>
        <SharedKind kind={content.kind} />
      </span>
    </>
  );
  if (content.kind === "profile") {
    return (
      <PersonLink id={content.id} className={classes.card}>
        {body}
      </PersonLink>
    );
  }
  if (!url) return <div className={classes.card}>{body}</div>;
  return url.startsWith("/") ? (
    <Link className={classes.card} to={url} state={state}>
      {body}
    </Link>
  ) : (
    <a className={classes.card} href={url} target="_blank" rel="noopener noreferrer">
      {body}
    </a>
  );
}

const kinds = ["profile", "reel", "product", "company"] as const;

function SharedKind({ kind }: { kind: string }) {
  const { t } = useTranslation("messages");
  const known = kinds.find((one) => one === kind);
  return known ? <span className={classes.note}>{t(`content.${known}`)}</span> : null;
}

import { Button, UnstyledButton } from "@mantine/core";
import { IconFile, IconLink, IconPlayerPlay } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { RowSkeletons } from "@/ui/Skeletons";
import { readLinks } from "../api";
import { useMessageActions } from "../conversation/MessageActionsContext";
import type { ChatState } from "../model/chat";
import { type SharedFile, type SharedKind, sharedKinds, sharedLinks } from "../model/shared";
import info from "./Info.module.css";
import classes from "./SharedMedia.module.css";
import { useSharedFiles } from "./useSharedFiles";

interface SharedMediaProps {
  state: ChatState;
  /** Something of the chat itself is to be shown: a panel over it gives way. */
  onAway?: (() => void) | undefined;
}

/** Everything that was shared in the chat: pictures, videos, files and links. */
export function SharedMedia({ state, onAway }: SharedMediaProps) {
  const { t } = useTranslation("messages");
  const [kind, setKind] = useState<SharedKind>("picture");
  return (
    <section aria-label={t("shared.title")}>
      <h3 className={info.title}>{t("shared.title")}</h3>
      <fieldset className={classes.kinds}>
        <legend className={classes.legend}>{t("shared.title")}</legend>
        {sharedKinds.map((one) => (
          <label key={one} className={classes.kind}>
            <input type="radio" name="shared" checked={kind === one} onChange={() => setKind(one)} />
            <span>{t(`shared.${one}`)}</span>
          </label>
        ))}
      </fieldset>
      {kind === "link" ? (
        <Links state={state} onAway={onAway} />
      ) : (
        <Files key={kind} state={state} kind={kind} onAway={onAway} />
      )}
    </section>
  );
}

function Files({ state, kind, onAway }: SharedMediaProps & { kind: Exclude<SharedKind, "link"> }) {
  const { t } = useTranslation("messages");
  const { pages, files } = useSharedFiles(state, kind);
  if (pages.isError && !pages.data) {
    return <ErrorState title={t("shared.failed")} onRetry={() => void pages.refetch()} />;
  }
  if (!pages.data) return <RowSkeletons rows={2} />;
  const Part = kind === "file" ? Download : Thumb;
  return (
    <>
      {files.length === 0 && <p className={info.muted}>{t(`shared.no.${kind}`)}</p>}
      <ul className={kind === "file" ? classes.rows : info.pictures}>
        {files.map((file) => (
          <li key={`${file.seq}-${file.media.id}`}>
            <Part file={file} onAway={onAway} />
          </li>
        ))}
      </ul>
      <More pages={pages} />
    </>
  );
}

interface PartProps {
  file: SharedFile;
  onAway?: (() => void) | undefined;
}

/** A picture opens in full; a video is played where it was sent. */
function Thumb({ file: { media, seq, at }, onAway }: PartProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const { picture, jump } = useMessageActions();
  const video = media.kind === "video";
  return (
    <UnstyledButton
      className={info.thumb}
      aria-label={t(video ? "shared.watch" : "picture.open", { when: format.dateTime(at) })}
      onClick={() => {
        onAway?.();
        if (video) jump(seq);
        else picture({ media, at: Date.parse(at) });
      }}
    >
      {(!video || media.poster) && <Picture picture={video ? media.poster : media} alt="" sizes="120px" />}
      {video && (
        <span className={classes.play}>
          <Icon of={IconPlayerPlay} />
        </span>
      )}
    </UnstyledButton>
  );
}

function Download({ file: { media, at } }: PartProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const name = media.name ?? t("kind.file", { count: 1 });
  return (
    <Row icon={IconFile} name={name} note={`${format.bytes(media.bytes)} · ${format.day(at)}`}>
      {(words) => (
        <a className={classes.row} href={media.url} download={media.name ?? ""}>
          {words}
        </a>
      )}
    </Row>
  );
}

function Links({ state: { chat, messages } }: SharedMediaProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const pages = useInfiniteQuery({
    queryKey: ["messages", chat.id, "links", chat.cleared_seq],
    queryFn: ({ pageParam }) => readLinks(chat.id, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  if (pages.isError && !pages.data) {
    return <ErrorState title={t("shared.failed")} onRetry={() => void pages.refetch()} />;
  }
  if (!pages.data) return <RowSkeletons rows={2} />;
  const listed = pages.data.pages.flatMap(({ links }) => links).filter(({ seq }) => seq > chat.cleared_seq);
  const links = sharedLinks(listed, messages);
  return (
    <>
      {links.length === 0 && <p className={info.muted}>{t("shared.no.link")}</p>}
      <ul className={classes.rows}>
        {links.map(({ href, text, at }) => (
          <li key={href}>
            <Row icon={IconLink} name={text.replace(/^https?:\/\//i, "")} note={format.day(at)}>
              {(words) => (
                <a className={classes.row} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
                  {words}
                </a>
              )}
            </Row>
          </li>
        ))}
      </ul>
      <More pages={pages} />
    </>
  );
}

interface MoreProps {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** Asks for what is older. */
function More({ pages }: MoreProps) {
  const { t } = useTranslation("messages");
  if (!pages.hasNextPage) return null;
  return (
    <Button
      variant="default"
      fullWidth
      className={info.more}
      loading={pages.isFetchingNextPage}
      onClick={() => void pages.fetchNextPage()}
    >
      {t("shared.more")}
    </Button>
  );
}

interface RowProps {
  icon: typeof IconFile;
  name: string;
  note: string;
  children: (words: ReactNode) => ReactNode;
}

function Row({ icon, name, note, children }: RowProps) {
  return children(
    <>
      <Icon of={icon} />
      <span className={info.words}>
        <span className={classes.name}>
          <Bdi line>{name}</Bdi>
        </span>
        <span className={info.muted}>{note}</span>
      </span>
    </>,
  );
}

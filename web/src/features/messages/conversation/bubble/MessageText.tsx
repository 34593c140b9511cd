import { Fragment, Suspense, useContext, useMemo } from "react";
import { lazyPart } from "@/lib/lazyPart";
import { PersonLink } from "@/shared/person/PersonLink";
import { personOf } from "../../model/chat";
import { internalPath } from "../../model/links";
import { splitMentions } from "../../model/mentions";
import { FoundQueryContext, FoundText } from "../../search/FoundText";
import { foundParts } from "../../search/foundParts";
import { useMessageList } from "../list/MessageListContext";
import classes from "./Bubble.module.css";

const LinkPreview = lazyPart(() => import("./LinkPreview").then((file) => file.LinkPreview));

interface MessageTextProps {
  text: string;
  mentions: readonly number[];
}

/** Renders the text of a message: never markup. Links and mentions are clickable. */
export function MessageText({ text, mentions }: MessageTextProps) {
  const { me, circle } = useMessageList();
  const query = useContext(FoundQueryContext);
  const shown = useMemo(
    () =>
      splitMentions(
        text,
        mentions.flatMap((id) => personOf(circle, id) ?? []),
      ),
    [text, mentions, circle],
  );
  const page = shown.map(({ href }) => href && internalPath(href)).find(Boolean);
  return (
    <>
      {shown.map(({ text, href, mention }, at) => {
        const piece = query ? <FoundText parts={foundParts(text, query)} /> : text;
        if (href) {
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
            <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
              {piece}
            </a>
          );
        }
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        if (!mention) return <Fragment key={at}>{piece}</Fragment>;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <PersonLink key={at} id={mention.id} className={classes.mention}>
            <bdi data-me={mention.id === me ? "" : undefined}>{piece}</bdi>
          </PersonLink>
        );
      })}
      {page && (
        <Suspense>
          <LinkPreview url={page} />
        </Suspense>
      )}
    </>
  );
}

import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { InfoSkeleton } from "../info/InfoSkeleton";
import classes from "./ChatLoading.module.css";
import pane from "./ChatPane.module.css";

const bubbles = [
  { mine: false, width: "44%", height: 44 },
  { mine: false, width: "62%", height: 66 },
  { mine: true, width: "38%", height: 44 },
  { mine: true, width: "54%", height: 44 },
  { mine: false, width: "50%", height: 88 },
  { mine: true, width: "30%", height: 44 },
];

/** In the place of a chat whose code, or whose history, is on its way. */
export function ChatLoading() {
  const { t } = useTranslation("messages");
  return (
    <>
      <section className={pane.pane} aria-label={t("chat.label")}>
        <ChatSkeleton />
      </section>
      <div className={pane.people}>
        <InfoSkeleton />
      </div>
    </>
  );
}

/** The final layout: a header, bubbles on both sides, the composer. */
function ChatSkeleton() {
  const { t } = useTranslation();
  return (
    <>
      <div className={classes.header} role="status">
        <VisuallyHidden>{t("state.loading")}</VisuallyHidden>
        <Skeleton circle height={40} width={40} />
        <Skeleton height={16} width={160} />
      </div>
      <div className={classes.log}>
        {bubbles.map(({ mine, width, height }) => (
          <Skeleton
            key={`${width}${mine}`}
            className={mine ? classes.mine : undefined}
            width={width}
            height={height}
            radius={18}
          />
        ))}
      </div>
      <div className={classes.composer}>
        <Skeleton height={48} radius={24} />
      </div>
    </>
  );
}

import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { displayName } from "@/lib/displayName";
import { useFormat } from "@/lib/format";
import { lazyPart } from "@/lib/lazyPart";
import { ActionError } from "@/shared/forms/ActionError";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { Sheet } from "@/ui/Sheet";
import { RowSkeletons } from "@/ui/Skeletons";
import { acceptRequest, type InCommon, readInCommon } from "../../api";
import { ConfirmDialog } from "../../info/ConfirmDialog";
import type { ChatDetail } from "../../model/wire";
import classes from "./RequestCard.module.css";

const ReportChat = lazyPart(() => import("../../ReportChat").then((file) => file.ReportChat));

/** Names listed of each kind; the rest is a number. */
const NAMED = 3;

/** Above the composer of a request: who asks, what both have in common, and what can be done. */
export function RequestCard({ chat }: { chat: ChatDetail }) {
  const { t } = useTranslation("messages");
  const [asking, setAsking] = useState<"block" | "leave" | "report">();
  const common = useQuery({ queryKey: ["chat-request", chat.id], queryFn: () => readInCommon(chat.id) });
  const accepting = useMutation({ mutationFn: () => acceptRequest(chat.id) });
  const group = chat.kind === "group";
  const from = group
    ? common.data?.from
    : chat.members.find(({ user }) => user.id !== chat.request?.to)?.user;
  const name = from ? displayName(from) : t("people.somebody");
  return (
    <section className={classes.card} aria-label={t("request.label")}>
      <div className={classes.head}>
        <Avatar id={from?.id ?? 0} name={name} picture={from?.picture} size={44} />
        <div className={classes.words}>
          <h2 className={classes.title}>
            <Bdi>{t(group ? "request.groupTitle" : "request.title", { name })}</Bdi>
          </h2>
          {common.data && <Common common={common.data} />}
          <p className={classes.hint}>{t("request.text")}</p>
        </div>
      </div>
      <ActionError error={accepting.error} text={t("refusal.other")} />
      <div className={classes.actions}>
        {from && (
          <>
            <Button variant="subtle" color="brick" onClick={() => setAsking("report")}>
              {t("report.person")}
            </Button>
            <Button variant="default" onClick={() => setAsking("block")}>
              {t("block.action")}
            </Button>
          </>
        )}
        {group && (
          <Button variant="default" onClick={() => setAsking("leave")}>
            {t("leave.action")}
          </Button>
        )}
        <Button loading={accepting.isPending} onClick={() => accepting.mutate()}>
          {t("request.accept")}
        </Button>
      </div>
      <ConfirmDialog
        chat={chat}
        question={asking === "report" ? undefined : asking}
        onClose={() => setAsking(undefined)}
      />
      {from && (
        <Sheet opened={asking === "report"} onClose={() => setAsking(undefined)} title={t("report.person")}>
          <Suspense fallback={<RowSkeletons rows={5} />}>
            <ReportChat chat={chat} about={{ user_id: from.id }} onDone={() => setAsking(undefined)} />
          </Suspense>
        </Sheet>
      )}
    </section>
  );
}

function Common({ common }: { common: InCommon }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const names = (all: readonly string[]) => format.list(all.slice(0, NAMED));
  const lines = [
    common.mutual_friends > 0 &&
      t("request.friends", { count: common.mutual_friends, names: names(common.friends.map(displayName)) }),
    common.groups.length > 0 &&
      t("request.groups", {
        count: common.groups.length,
        names: names(common.groups.map(({ title }) => title ?? t("request.untitled"))),
      }),
    common.companies.length > 0 &&
      t("request.companies", { names: names(common.companies.map(({ name }) => name)) }),
  ].filter((line) => line !== false);
  if (lines.length === 0) return <p className={classes.common}>{t("request.nothing")}</p>;
  return (
    <ul className={classes.common}>
      {lines.map((line) => (
        <li key={line}>
          <Bdi>{line}</Bdi>
        </li>
      ))}
    </ul>
  );
}

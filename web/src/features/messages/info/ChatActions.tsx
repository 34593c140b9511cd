import { UnstyledButton } from "@mantine/core";
import {
  IconArchive,
  IconArchiveOff,
  IconBan,
  IconBell,
  IconBellOff,
  IconEraser,
  IconFlag,
  IconLogout,
  IconPin,
  IconPinnedOff,
  IconSearch,
  IconTrash,
} from "@tabler/icons-react";
import { type ComponentProps, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { lazyPart } from "@/lib/lazyPart";
import { Icon } from "@/ui/Icon";
import { ContextMenu } from "@/ui/menu/ContextMenu";
import { Sheet } from "@/ui/Sheet";
import { RowSkeletons } from "@/ui/Skeletons";
import type { ChatState } from "../model/chat";
import { isMuted } from "../model/chats";
import { others } from "../model/chatTitle";
import { useMe } from "../useChatStreams";
import classes from "./ChatActions.module.css";
import { ConfirmDialog, type ConfirmKind } from "./ConfirmDialog";
import { MuteItems } from "./MuteItems";
import { MUTED_FOREVER, useSettings } from "./useSettings";

const ReportChat = lazyPart(() => import("../ReportChat").then((file) => file.ReportChat));

/** Actions on the whole chat. */
export function ChatActions({ state, onSearch }: { state: ChatState; onSearch: () => void }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const me = useMe();
  const { chat } = state;
  const settings = useSettings(chat.id);
  const [asking, setAsking] = useState<ConfirmKind>();
  const [muting, setMuting] = useState<DOMRect>();
  const [reporting, setReporting] = useState(false);
  const direct = chat.kind === "direct";
  const muted = isMuted(chat);
  const until = chat.muted_until;
  const company = direct && others(chat, me).some(({ type }) => type === "company");
  const reported = company ? "report.company" : direct ? "report.person" : "report.group";
  const member = chat.members.some(({ user }) => user.id === me);
  return (
    <>
      <ul className={classes.controls}>
        <Control icon={IconSearch} onClick={onSearch}>
          {t("search.inChat")}
        </Control>
        {muted ? (
          <Control icon={IconBell} onClick={() => settings.mutate({ muted_until: null })}>
            {t("mute.undo")}
            {until && until < MUTED_FOREVER && (
              <span className={classes.note}>{t("mute.until", { when: format.dateTime(until) })}</span>
            )}
          </Control>
        ) : (
          <li>
            <UnstyledButton
              className={classes.control}
              aria-haspopup="menu"
              aria-expanded={muting !== undefined}
              onClick={(event) => setMuting(event.currentTarget.getBoundingClientRect())}
            >
              <Icon of={IconBellOff} /> {t("mute.action")}
            </UnstyledButton>
            {muting && (
              <ContextMenu label={t("mute.action")} at={muting} onClose={() => setMuting(undefined)}>
                <MuteItems
                  onPick={(muted_until) => {
                    setMuting(undefined);
                    settings.mutate({ muted_until });
                  }}
                />
              </ContextMenu>
            )}
          </li>
        )}
        <Control
          icon={chat.pinned_at ? IconPinnedOff : IconPin}
          onClick={() => settings.mutate({ pinned: !chat.pinned_at })}
        >
          {t(chat.pinned_at ? "pin.undo" : "pin.action")}
        </Control>
        <Control
          icon={chat.archived ? IconArchiveOff : IconArchive}
          onClick={() => settings.mutate({ archived: !chat.archived })}
        >
          {t(chat.archived ? "archive.undo" : "archive.action")}
        </Control>
        <Control icon={IconEraser} onClick={() => setAsking("clear")}>
          {t("clear.action")}
        </Control>
        {direct && (
          <Control icon={IconTrash} danger onClick={() => setAsking("deleteChat")}>
            {t("deleteChat.action")}
          </Control>
        )}
        {direct && (
          <Control
            icon={IconBan}
            danger={!chat.blocked}
            onClick={() => setAsking(chat.blocked ? "unblock" : "block")}
          >
            {t(chat.blocked ? "block.undo" : "block.action")}
          </Control>
        )}
        <Control icon={IconFlag} danger onClick={() => setReporting(true)}>
          {t(reported)}
        </Control>
        {!direct && member && (
          <Control icon={IconLogout} danger onClick={() => setAsking("leave")}>
            {t("leave.action")}
          </Control>
        )}
      </ul>
      <ConfirmDialog chat={chat} company={company} question={asking} onClose={() => setAsking(undefined)} />
      <Sheet opened={reporting} onClose={() => setReporting(false)} title={t(reported)}>
        <Suspense fallback={<RowSkeletons rows={5} />}>
          <ReportChat chat={chat} onDone={() => setReporting(false)} />
        </Suspense>
      </Sheet>
    </>
  );
}

interface ControlProps extends ComponentProps<"button"> {
  icon: typeof IconBell;
  danger?: boolean;
}

function Control({ icon, danger = false, children, ...rest }: ControlProps) {
  return (
    <li>
      <UnstyledButton className={classes.control} data-danger={danger ? "" : undefined} {...rest}>
        <Icon of={icon} /> <span className={classes.words}>{children}</span>
      </UnstyledButton>
    </li>
  );
}

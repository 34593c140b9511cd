import { Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconDotsVertical, IconUserPlus } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { pageParams } from "@/api/pagination";
import { displayName } from "@/lib/displayName";
import { lazyPart } from "@/lib/lazyPart";
import { toast } from "@/lib/toasts";
import { PersonLink } from "@/shared/person/PersonLink";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { IconButton } from "@/ui/IconButton";
import { MenuItem } from "@/ui/menu/ContextMenu";
import { MenuButton } from "@/ui/menu/MenuButton";
import { Sheet } from "@/ui/Sheet";
import { RowSkeletons } from "@/ui/Skeletons";
import { changeRole, readMembers, removeMember } from "../api";
import { type ChatState, memberOf } from "../model/chat";
import type { Member, Role } from "../model/wire";
import { useMe } from "../useChatStreams";
import classes from "./Info.module.css";

const AddPeople = lazyPart(() => import("./AddPeople").then((file) => file.AddPeople));

/** Shown without asking; past that by page and by name. */
const MAX_LISTED = 20;

/** The people of a group, with what the viewer may do about them. */
export function Members({ state }: { state: ChatState }) {
  const { t } = useTranslation("messages");
  const me = useMe();
  const { chat, online } = state;
  const [adding, setAdding] = useState(false);
  const [text, setText] = useState("");
  const [query] = useDebouncedValue(text.trim(), 250);
  const large = chat.member_count > chat.members.length || chat.member_count > MAX_LISTED;
  const pages = useInfiniteQuery({
    // The member count is part of the key: joining and leaving changes the pages.
    queryKey: ["messages", chat.id, "members", chat.member_count, query],
    queryFn: ({ pageParam }) => readMembers(chat.id, query, pageParam),
    ...pageParams,
    enabled: large,
  });
  const paged = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const members = inOrder(large ? withLive(paged, chat.members) : chat.members, me);
  const role = memberOf(state, me)?.role;
  const mayAdd = role === "owner" || role === "admin";
  return (
    <section aria-label={t("people.members")}>
      <div className={classes.head}>
        <h3 className={classes.title}>{t("people.count", { count: chat.member_count })}</h3>
        {mayAdd && <IconButton icon={IconUserPlus} label={t("group.add")} onClick={() => setAdding(true)} />}
      </div>
      {large && (
        <TextInput
          className={classes.search}
          type="search"
          aria-label={t("group.find")}
          placeholder={t("group.find")}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <ul className={classes.list}>
        {members.map((member) => (
          <MemberRow
            key={member.user.id}
            chat={chat.id}
            member={member}
            mine={role}
            online={online.has(member.user.id)}
          />
        ))}
      </ul>
      {large && pages.isPending && <RowSkeletons rows={4} />}
      {large && pages.isSuccess && members.length === 0 && <p className={classes.muted}>{t("group.none")}</p>}
      {pages.hasNextPage && (
        <Button
          variant="default"
          fullWidth
          className={classes.more}
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t("group.more")}
        </Button>
      )}
      <Sheet opened={adding} onClose={() => setAdding(false)} title={t("group.add")}>
        <Suspense fallback={<RowSkeletons rows={5} />}>
          <AddPeople chat={chat} onDone={() => setAdding(false)} />
        </Suspense>
      </Sheet>
    </section>
  );
}

const ranks: Record<Role, number> = { owner: 0, admin: 1, member: 2 };

/** The viewer first, then those who decide. */
function inOrder(members: readonly Member[], me: number): Member[] {
  const rank = ({ user, role }: Member) => (user.id === me ? -1 : ranks[role]);
  return [...members].sort(
    (a, b) => rank(a) - rank(b) || displayName(a.user).localeCompare(displayName(b.user)),
  );
}

/** Merges live members into the fetched pages. Live data is newer. */
function withLive(paged: readonly Member[], live: readonly Member[]): Member[] {
  const newer = new Map(live.map((member) => [member.user.id, member]));
  return paged.map((member) => newer.get(member.user.id) ?? member);
}

interface MemberRowProps {
  chat: number;
  member: Member;
  mine: Role | undefined;
  online: boolean;
}

function MemberRow({ chat, member, mine, online }: MemberRowProps) {
  const { t } = useTranslation("messages");
  const me = useMe();
  const { user, role } = member;
  const self = user.id === me;
  const acting = useMutation({
    mutationFn: (what: Role | "remove") =>
      what === "remove" ? removeMember(chat, user.id) : changeRole(chat, user.id, what),
    onError: (error) => toast.error(t("refusal.other"), error),
  });
  const notes = [
    self && t("people.you"),
    role !== "member" && t(`role.${role}`),
    user.type === "professional" && t("people.professional"),
  ];
  // An owner decides about everybody, an admin about members only.
  const mayRemove = !self && (mine === "owner" || (mine === "admin" && role === "member"));
  const mayPromote = !self && mine === "owner";
  return (
    <li className={classes.person}>
      <Avatar
        id={user.id}
        name={displayName(user)}
        picture={user.picture}
        size={40}
        online={online || self}
      />
      <span className={classes.words}>
        <PersonLink id={user.id} className={classes.personName}>
          <Bdi line>{displayName(user)}</Bdi>
        </PersonLink>
        <span className={classes.muted}>
          {notes.filter(Boolean).join(" · ") || t(online ? "presence.online" : "presence.away")}
        </span>
      </span>
      {mayRemove && (
        <MenuButton
          className={classes.act}
          loading={acting.isPending}
          label={t("group.actions", { name: displayName(user) })}
          icon={IconDotsVertical}
          iconSize={18}
        >
          {(close) => {
            const act = (what: Role | "remove") => () => {
              close();
              acting.mutate(what);
            };
            return (
              <>
                {mayPromote && role === "member" && (
                  <MenuItem onClick={act("admin")}>{t("role.makeAdmin")}</MenuItem>
                )}
                {mayPromote && role === "admin" && (
                  <MenuItem onClick={act("member")}>{t("role.makeMember")}</MenuItem>
                )}
                {mayPromote && role !== "owner" && (
                  <MenuItem onClick={act("owner")}>{t("role.makeOwner")}</MenuItem>
                )}
                <MenuItem danger onClick={act("remove")}>
                  {t("group.remove")}
                </MenuItem>
              </>
            );
          }}
        </MenuButton>
      )}
    </li>
  );
}

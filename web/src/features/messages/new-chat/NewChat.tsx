import { TextInput, UnstyledButton } from "@mantine/core";
import { IconUsersPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError } from "@/api/errors";
import { displayName } from "@/lib/displayName";
import { CompanyRows } from "@/shared/company-chat/CompanyRows";
import { useCompanies } from "@/shared/company-chat/useCompanies";
import classes from "@/shared/people-picker/people.module.css";
import { usePeople } from "@/shared/people-picker/usePeople";
import { openDirectChat } from "@/shared/person/openDirectChat";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Sheet } from "@/ui/Sheet";
import { RowSkeletons } from "@/ui/Skeletons";
import { useBasePath } from "../BasePathContext";
import { useInboxSearch } from "../useChatStreams";
import { NewGroup } from "./NewGroup";
import { ProfileButton } from "./ProfileButton";

/** Starts a chat with a person, or a group. */
export function NewChat({ group: begin, onClose }: { group: boolean; onClose: () => void }) {
  const { t } = useTranslation("messages");
  const [group, setGroup] = useState(begin);
  return (
    <Sheet opened onClose={onClose} title={t(group ? "group.new" : "new.title")}>
      {group ? (
        <NewGroup onDone={onClose} />
      ) : (
        <PersonSearch onDone={onClose} onGroup={() => setGroup(true)} />
      )}
    </Sheet>
  );
}

function PersonSearch({ onDone, onGroup }: { onDone: () => void; onGroup: () => void }) {
  const { t } = useTranslation("messages");
  const navigate = useNavigate();
  const basePath = useBasePath();
  const search = useInboxSearch();
  const [text, setText] = useState("");
  const found = usePeople(text);
  const { companies } = useCompanies(text);
  const opening = useMutation({ mutationFn: openDirectChat });
  const write = (who: Parameters<typeof opening.mutate>[0]) =>
    opening.mutate(who, {
      onSuccess(chat) {
        onDone();
        navigate(`${basePath}/${chat}${search}`);
      },
    });
  return (
    <form
      className={classes.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const userName = text.trim().replace(/^@/, "");
        // An exact user name opens the chat without the list.
        if (userName) write({ userName });
      }}
    >
      <TextInput
        type="search"
        label={t("new.field")}
        description={t("new.hint")}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          opening.reset();
        }}
        error={opening.error && <OpenChatError error={opening.error} name={text.trim()} />}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <div className={classes.scroll}>
        <UnstyledButton className={classes.person} onClick={onGroup}>
          <span className={classes.icon}>
            <Icon of={IconUsersPlus} />
          </span>
          <span className={classes.name}>{t("group.new")}</span>
        </UnstyledButton>
        {found.isError && <ErrorState title={t("people.failed")} onRetry={() => void found.refetch()} />}
        {found.isPending && <RowSkeletons rows={5} />}
        {found.isSuccess && found.people.length + companies.length === 0 && (
          <p className={classes.none}>{t("people.none")}</p>
        )}
        <ul className={classes.list} aria-label={t("people.found")}>
          {found.people.map((person) => (
            <li key={person.id} className={classes.known}>
              <UnstyledButton
                className={classes.person}
                disabled={opening.isPending}
                onClick={() => write({ user_id: person.id })}
              >
                <Avatar id={person.id} name={displayName(person)} picture={person.picture} size={40} />
                <span className={classes.words}>
                  <span className={classes.name}>
                    <Bdi>{displayName(person)}</Bdi>
                  </span>
                  <bdi className={classes.user}>@{person.userName}</bdi>
                </span>
              </UnstyledButton>
              <ProfileButton person={person} />
            </li>
          ))}
        </ul>
        {found.hasNextPage && (
          <UnstyledButton className={classes.person} onClick={() => void found.fetchNextPage()}>
            {t("people.more")}
          </UnstyledButton>
        )}
        <CompanyRows
          companies={companies}
          disabled={opening.isPending}
          onChoose={({ id }) => write({ company_id: id })}
        />
      </div>
    </form>
  );
}

function OpenChatError({ error, name }: { error: Error; name: string }) {
  const { t } = useTranslation("messages");
  if (!(error instanceof ApiError)) return t("new.failed");
  if (error.code === "chat.not_open") return t("new.notOpen");
  if (error.status === 404) return t("new.unknown", { name });
  if (error.status === 422) return t("new.self");
  return error.code === "network" ? t("error.network", { ns: "common" }) : t("new.failed");
}

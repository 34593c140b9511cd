import {
  IconFile,
  IconMicrophone,
  IconPhoto,
  IconShare3,
  type IconUser,
  IconVideo,
} from "@tabler/icons-react";
import type { TFunction } from "i18next";
import type { UserCard } from "@/api/types";
import { displayName } from "@/lib/displayName";
import type { Message, SystemNote } from "./model/wire";

const icons: Record<string, typeof IconUser> = {
  image: IconPhoto,
  voice: IconMicrophone,
  video: IconVideo,
  file: IconFile,
};

/** A message in a few words, for a row, a quote or a notification: its own text, or what it carries. */
export function messagePreview(
  message: Pick<Message, "text" | "media" | "content">,
  t: TFunction<"messages">,
): { text: string; icon: typeof IconUser | undefined } {
  const { text, media, content } = message;
  const [first] = media;
  if (first) {
    const carried =
      first.kind === "file" && first.name ? first.name : t(`kind.${first.kind}`, { count: media.length });
    return { text: text || carried, icon: icons[first.kind] };
  }
  if (content) return { text: text || content.title, icon: IconShare3 };
  return { text, icon: undefined };
}

/** Returns the sentence of a system note, addressed to the viewer. */
export function noteText(
  note: SystemNote,
  sender: number,
  me: number,
  people: (id: number) => UserCard | undefined,
  t: TFunction<"messages">,
  list: (names: string[]) => string,
): string {
  const nameOf = (id: number) => {
    const person = people(id);
    return person ? displayName(person) : t("people.somebody");
  };
  const { kind, users, title } = note;
  const onlyMe = users.length === 1 && users[0] === me && sender !== me;
  const voice = sender === me ? "mine" : onlyMe ? "me" : "theirs";
  const names = users.filter((id) => id !== sender).map((id) => (id === me ? t("note.you") : nameOf(id)));
  const values = { name: nameOf(sender), people: list(names), title: title ?? "" };
  switch (kind) {
    case "created":
    case "renamed":
    case "picture":
    case "left":
      return t(`note.${kind}.${voice === "me" ? "theirs" : voice}`, values);
    case "added":
    case "removed":
    case "role":
      return t(`note.${kind}.${voice}`, values);
    default:
      return t("note.other", values);
  }
}

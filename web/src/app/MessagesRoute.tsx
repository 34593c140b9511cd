import { MessagesScreen } from "@/features/messages/MessagesScreen";
import { PeopleEntry } from "./PeopleEntry";

/** The messages, with the way to the people. */
export function MessagesRoute({ basePath, people }: { basePath: string; people: string }) {
  return <MessagesScreen basePath={basePath} actions={<PeopleEntry to={people} />} />;
}

import type { UserCard } from "@/api/types";

/** Path of the page of a person or a company. */
export const pagePath = ({ id, type, userName }: Pick<UserCard, "id" | "type" | "userName">): string =>
  type === "company" ? `/companies/${userName}` : `/people/${id}`;

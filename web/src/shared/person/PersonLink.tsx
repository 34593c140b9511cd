import type { ReactNode } from "react";
import { Link, type LinkProps, useLocation } from "react-router";
import type { UserCard } from "@/api/types";
import { pagePath } from "./pagePath";

interface PersonLinkProps extends Omit<LinkProps, "to" | "state" | "id"> {
  id: number;
  /** Card of the account, if known: a company has another page. */
  card?: UserCard;
  children: ReactNode;
}

/** Location state of a profile link. The back arrow of the profile returns to `from`. */
export interface CameFrom {
  from?: string;
}

/** Links to a profile. The back arrow returns to the current page. */
export function PersonLink({ id, card, children, ...rest }: PersonLinkProps) {
  const { pathname, search } = useLocation();
  const state: CameFrom = { from: pathname + search };
  return (
    <Link {...rest} to={card ? pagePath(card) : `/people/${id}`} state={state}>
      {children}
    </Link>
  );
}

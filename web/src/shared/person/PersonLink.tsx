import type { ReactNode } from "react";
import { Link, type LinkProps, useLocation } from "react-router";

interface PersonLinkProps extends Omit<LinkProps, "to" | "state" | "id"> {
  id: number;
  children: ReactNode;
}

/** What a link to a page hands on, so that its back arrow leads to where the link stood. */
export interface CameFrom {
  from?: string;
}

/** Leads to somebody's page, from wherever they are shown. */
export function PersonLink({ id, children, ...rest }: PersonLinkProps) {
  const { pathname, search } = useLocation();
  const state: CameFrom = { from: pathname + search };
  return (
    <Link {...rest} to={`/people/${id}`} state={state}>
      {children}
    </Link>
  );
}

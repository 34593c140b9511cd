import type { ReactNode } from "react";
import { Link, type LinkProps, useLocation } from "react-router";

interface PersonLinkProps extends Omit<LinkProps, "to" | "state" | "id"> {
  id: number;
  children: ReactNode;
}

/** Location state of a profile link. The back arrow of the profile returns to `from`. */
export interface CameFrom {
  from?: string;
}

/** Links to a profile. The back arrow returns to the current page. */
export function PersonLink({ id, children, ...rest }: PersonLinkProps) {
  const { pathname, search } = useLocation();
  const state: CameFrom = { from: pathname + search };
  return (
    <Link {...rest} to={`/people/${id}`} state={state}>
      {children}
    </Link>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { isGuest } from "@/api/auth";
import { api, unwrap } from "@/api/client";
import type { User } from "@/api/types";
import { useFormat } from "@/lib/format";
import classes from "./ProfileCounters.module.css";

const COUNTERS = [
  { key: "friends", to: "/people", guests: false },
  { key: "followers", to: "/people?show=followers", guests: false },
  { key: "following", to: "/people?show=following", guests: false },
  { key: "posts", to: "/people/:id?show=posts", guests: false },
  { key: "saved", to: "/favourites", guests: true },
  { key: "coins", to: "/loyalty", guests: false },
] as const;

/** Numbers of the account, each with the way to its list. A guest has favourites only. */
export function ProfileCounters({ user }: { user: User }) {
  const { t } = useTranslation("me");
  const format = useFormat();
  const { data } = useQuery({
    queryKey: ["people", "counters"],
    queryFn: async () => (await unwrap(api.GET("/api/v1/users/profile-counters/"))).data,
    // Other screens change what is counted.
    staleTime: 0,
  });
  return (
    <ul className={classes.counters} aria-label={t("counters")} aria-busy={!data}>
      {COUNTERS.filter(({ guests }) => guests || !isGuest(user)).map(({ key, to }) => (
        <li key={key}>
          <Link to={to.replace(":id", String(user.id))} className={classes.counter}>
            <span className={classes.number}>{data ? format.compact(data[key]) : "–"}</span>
            <span className={classes.label}>{t(`counter.${key}`, { count: data?.[key] ?? 0 })}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

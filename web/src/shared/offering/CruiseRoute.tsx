import { IconArrowRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import classes from "./CruiseRoute.module.css";
import type { Cruise } from "./types";

type RouteProps = Pick<Cruise, "departure_port" | "ports" | "destination_port">;

/** Ports of a cruise, from the first to the last. */
export function CruiseRoute({ departure_port, ports, destination_port }: RouteProps) {
  const { t } = useTranslation("catalogue");
  const format = useFormat();
  const calls = [departure_port, ...ports, destination_port].filter((port) => port !== null);
  const names = calls.filter(({ code }, at) => code !== calls[at - 1]?.code).map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <p className={classes.route} role="img" aria-label={t("cruise.route", { ports: format.list(names) })}>
      {names.map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a round trip calls at a port twice
        <span key={at} className={classes.port}>
          {at > 0 && <Icon of={IconArrowRight} size={16} directed />}
          <Bdi>{name}</Bdi>
        </span>
      ))}
    </p>
  );
}

import { IconArrowsMaximize } from "@tabler/icons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "@/ui/Icon";
import { areaAround, type MapPoint, writeArea } from "./area";
import { LazyMap } from "./LazyMap";
import classes from "./SmallMap.module.css";

interface SmallMapProps {
  /** Names the region. */
  label: string;
  at: MapPoint;
  /** Text of the pin. */
  name: string;
  /** Leads to the map with this area. */
  linked?: boolean;
}

/** Kilometres around the pin. */
const REACH = 0.6;

/** Picture of a place with its pin. */
export function SmallMap({ label, at: { latitude, longitude }, name, linked = false }: SmallMapProps) {
  const { t } = useTranslation("map");
  const area = useMemo(() => areaAround({ latitude, longitude }, REACH), [latitude, longitude]);
  const pins = useMemo(() => [{ id: 0, latitude, longitude, label: name }], [latitude, longitude, name]);
  return (
    <div className={classes.frame}>
      <LazyMap still label={label} area={area} pins={pins} />
      {linked && (
        <Link to={`/map?area=${writeArea(areaAround({ latitude, longitude }, 2))}`} className={classes.link}>
          <Icon of={IconArrowsMaximize} size={18} />
          {t("larger")}
        </Link>
      )}
    </div>
  );
}

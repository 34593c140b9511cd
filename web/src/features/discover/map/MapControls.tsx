import { Button } from "@mantine/core";
import { IconCurrentLocation, IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { isInsecure } from "@/lib/secureContext";
import { usePosition } from "@/shared/place/usePosition";
import { Icon } from "@/ui/Icon";
import type { Near } from "../model/filters";
import classes from "./MapControls.module.css";

interface MapControlsProps {
  /** The map was moved away from what was searched. */
  moved: boolean;
  onSearch: () => void;
  onNear?: (place: Near) => void;
}

/** Buttons over the map: the way to one's own position, and the search of what is in view. */
export function MapControls({ moved, onSearch, onNear }: MapControlsProps) {
  const { t } = useTranslation("discover");
  return (
    <div className={classes.controls}>
      {onNear && <NearButton onNear={onNear} />}
      {moved && (
        <Button
          className={classes.button}
          leftSection={<Icon of={IconRefresh} size={18} />}
          onClick={onSearch}
        >
          {t("map.search")}
        </Button>
      )}
    </div>
  );
}

function NearButton({ onNear }: { onNear: (place: Near) => void }) {
  const { t } = useTranslation("discover");
  const { ask, refused, busy } = usePosition((at, town) => onNear({ ...at, label: town?.city ?? "" }));
  return (
    <>
      <Button
        variant="default"
        className={classes.button}
        leftSection={<Icon of={IconCurrentLocation} size={18} />}
        loading={busy}
        onClick={ask}
      >
        {t("map.near")}
      </Button>
      {refused && (
        <p role="alert" className={classes.refused}>
          {t(isInsecure() ? "common:insecure.position" : "filter.noPosition")}
        </p>
      )}
    </>
  );
}

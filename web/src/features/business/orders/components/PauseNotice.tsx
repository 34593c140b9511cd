import { Button } from "@mantine/core";
import { IconPlayerPause } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useOrderTimes } from "@/shared/orders/useOrderTimes";
import { Icon } from "@/ui/Icon";
import type { usePause } from "../hooks/usePause";
import { useSetPause } from "../hooks/useSetPause";
import classes from "./Orders.module.css";

/** Says until when the company is paused, and ends the pause. */
export function PauseNotice({ pause, zone }: { pause: ReturnType<typeof usePause>; zone: string }) {
  const { t } = useTranslation("business-orders");
  const times = useOrderTimes(zone);
  const set = useSetPause(pause);
  return (
    <div role="status" className={classes.status}>
      {pause.until && (
        <div className={classes.pause}>
          <Icon of={IconPlayerPause} />
          <p>{t("pause.until", { at: times.short(pause.until) })}</p>
          <Button size="xs" variant="default" loading={pause.set.isPending} onClick={() => set(0)}>
            {t("pause.end")}
          </Button>
        </div>
      )}
    </div>
  );
}

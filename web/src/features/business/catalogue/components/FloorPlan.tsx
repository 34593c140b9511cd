import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { Icon } from "@/ui/Icon";
import { TabList } from "@/ui/TabList";
import { type Resource, useResourceChanges } from "../api";
import { freeSpot } from "../model/floorPlan";
import { BLANK } from "../model/resource";
import classes from "./FloorPlan.module.css";
import { PlanTable } from "./PlanTable";
import { TablePanel } from "./TablePanel";

const NEW_TABLE = { width: 10, height: 10 };
const PANEL = "floor-plan";

/** Floor plan of each room. Tables are dragged, or moved with the arrow keys, and saved at once. */
export function FloorPlan({ tables }: { tables: readonly Resource[] }) {
  const { t } = useTranslation("business-catalogue");
  const { save } = useResourceChanges();
  const areas = [...new Set(tables.map(({ place }) => place.area))].sort();
  const [chosenArea, setArea] = useState(areas[0] ?? "");
  const area = areas.includes(chosenArea) ? chosenArea : (areas[0] ?? "");
  const [selected, setSelected] = useState<number>();
  const inRoom = tables.filter(({ place }) => place.area === area);
  const table = inRoom.find(({ id }) => id === selected);
  const add = () =>
    save.mutate(
      {
        id: null,
        body: {
          ...BLANK,
          kind: "table",
          name: t("plan.newTable", { number: tables.length + 1 }),
          seats_min: 2,
          seats_max: 4,
          place: { ...NEW_TABLE, ...freeSpot(NEW_TABLE, inRoom), area, is_round: false },
        },
      },
      { onError: (error) => toast.error(t("failed"), error) },
    );
  return (
    <section className={classes.room}>
      <h2>{t("plan.title")}</h2>
      <p className={classes.muted}>{t("plan.text")}</p>
      {areas.length > 1 && (
        <TabList
          label={t("plan.rooms")}
          tabs={areas.map((key) => ({ key, label: key || t("plan.main") }))}
          open={area}
          onOpen={setArea}
          panel={PANEL}
        />
      )}
      <div className={classes.editor} id={PANEL}>
        <div className={classes.scroll}>
          <div className={classes.plan} data-plan="">
            {inRoom.map((one) => (
              <PlanTable
                key={one.id}
                table={one}
                isSelected={one.id === selected}
                isJoined={table?.join_group != null && table.join_group === one.join_group}
                onSelect={() => setSelected(one.id)}
              />
            ))}
          </div>
        </div>
        {table ? (
          <TablePanel key={table.id} table={table} tables={tables} />
        ) : (
          <p className={classes.hint}>{t("plan.choose")}</p>
        )}
      </div>
      <div>
        <Button variant="default" leftSection={<Icon of={IconPlus} />} loading={save.isPending} onClick={add}>
          {t("plan.add")}
        </Button>
      </div>
    </section>
  );
}

import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DetailFilter } from "@/shared/filters/DetailFilter";
import { detailOf, type FilterField } from "@/shared/filters/details";
import { isTelling, roomCounts } from "../model/roomFilter";
import type { RoomOffer } from "../types";
import classes from "./Choosing.module.css";

interface RoomFilterProps {
  /** All rooms of the search. */
  offers: readonly RoomOffer[];
  /** Rooms that the filter leaves. */
  shown: number;
  fields: readonly FilterField[];
  details: readonly string[];
  onChange: (details: string[]) => void;
}

/** Filters of rooms by the details that tell them apart. Without any it is left out. */
export function RoomFilter({ offers, shown, fields, details, onChange }: RoomFilterProps) {
  const { t } = useTranslation("company");
  const isUsed = ({ key }: FilterField) => details.some((detail) => detail.startsWith(detailOf(key, "")));
  // A filter that is cleared stays open.
  const [opened] = useState(details.length > 0);
  const tells = isTelling(offers);
  const offered = fields.filter((field) => tells(field) || isUsed(field));
  if (offered.length === 0) return null;
  return (
    <details className={classes.search} open={opened}>
      <summary className={classes.summary}>
        {t("rooms.filter")}
        <span className={classes.shown} role="status">
          {t("rooms.shown", { count: shown, all: offers.length })}
        </span>
      </summary>
      <div className={classes.filters}>
        <DetailFilter
          fields={offered}
          details={details}
          counts={roomCounts(offers, fields, details)}
          onChange={onChange}
        />
      </div>
    </details>
  );
}

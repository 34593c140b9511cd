import { useFormat } from "@/lib/format";
import classes from "./Filters.module.css";

/** Number of results that a value of a filter leaves. */
export function Count({ value }: { value: number }) {
  const format = useFormat();
  return <span className={classes.count}>{format.number(value)}</span>;
}

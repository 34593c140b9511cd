import { Skeleton } from "@mantine/core";
import classes from "./CompanyCard.module.css";

/** Outline of a company card while its list loads. */
export function CompanyCardSkeleton() {
  return (
    <div className={classes.card}>
      <div className={classes.ratio}>
        <Skeleton height="100%" radius="lg" />
      </div>
      <div className={classes.skeleton}>
        <Skeleton height={16} width="62%" />
        <Skeleton height={13} width="48%" />
        <Skeleton height={13} width="56%" />
        <Skeleton height={13} width="30%" />
      </div>
    </div>
  );
}

import { ReelSkeletons } from "@/shared/reels/ReelSkeletons";
import classes from "./ReelResults.module.css";

/** In place of the tab of reels: its code or its results are on their way. */
export const ReelResultsSkeleton = () => <ReelSkeletons className={classes.grid} />;

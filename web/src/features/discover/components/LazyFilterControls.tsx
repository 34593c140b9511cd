import { Skeleton } from "@mantine/core";
import { type ComponentProps, lazy, Suspense } from "react";
import type { FilterControls as Controls } from "./FilterControls";

const FilterControls = lazy(() =>
  import("./FilterControls").then((file) => ({ default: file.FilterControls })),
);

/** Filters in a chunk of their own: the results come first. */
export const LazyFilterControls = (props: ComponentProps<typeof Controls>) => (
  <Suspense fallback={<Skeleton height={480} radius="lg" />}>
    <FilterControls {...props} />
  </Suspense>
);

import { Skeleton } from "@mantine/core";
import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "@/lib/lazyPart";
import type { FilterControls as Controls } from "./FilterControls";

const FilterControls = lazyPart(() => import("./FilterControls").then((file) => file.FilterControls));

/** Filters in a chunk of their own: the results come first. */
export const LazyFilterControls = (props: ComponentProps<typeof Controls>) => (
  <Suspense fallback={<Skeleton height={480} radius="lg" />}>
    <FilterControls {...props} />
  </Suspense>
);

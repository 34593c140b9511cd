import { Skeleton } from "@mantine/core";
import { type ComponentProps, lazy, Suspense } from "react";
import type { DocumentsSection as Documents } from "./DocumentsSection";

const DocumentsSection = lazy(() =>
  import("./DocumentsSection").then((file) => ({ default: file.DocumentsSection })),
);

/** Documents in a chunk of their own: they stand below the form. */
export const LazyDocuments = (props: ComponentProps<typeof Documents>) => (
  <Suspense fallback={<Skeleton height={160} radius="lg" />}>
    <DocumentsSection {...props} />
  </Suspense>
);

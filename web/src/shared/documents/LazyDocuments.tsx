import { Skeleton } from "@mantine/core";
import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "@/lib/lazyPart";
import type { DocumentsSection as Documents } from "./DocumentsSection";

const DocumentsSection = lazyPart(() => import("./DocumentsSection").then((file) => file.DocumentsSection));

/** Documents in a chunk of their own: they stand below the form. */
export const LazyDocuments = (props: ComponentProps<typeof Documents>) => (
  <Suspense fallback={<Skeleton height={160} radius="lg" />}>
    <DocumentsSection {...props} />
  </Suspense>
);

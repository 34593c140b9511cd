import { Skeleton } from "@mantine/core";
import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "@/lib/lazyPart";
import type { DeliveryAddressForm as Form } from "./DeliveryAddressForm";

const DeliveryAddressForm = lazyPart(() =>
  import("./DeliveryAddressForm").then((file) => file.DeliveryAddressForm),
);

/** Form of a delivery address in a chunk of its own: it opens in a sheet. */
export const LazyDeliveryAddressForm = (props: ComponentProps<typeof Form>) => (
  <Suspense fallback={<Skeleton height={560} radius="lg" />}>
    <DeliveryAddressForm {...props} />
  </Suspense>
);

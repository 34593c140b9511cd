import { Skeleton } from "@mantine/core";
import { type ComponentProps, lazy, Suspense } from "react";
import type { DeliveryAddressForm as Form } from "./DeliveryAddressForm";

const DeliveryAddressForm = lazy(() =>
  import("./DeliveryAddressForm").then((file) => ({ default: file.DeliveryAddressForm })),
);

/** Form of a delivery address in a chunk of its own: it opens in a sheet. */
export const LazyDeliveryAddressForm = (props: ComponentProps<typeof Form>) => (
  <Suspense fallback={<Skeleton height={560} radius="lg" />}>
    <DeliveryAddressForm {...props} />
  </Suspense>
);

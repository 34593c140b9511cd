import { useMutation } from "@tanstack/react-query";
import { useDeliveryAddresses, useSaveAddress } from "@/shared/address/deliveryAddresses";

/** Makes an address the default. The server takes a whole address: it is read first, as another device may have changed it. */
export function useSetDefault() {
  const { refetch } = useDeliveryAddresses(false);
  const save = useSaveAddress();
  return useMutation({
    async mutationFn(id: number) {
      const { data } = await refetch({ throwOnError: true });
      const address = data?.find((one) => one.id === id);
      // Deleted meanwhile: the list that was read no longer shows it.
      if (!address) return;
      const { id: _, ...form } = address;
      await save.mutateAsync({ id, form: { ...form, is_default: true } });
    },
  });
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { asDeepRequired, type DeepRequired } from "@/api/deepRequired";
import type { components } from "@/api/schema";

export type DeliveryAddress = DeepRequired<components["schemas"]["DeliveryAddress"]>;
type AddressForm = components["schemas"]["AddressForm"];

const ADDRESSES = ["delivery-addresses"] as const;
/** Carts hold copies of their addresses. */
const CARTS = ["carts"] as const;

export function useDeliveryAddresses(enabled = true) {
  return useQuery({
    queryKey: ADDRESSES,
    enabled,
    queryFn: async (): Promise<DeliveryAddress[]> =>
      asDeepRequired((await unwrap(api.GET("/api/v1/users/address/list/"))).data),
  });
}

const saveAddress = async (id: number | null, body: AddressForm): Promise<DeliveryAddress> => {
  const call =
    id === null
      ? api.POST("/api/v1/users/add-new-address/", { body })
      : api.PUT("/api/v1/users/address/update/{address_id}/", { params: { path: { address_id: id } }, body });
  return asDeepRequired((await unwrap(call)).data);
};

function useReread() {
  const queries = useQueryClient();
  return () =>
    Promise.all([ADDRESSES, CARTS].map((queryKey) => queries.invalidateQueries({ queryKey, exact: true })));
}

/** Adds an address, or changes the one with `id`. */
export function useSaveAddress() {
  const reread = useReread();
  return useMutation({
    mutationFn: ({ id, form }: { id: number | null; form: AddressForm }) => saveAddress(id, form),
    onSuccess: reread,
  });
}

export function useDeleteAddress() {
  const reread = useReread();
  return useMutation({
    mutationFn: (address_id: number) =>
      unwrap(api.DELETE("/api/v1/users/address/delete/{address_id}/", { params: { path: { address_id } } })),
    onSuccess: reread,
  });
}

/** Returns the lines of an address as on an envelope. */
export const addressLines = ({ house, road, pincode, city }: DeliveryAddress): string =>
  `${house} ${road}, ${pincode} ${city}`;

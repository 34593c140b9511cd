import { useEffect } from "react";
import { Navigate, useSearchParams } from "react-router";
import { useCarts } from "@/shared/cart/useCarts";
import { ScreenSkeleton } from "@/ui/Skeletons";
import { type CartPart, focusPart } from "./model/problems";

/** `/orderYourWay` and its customer details: the parts of the cart of `?company=`, or of the only cart. */
export function OrderYourWay({ part }: { part: CartPart }) {
  const [search] = useSearchParams();
  const carts = useCarts();
  const only = carts.data?.length === 1 ? carts.data[0]?.company.id : undefined;
  const company = Number(search.get("company")) || only;
  useEffect(() => {
    // The cart is drawn after this route is gone.
    return () => void setTimeout(() => focusPart(part), 100);
  }, [part]);
  if (carts.isLoading) return <ScreenSkeleton />;
  return <Navigate to={company ? `/cart/${company}` : "/cart"} replace />;
}

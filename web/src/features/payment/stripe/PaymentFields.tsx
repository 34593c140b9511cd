import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormError } from "@/shared/forms/FormError";
import { RowSkeletons } from "@/ui/Skeletons";
import classes from "../components/Payment.module.css";
import { appearance } from "./appearance";
import type { Elements, ElementsOptions, Stripe } from "./types";

interface PaymentFieldsProps {
  stripe: Stripe;
  /** Not read again after the first time. */
  options: Omit<ElementsOptions, "appearance">;
  onElements: (elements: Elements | null) => void;
}

/** Stripe's own fields: cards and the wallets that hold them. What is typed never reaches this page. */
export function PaymentFields({ stripe, options, onElements }: PaymentFieldsProps) {
  const { t } = useTranslation("payment");
  const place = useRef<HTMLDivElement>(null);
  const first = useRef({ options, onElements });
  const [state, setState] = useState<"failed" | "loading" | "ready">("loading");
  useEffect(() => {
    if (!place.current) return;
    const { options, onElements } = first.current;
    const elements = stripe.elements({ ...options, appearance: appearance() });
    const address = { country: "never", postalCode: "never" } as const;
    const element = elements.create("payment", { layout: "tabs", fields: { billingDetails: { address } } });
    element.on("ready", () => setState("ready"));
    element.on("loaderror", () => setState("failed"));
    element.mount(place.current);
    onElements(elements);
    return () => {
      onElements(null);
      element.destroy();
    };
  }, [stripe]);
  return (
    <div className={classes.fields} aria-busy={state === "loading"}>
      {state === "loading" && <RowSkeletons />}
      {state === "failed" && <FormError text={t("providerFailed")} />}
      <div ref={place} />
    </div>
  );
}

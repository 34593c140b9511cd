import { Button } from "@mantine/core";
import { IconShoppingCartPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError } from "@/api/errors";
import { useMoney } from "@/shared/money/formatMoney";
import { Icon } from "@/ui/Icon";
import { announce } from "@/ui/LiveRegion";
import { TextAreaField } from "@/ui/TextAreaField";
import classes from "./AddToCart.module.css";
import { cartPath } from "./carts";
import { OptionFields } from "./OptionFields";
import { chosenOptions, missingGroups, type OptionChoice, optionsPrice } from "./options";
import type { OptionGroup } from "./types";
import { useAddLine, useCarts } from "./useCarts";

export const MAX_LINE_NOTE = 200;

interface AddToCartProps {
  product: {
    id: number;
    name: string;
    currency: string;
    company: { id: number };
    options: readonly OptionGroup[];
  };
  variant: { id: number; price: number };
  quantity: number;
  onAdded?: () => void;
}

/** Options, note and the button that adds a product to the cart of its company. */
export function AddToCart({ product, variant, quantity, onAdded }: AddToCartProps) {
  const { t } = useTranslation("cart");
  const money = useMoney();
  const add = useAddLine();
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState<OptionChoice>({});
  const [missing, setMissing] = useState<string[]>([]);
  const [note, setNote] = useState("");
  const { options, company, currency } = product;
  const price = (variant.price + optionsPrice(chosen, options)) * quantity;
  const submit = () => {
    const left = missingGroups(chosen, options).map(({ name }) => name);
    setMissing(left);
    if (left.length > 0) {
      const index = options.findIndex(({ name }) => name === left[0]);
      form.current?.querySelectorAll("fieldset")[index]?.querySelector("input")?.focus();
      return;
    }
    add.mutate(
      {
        company_id: company.id,
        product_id: product.id,
        variant_id: variant.id,
        quantity,
        options: chosenOptions(chosen, options),
        note: note.trim(),
      },
      {
        onSuccess() {
          announce(t("add.done", { name: product.name }));
          onAdded?.();
        },
      },
    );
  };
  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <OptionFields
        groups={options}
        currency={currency}
        chosen={chosen}
        missing={missing}
        onChange={(next) => {
          setChosen(next);
          setMissing((before) => before.filter((name) => (next[name] ?? []).length === 0));
        }}
      />
      {options.length > 0 && (
        <TextAreaField
          label={t("add.note")}
          optional
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          maxLength={MAX_LINE_NOTE}
          autosize={false}
          rows={2}
        />
      )}
      {add.error && (
        <p className={classes.error} role="alert">
          {t(failureOf(add.error))}
        </p>
      )}
      <Button
        type="submit"
        color="terracotta"
        fullWidth
        loading={add.isPending}
        leftSection={<Icon of={IconShoppingCartPlus} />}
      >
        {t("add.action", { price: money(price, currency) })}
      </Button>
      <InCart company={company.id} product={product.id} />
    </form>
  );
}

function failureOf(error: Error) {
  const code = error instanceof ApiError ? error.code : "";
  if (code === "network") return "common:error.network";
  return code === "cart.full" ? "add.full" : "add.failed";
}

/** Units of the product that are in the cart already. */
function InCart({ company, product }: { company: number; product: number }) {
  const { t } = useTranslation("cart");
  const cart = useCarts().data?.find((one) => one.company.id === company);
  const lines = cart?.lines.filter(({ product_id }) => product_id === product) ?? [];
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (count === 0) return null;
  return (
    <p className={classes.inCart}>
      {t("add.inCart", { count })}{" "}
      <Link to={cartPath(company)} className={classes.link}>
        {t("view")}
      </Link>
    </p>
  );
}

import type { ReactNode } from "react";
import type { Cart } from "@/shared/cart/types";
import { useProblemWords } from "../hooks/useProblemWords";
import { type CartPart, partId, problemsIn } from "../model/problems";
import classes from "./Cart.module.css";
import { Notice } from "./Notice";

interface PartProps {
  part: CartPart;
  title: string;
  cart: Cart;
  /** The customer has tried to order. */
  attempted: boolean;
  children: ReactNode;
}

/** Part of the cart with its problems. */
export function Part({ part, title, cart, attempted, children }: PartProps) {
  const words = useProblemWords(cart);
  return (
    <section className={classes.part} aria-labelledby={partId(part)}>
      <h2 id={partId(part)} tabIndex={-1} className={classes.partTitle}>
        {title}
      </h2>
      {problemsIn(cart, part, attempted).map((problem) => (
        <Notice key={problem} text={words(problem)} />
      ))}
      {children}
    </section>
  );
}

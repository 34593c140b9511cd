import { useEffect, useState } from "react";
import classes from "./Code.module.css";

interface BarcodeProps {
  text: string;
  /** Accessible name of the code. */
  label: string;
}

/** White modules on both sides, as Code 128 asks for. */
const QUIET = 10;
const HEIGHT = 48;

/** A barcode in Code 128. Its encoder is fetched when one is shown. */
export function Barcode({ text, label }: BarcodeProps) {
  const [bars, setBars] = useState("");
  useEffect(() => {
    let isHere = true;
    import("./encodeBarcode").then(({ encodeBarcode }) => {
      if (isHere) setBars(encodeBarcode(text));
    });
    return () => {
      isHere = false;
    };
  }, [text]);
  const path = [...bars].map((bar, x) => (bar === "1" ? `M${x} 0h1v${HEIGHT}h-1z` : "")).join("");
  const width = Math.max(bars.length, 1);
  return (
    <svg
      className={classes.barcode}
      viewBox={`${-QUIET} -4 ${width + 2 * QUIET} ${HEIGHT + 8}`}
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  );
}

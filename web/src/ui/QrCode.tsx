import { useEffect, useState } from "react";
import classes from "./QrCode.module.css";

interface QrCodeProps {
  text: string;
  /** Accessible name of the code. */
  label: string;
}

/** A QR code. What draws it is fetched when one is shown. */
export function QrCode({ text, label }: QrCodeProps) {
  const [cells, setCells] = useState<boolean[][] | null>(null);
  useEffect(() => {
    let here = true;
    import("qr").then(({ default: encode }) => {
      if (here) setCells(encode(text, "raw", { ecc: "medium", border: 3 }));
    });
    return () => {
      here = false;
    };
  }, [text]);
  const size = cells?.length ?? 1;
  const path = cells?.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path className={classes.dark} d={path ?? ""} />
    </svg>
  );
}

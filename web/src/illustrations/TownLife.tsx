// Objects and people on the square: trees, the fountain, tables.

import classes from "./TownScene.module.css";
import { townColor } from "./townColor";

const CROWN = [
  [0, -96, 42],
  [-34, -78, 30],
  [34, -78, 30],
  [-16, -120, 28],
  [20, -122, 26],
] as const;
const FRUIT = [
  [-30, -84],
  [-8, -112],
  [14, -92],
  [32, -74],
  [-14, -74],
  [24, -116],
  [-40, -70],
  [4, -132],
] as const;

export function OrangeTree({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <ellipse cx="6" cy="0" rx="52" ry="10" fill={townColor("shade")} />
      <path d="M-4 0c2-24 0-40-2-60h12c-2 20-2 40 2 60z" fill={townColor("trunk")} />
      {CROWN.map(([cx, cy, r]) => (
        <circle key={`${cx}${cy}`} cx={cx} cy={cy + 4} r={r} fill={townColor("leaf-shade")} />
      ))}
      {CROWN.map(([cx, cy, r]) => (
        <circle key={`${cx}${cy}`} cx={cx - 3} cy={cy - 3} r={r - 5} fill={townColor("leaf")} />
      ))}
      {FRUIT.map(([cx, cy]) => (
        <circle key={`${cx}${cy}`} cx={cx} cy={cy} r="5" fill={townColor("fruit")} />
      ))}
    </g>
  );
}

export function Fountain() {
  return (
    <g>
      <ellipse cx="606" cy="778" rx="136" ry="30" fill={townColor("shade")} />
      <path d="M470 752v18c0 20 58 34 130 34s130-14 130-34v-18z" fill={townColor("wall-side")} />
      <ellipse cx="600" cy="752" rx="130" ry="30" fill={townColor("stone")} />
      <ellipse cx="600" cy="752" rx="112" ry="23" fill={townColor("water")} />
      <path d="M588 752c4-30 2-52-4-70h32c-6 18-8 40-4 70z" fill={townColor("stone")} />
      <path d="M548 674c4 18 24 24 52 24s48-6 52-24z" fill={townColor("wall-side")} />
      <ellipse cx="600" cy="674" rx="52" ry="11" fill={townColor("stone")} />
      <ellipse cx="600" cy="674" rx="42" ry="7.500" fill={townColor("water")} />
      <path d="M594 674c2-12 2-18 0-26h12c-2 8-2 14 0 26z" fill={townColor("stone")} />
      <g
        className={classes.water}
        fill="none"
        stroke={townColor("water")}
        strokeWidth="4"
        strokeLinecap="round"
      >
        <path d="M600 646c-4-22-26-26-32-4l-3 26M600 646c4-22 26-26 32-4l3 26M600 646v-26" />
        <path
          d="M552 682c-20 8-30 30-34 64M648 682c20 8 30 30 34 64M572 692c-8 16-12 34-14 56M628 692c8 16 12 34 14 56"
          strokeOpacity="0.8"
        />
      </g>
    </g>
  );
}

export function Cafe({ x, y, cloth }: { x: number; y: number; cloth: string }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <ellipse cx="0" cy="28" rx="84" ry="14" fill={townColor("shade")} />
      <path d="M-2-92h4V26h-4z" fill={townColor("trunk")} />
      <path d="M-76-74C-54-104-22-114 0-114s54 10 76 40z" fill={townColor(cloth)} />
      <path d="M-38-74C-30-100-12-114 0-114s30 14 38 40z" fill={townColor("wall-e")} opacity="0.85" />
      <path d="M-14-74c4-26 8-36 14-40 6 4 10 14 14 40z" fill={townColor(cloth)} />
      <ellipse cx="0" cy="-6" rx="34" ry="8" fill={townColor("wall-e")} />
      <path d="M-34-6c0 5 15 9 34 9s34-4 34-9v4c0 5-15 9-34 9S-34 3-34-2z" fill={townColor("wall-side")} />
      <path
        d="M-66-10v36m22-36v36m-24-18h26m62-18v36m22-36v36M42 8h24"
        stroke={townColor("trunk")}
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path d="M-12-12h8v-7h-8zM8-11h8v-8H8z" fill={townColor("cloth-d")} />
    </g>
  );
}

export function Person({
  x,
  y,
  cloth,
  small = false,
  big = false,
}: {
  x: number;
  y: number;
  cloth: string;
  small?: boolean;
  big?: boolean;
}) {
  const size = small ? 0.62 : big ? 1.35 : 1;
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <ellipse cx="4" cy="0" rx="16" ry="4" fill={townColor("shade")} />
      <path d="M-6 0v-20m10 20v-20" stroke={townColor("leg")} strokeWidth="6" strokeLinecap="round" />
      <path d="M-11-18c-1-20 2-30 10-30s12 10 11 30c-6 4-15 4-21 0z" fill={townColor(cloth)} />
      <path
        d="M-9-40c-5 6-6 12-5 18M8-40c5 6 6 12 5 18"
        stroke={townColor(cloth)}
        strokeWidth="5"
        strokeLinecap="round"
        fill="none"
      />
      <circle cx="-1" cy="-56" r="8" fill={townColor("skin")} />
      <path d="M-10-57c-1-9 5-12 9-12s9 3 8 10c-4-4-12-4-17 2z" fill={townColor("trunk")} />
    </g>
  );
}

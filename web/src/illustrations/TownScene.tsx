import { useId } from "react";
import { Cafe, Fountain, OrangeTree, Person } from "./TownLife";
import classes from "./TownScene.module.css";
import { townColor } from "./townColor";

interface HouseProps {
  x: number;
  width: number;
  top: number;
  wall: string;
  shutter: string;
  columns: number;
  rows: number;
  /** Windows lit at night, counted from the first. */
  lit: number[];
}

const GROUND = 640;
const HOUSES: HouseProps[] = [
  { x: 150, width: 130, top: 392, wall: "wall-b", shutter: "shutter", columns: 3, rows: 2, lit: [0, 4] },
  { x: 280, width: 112, top: 430, wall: "wall-d", shutter: "shutter-b", columns: 2, rows: 2, lit: [1] },
  { x: 520, width: 140, top: 404, wall: "wall-e", shutter: "shutter", columns: 3, rows: 2, lit: [2, 3] },
  { x: 660, width: 118, top: 366, wall: "wall-c", shutter: "shutter-b", columns: 2, rows: 3, lit: [0, 3, 4] },
  { x: 778, width: 132, top: 418, wall: "wall-a", shutter: "shutter", columns: 3, rows: 2, lit: [1, 5] },
  { x: 910, width: 140, top: 384, wall: "wall-b", shutter: "shutter-b", columns: 3, rows: 2, lit: [0, 2] },
];

const WHOLE = "0 0 1200 900";
const ROOFS = "0 300 1200 200";

interface TownSceneProps {
  align?: "xMidYMid" | "xMidYMax";
  /** Only the roofs, for a low and wide place. */
  strip?: boolean;
}

/** A square in a southern town: tower, arcades, orange trees, a fountain on tiled ground. By day or by lamplight. */
export function TownScene({ align = "xMidYMid", strip = false }: TownSceneProps) {
  const id = useId();
  return (
    <svg
      className={classes.scene}
      viewBox={strip ? ROOFS : WHOLE}
      preserveAspectRatio={`${align} slice`}
      role="presentation"
      focusable="false"
    >
      <defs>
        <linearGradient id={`${id}sky`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={townColor("sky-top")} />
          <stop offset="0.55" stopColor={townColor("sky-mid")} />
          <stop offset="1" stopColor={townColor("sky-low")} />
        </linearGradient>
        <radialGradient id={`${id}orb`}>
          <stop offset="0" stopColor={townColor("orb-glow")} stopOpacity="0.9" />
          <stop offset="1" stopColor={townColor("orb-glow")} stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}ground`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={townColor("ground-far")} />
          <stop offset="1" stopColor={townColor("ground")} />
        </linearGradient>
        <pattern id={`${id}azulejo`} width="26" height="26" patternUnits="userSpaceOnUse">
          <rect width="26" height="26" fill={townColor("stone")} />
          <path
            d="M13 13C8 12.500 5 9 5 5c4 0 7.500 3 8 8Zm0 0c.5-5 4-8 8-8 0 4-3 7.500-8 8Zm0 0c5 .5 8 4 8 8-4 0-7.500-3-8-8Zm0 0c-.5 5-4 8-8 8 0-4 3-7.500 8-8Z"
            fill={townColor("tile")}
          />
          <path d="M0 0h26M0 0v26" stroke={townColor("tile")} strokeOpacity="0.35" />
        </pattern>
        <clipPath id={`${id}floor`}>
          <path d={`M0 ${GROUND}h1200v${900 - GROUND}H0z`} />
        </clipPath>
      </defs>
      <rect width="1200" height="900" fill={`url(#${id}sky)`} />
      <Sky glow={`url(#${id}orb)`} />
      <path
        d="M0 520c120-70 230-96 350-60s210-44 340-40 220 60 330 34 140-30 180-20v206H0z"
        fill={townColor("hill-far")}
      />
      <path
        d="M0 580c160-60 300-40 430-20s300-50 430-30 240 20 340-14v124H0z"
        fill={townColor("hill-near")}
      />
      <Tower />
      {HOUSES.map((house) => (
        <House key={house.x} {...house} />
      ))}
      <path d={`M0 ${GROUND}h1200v260H0z`} fill={`url(#${id}ground)`} />
      <g clipPath={`url(#${id}floor)`}>
        <Pavement />
      </g>
      <Frame azulejo={`url(#${id}azulejo)`} />
      <OrangeTree x={330} y={702} size={1.05} />
      <OrangeTree x={862} y={708} size={1.15} />
      <Fountain />
      <Cafe x={996} y={764} cloth="cloth-a" />
      <Cafe x={212} y={786} cloth="cloth-b" />
      <Person x={468} y={742} cloth="cloth-a" />
      <Person x={492} y={746} cloth="cloth-b" small />
      <Person x={742} y={736} cloth="cloth-d" />
      <Person x={766} y={738} cloth="cloth-c" />
      <Person x={672} y={824} cloth="cloth-b" big />
      <Lights />
    </svg>
  );
}

const STARS = [
  [80, 90],
  [190, 160],
  [310, 70],
  [420, 130],
  [540, 60],
  [640, 150],
  [720, 80],
  [1020, 70],
  [1110, 170],
  [250, 250],
  [600, 240],
  [1060, 280],
] as const;

function Sky({ glow }: { glow: string }) {
  return (
    <>
      {STARS.map(([x, y], index) => (
        <circle
          key={x}
          cx={x}
          cy={y}
          r={index % 3 === 0 ? 2 : 1.3}
          fill="#fff"
          style={{ opacity: townColor("star") }}
        />
      ))}
      <circle cx="880" cy="210" r="170" fill={glow} />
      <circle cx="880" cy="210" r="46" fill={townColor("orb")} />
      <g fill="#fff" style={{ opacity: townColor("cloud") }}>
        <path d="M150 240c8-28 44-34 60-12 14-22 54-20 60 8 22-4 34 8 34 22H128c0-10 8-18 22-18Z" />
        <path d="M620 150c6-22 36-26 48-10 14-16 44-12 48 8 18-2 28 6 28 18H600c0-8 6-16 20-16Z" />
        <path d="M980 330c6-20 34-24 46-8 14-14 40-10 44 8 16-2 26 6 26 16H962c0-8 6-16 18-16Z" />
      </g>
      <path
        d="M500 300q8-9 16 0q8-9 16 0M548 276q6-7 12 0q6-7 12 0M330 318q6-7 12 0q6-7 12 0"
        fill="none"
        stroke={townColor("window")}
        strokeWidth="2"
        strokeLinecap="round"
        opacity="0.7"
      />
    </>
  );
}

function Tower() {
  return (
    <g>
      <path d="M392 470h128v170H392z" fill={townColor("wall-a")} />
      <path d="M384 472 456 424l72 48z" fill={townColor("roof")} />
      <path d="M424 250h72v390h-72z" fill={townColor("wall-e")} />
      <path d="M472 250h24v390h-24z" fill={townColor("shade")} />
      <path d="M418 250h84v10h-84zm0 120h84v8h-84z" fill={townColor("stone")} />
      <path d="M420 250c4-40 22-62 40-66 18 4 36 26 40 66z" fill={townColor("tile")} />
      <path
        d="M460 184c-14 8-22 34-22 66m22-66c14 8 22 34 22 66"
        fill="none"
        stroke={townColor("stone")}
        strokeWidth="2"
        opacity="0.6"
      />
      <path d="M460 184v-26m-8 8h16" stroke={townColor("roof-shade")} strokeWidth="3" strokeLinecap="round" />
      <path d="M440 350v-44a20 20 0 0 1 40 0v44z" fill={townColor("arch")} opacity="0.85" />
      <path d="M452 334c0-16 3-20 8-20s8 4 8 20l4 6h-24z" fill={townColor("fruit")} />
      <circle
        cx="460"
        cy="412"
        r="22"
        fill={townColor("wall-e")}
        stroke={townColor("tile")}
        strokeWidth="4"
      />
      <path
        d="M460 398v14l10 6"
        stroke={townColor("window")}
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        fill="none"
      />
      <path d="M440 640v-70a20 20 0 0 1 40 0v70z" fill={townColor("arch")} />
    </g>
  );
}

function House({ x, width, top, wall, shutter, columns, rows, lit }: HouseProps) {
  const arcade = 560;
  const stepX = width / columns;
  const stepY = (arcade - top - 24) / rows;
  const windows = Array.from({ length: columns * rows }, (_, index) => index);
  const arches = Array.from({ length: Math.floor(width / 44) }, (_, index) => index);
  const archWidth = width / arches.length;
  return (
    <g>
      <path d={`M${x} ${top}h${width}v${GROUND - top}H${x}z`} fill={townColor(wall)} />
      <path d={`M${x - 5} ${top + 4}l12-28h${width - 14}l12 28z`} fill={townColor("roof")} />
      <path d={`M${x - 5} ${top + 4}h${width + 10}v6H${x - 5}z`} fill={townColor("roof-shade")} />
      {windows.map((index) => {
        const cx = x + stepX * ((index % columns) + 0.5);
        const cy = top + 24 + stepY * Math.floor(index / columns) + 6;
        return (
          <g key={index}>
            <path
              d={`M${cx - 8} ${cy}h16v28h-16z`}
              fill={townColor(lit.includes(index) ? "window-lit" : "window")}
            />
            <path d={`M${cx - 16} ${cy}h8v28h-8zm24 0h8v28h-8z`} fill={townColor(shutter)} />
            <path d={`M${cx - 17} ${cy + 28}h34v4h-34z`} fill={townColor("stone")} />
          </g>
        );
      })}
      <path d={`M${x} ${arcade - 8}h${width}v6H${x}z`} fill={townColor("stone")} />
      {arches.map((index) => {
        const left = x + archWidth * index + 6;
        const inner = archWidth - 12;
        return (
          <path
            key={index}
            d={`M${left} ${GROUND}v-46a${inner / 2} ${inner / 2} 0 0 1 ${inner} 0v46z`}
            fill={townColor("arch")}
            opacity="0.85"
          />
        );
      })}
    </g>
  );
}

const RAYS = Array.from({ length: 25 }, (_, index) => -1800 + index * 200);
const ROWS = [652, 668, 690, 720, 760, 814, 880];

/** Slabs toward one vanishing point, and the waves of a mosaic round the fountain. */
function Pavement() {
  return (
    <g fill="none" stroke={townColor("tile")}>
      <g strokeOpacity="0.13" strokeWidth="2">
        {RAYS.map((x) => (
          <path key={x} d={`M600 560L${x} 900`} />
        ))}
        {ROWS.map((y) => (
          <path key={y} d={`M0 ${y}h1200`} />
        ))}
      </g>
      <g strokeOpacity="0.32" strokeWidth="7">
        <ellipse cx="600" cy="768" rx="250" ry="62" />
        <ellipse cx="600" cy="768" rx="330" ry="88" strokeDasharray="34 22" />
        <ellipse cx="600" cy="768" rx="420" ry="118" strokeOpacity="0.2" />
      </g>
    </g>
  );
}

/** Two houses close by, which frame the view and carry the tiles. */
function Frame({ azulejo }: { azulejo: string }) {
  return (
    <g>
      <path d="M-40 250h190v440H-40z" fill={townColor("wall-c")} />
      <path d="M150 250l-34 0v440l34-30z" fill={townColor("shade")} />
      <path d="M-40 226h204l-10 28H-40z" fill={townColor("roof")} />
      <path d="M-40 470h156v78H-40z" fill={azulejo} />
      <path d="M20 300h44v92H20z" fill={townColor("window-lit")} />
      <path d="M0 300h20v92H0zm64 0h20v92H64z" fill={townColor("shutter")} />
      <path
        d="M-10 392h108v8H-10zm6 8v26m16-26v26m16-26v26m16-26v26m16-26v26m16-26v26m16-26v26M-10 426h108"
        stroke={townColor("window")}
        strokeWidth="3"
        fill={townColor("stone")}
      />
      <path
        d="M4 392c-4-16 10-22 16-12 4-12 20-10 20 4 8-8 20 0 16 8zm66 0c0-12 14-14 16-4 6-6 14 0 10 4z"
        fill={townColor("leaf")}
      />
      <path d="M20 690v-76a30 30 0 0 1 60 0v76z" fill={townColor("arch")} />
      <path d="M1050 214h190v490h-190z" fill={townColor("wall-a")} />
      <path d="M1050 214h34v490l-34-36z" fill={townColor("shade")} />
      <path d="M1036 190h204v28h-194z" fill={townColor("roof")} />
      <path d="M1084 486h156v78h-156z" fill={azulejo} />
      <path d="M1128 270h44v92h-44z" fill={townColor("window")} />
      <path d="M1108 270h20v92h-20zm64 0h20v92h-20z" fill={townColor("shutter-b")} />
      <path
        d="M1098 362h108v8h-108zm6 8v26m16-26v26m16-26v26m16-26v26m16-26v26m16-26v26m16-26v26M1098 396h108"
        stroke={townColor("window")}
        strokeWidth="3"
        fill={townColor("stone")}
      />
      <path d="M1112 362c-4-16 10-22 16-12 4-12 20-10 20 4 8-8 20 0 16 8z" fill={townColor("leaf")} />
      <path
        d="M1112 362q-6 18 2 34m12-34q4 16-2 26"
        stroke={townColor("leaf")}
        strokeWidth="4"
        fill="none"
        strokeLinecap="round"
      />
      <path d="M1124 704v-78a30 30 0 0 1 60 0v78z" fill={townColor("arch")} />
      <path d="M1100 604h108l14 26h-136z" fill={townColor("cloth-a")} />
      <path d="M1119 604h18l-2 26h-22zm36 0h18l6 26h-22z" fill={townColor("wall-e")} />
    </g>
  );
}

const STRINGS = [
  {
    d: "M150 330Q290 420 424 372",
    bulbs: [
      [196, 354],
      [246, 376],
      [300, 388],
      [356, 388],
      [400, 379],
    ],
  },
  {
    d: "M496 372Q760 470 1050 320",
    bulbs: [
      [548, 388],
      [608, 401],
      [672, 409],
      [738, 409],
      [806, 402],
      [874, 388],
      [942, 367],
      [1004, 342],
    ],
  },
] as const;

/** Lamps on a string across the square; they glow after dark. */
function Lights() {
  return (
    <g>
      {STRINGS.map(({ d, bulbs }) => (
        <g key={d}>
          <path d={d} fill="none" stroke={townColor("window")} strokeWidth="2" opacity="0.7" />
          {bulbs.map(([x, y]) => (
            <g key={x}>
              <circle
                cx={x}
                cy={y + 8}
                r="18"
                fill={townColor("window-lit")}
                style={{ opacity: `calc(${townColor("bulb-glow")} * 0.5)` }}
              />
              <circle
                cx={x}
                cy={y + 8}
                r="6"
                fill={townColor("bulb")}
                stroke={townColor("window")}
                strokeWidth="1"
              />
            </g>
          ))}
        </g>
      ))}
    </g>
  );
}

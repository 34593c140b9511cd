import { expect, test } from "vitest";
import { unpackPlan } from "./unpack";

test("unpacks polygons, lines and labels", () => {
  const { features } = unpackPlan({
    box: [2, 41, 3, 42],
    steps: 10,
    parts: [
      { kind: "park", type: "polygon", sizes: [[3, 3]], deltas: [0, 0, 10, 0, 0, 10, -9, -9, 1, 0, 0, 1] },
      { kind: "name", type: "line", name: "Rue", sizes: [2, 2], deltas: [5, 5, 1, 0, -6, -5, 0, 1] },
    ],
    labels: [{ kind: "area", name: "Gràcia", at: [2.157, 41.403] }],
  });
  const shapes = features.map(({ properties, geometry }) => ({ ...properties, ...geometry }));
  expect(shapes).toEqual([
    {
      kind: "park",
      name: undefined,
      type: "MultiPolygon",
      coordinates: [
        [
          [
            [2, 41],
            [3, 41],
            [3, 42],
            [2, 41],
          ],
          [
            [2.1, 41.1],
            [2.2, 41.1],
            [2.2, 41.2],
            [2.1, 41.1],
          ],
        ],
      ],
    },
    {
      kind: "name",
      name: "Rue",
      type: "MultiLineString",
      coordinates: [
        [
          [2.5, 41.5],
          [2.6, 41.5],
        ],
        [
          [2, 41],
          [2, 41.1],
        ],
      ],
    },
    { kind: "area", name: "Gràcia", type: "Point", coordinates: [2.157, 41.403] },
  ]);
});

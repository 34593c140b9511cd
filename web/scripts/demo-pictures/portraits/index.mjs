// The twenty-four people of the demo, each put together from the parts beside this file.
import { Sheet } from "../sheet.mjs";
import { backdrop } from "./backdrop.mjs";
import { clothes, earrings, glasses, hat } from "./clothes.mjs";
import { head, neck } from "./face.mjs";
import { hair } from "./hair.mjs";
import { people } from "./people.mjs";

function portrait(person, index) {
  const s = new Sheet(512, 512, 100 + index * 17);
  const face = { turn: 0, lash: false, ...person, eyes: { y: 232, gap: 37, w: 17, h: 9.5, ...person.eyes } };
  const worn = hair(s, face);
  const tilt = `rotate(${face.lean ?? 0} 256 360)`;
  const figure = s.group(
    [
      s.group([worn.back ?? ""], { transform: tilt }),
      neck(s, face),
      clothes(s, face),
      s.group(
        [
          head(s, face, worn.shadow),
          worn.front ?? "",
          face.earrings ? earrings(s, face) : "",
          face.hat ? hat(s, face) : "",
          face.glasses ? glasses(s, face) : "",
        ],
        { transform: tilt },
      ),
    ],
    { transform: `translate(${256 - 256 * 1.13} ${256 - 262 * 1.13 + 8}) scale(1.13)` },
  );
  return s.svg([backdrop(s, face.behind), figure, s.finish({ grain: 0.1, vignette: 0.26 })]);
}

export const portraits = people.map((person, index) => ({ name: person.name, svg: () => portrait(person, index) }));

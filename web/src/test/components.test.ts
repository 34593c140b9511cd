import { describe, expect, test } from "vitest";
import { sourceFiles } from "./files";

/** Elements that only a shared component may render, since it adds what each use needs. */
const SHARED: { what: string; pattern: RegExp; files: RegExp }[] = [
  {
    what: "buttons of an icon have a name and a tooltip: IconButton, CloseButton",
    pattern: /\b(?:ActionIcon|CloseButton)\b[^;]*\bfrom "@mantine\/core"|<\w+\.CloseButton\b/,
    files: /^ui\/(?:IconButton|CloseButton)\.tsx$/,
  },
  {
    what: "pictures load in the width of their place: Picture, LocalPicture, Avatar",
    pattern: /<img\b/,
    files: /^(?:shared\/picture\/(?:Picture|PictureViewer|LocalPicture)|ui\/Avatar)\.tsx$/,
  },
  {
    what: "posters load in the width of their place: Video",
    pattern: /<video\b(?:=>|[^>])*\bposter=/,
    files: /^shared\/picture\/Video\.tsx$/,
  },
  {
    what: "chunks that cannot be loaded leave the screen in place: lazyPart, lazyScreen",
    pattern: /\blazy\(/,
    files: /^(?:app\/(?:lazyScreen|RealtimeBoundary)\.tsx|lib\/lazyPart\.ts)$/,
  },
  {
    what: "only optional fields have a mark: the fields of ui",
    pattern: /\bwithAsterisk\b/,
    files: /^ui\/\w+Field\.tsx$/,
  },
];

describe("shared components", () => {
  const files = sourceFiles(/\.tsx$/).filter(({ name }) => !name.includes(".test."));

  test.each(SHARED)("$what", ({ pattern, files: allowed }) => {
    const uses = files.filter(({ text }) => pattern.test(text)).map(({ name }) => name);
    expect(uses.filter((name) => !allowed.test(name))).toEqual([]);
    expect(uses.length).toBeGreaterThan(0);
  });

  test.each([
    [0, 'import { ActionIcon, Button } from "@mantine/core";', true],
    [0, 'import {\n  Button,\n  CloseButton,\n} from "@mantine/core";', true],
    [0, "<Drawer.CloseButton size={44} />", true],
    [0, 'import { CloseButton } from "@/ui/CloseButton";\nimport { Button } from "@mantine/core";', false],
    [1, "<img src={url} />", true],
    [2, "<video\n  onError={() => fail()}\n  poster={url}\n/>", true],
    [2, "<video src={url} />\n<Video poster={url} />", false],
    [3, 'const Sheet = lazy(() => import("./Sheet"));', true],
    [3, 'const Sheet = lazyPart(() => import("./Sheet"));', false],
    [4, "<TextField required withAsterisk={false} />", true],
    [4, "<TextField required />", false],
  ])("rule %d finds %j: %s", (rule, text, found) => {
    expect(SHARED[rule]?.pattern.test(text)).toBe(found);
  });
});

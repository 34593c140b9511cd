import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LANGUAGES } from "@/lib/languages";
import { chunksOfViews } from "../../scripts/chunks";
import { withTexts } from "../../scripts/frame";

const frameStyles = readFileSync("src/app/frame/frame.css", "utf8");

const WIDELY = 3;

function chunk(name: string, imports: string[] = [], isDynamicEntry = true) {
  return { fileName: name, imports, isEntry: false, isDynamicEntry, moduleIds: [`/web/src/${name}.tsx`] };
}

test("modules of first views are grouped by their users", () => {
  const screens = Array.from({ length: WIDELY }, (_, at) => chunk(`screen${at}`, ["wide", "both"]));
  const plan = chunksOfViews(
    [
      chunk("start", ["base"]),
      chunk("base", [], false),
      chunk("home", ["base", "own", "wide", "both", "town"]),
      chunk("login", ["base", "both", "town"]),
      ...["own", "wide", "both", "town"].map((name) => chunk(name, [], false)),
      ...screens,
    ],
    { shell: ["start.tsx"], home: ["home.tsx"], auth: ["login.tsx"] },
  );
  const groups = Object.fromEntries([...plan].map(([id, group]) => [id.slice(9, -4), group]));
  expect(groups).toEqual({
    start: "shell",
    base: "shell",
    home: "home",
    own: "home",
    login: "auth",
    wide: "home-shared",
    both: "shell",
    town: "home-auth",
  });
});

test("an icon of one other screen brings no view along", () => {
  const icon = { ...chunk("IconMail", [], false), moduleIds: ["/node_modules/icons-react/IconMail.mjs"] };
  const own = chunk("own", [], false);
  const plan = chunksOfViews(
    [chunk("home", ["IconMail", "own"]), chunk("other", ["IconMail", "own"]), icon, own],
    {
      home: ["home.tsx"],
    },
  );
  expect(plan.get("/node_modules/icons-react/IconMail.mjs")).toBe("home-shared");
  expect(plan.get("/web/src/own.tsx")).toBe("home");
});

test("the views of a member have one style sheet", () => {
  const styled = (name: string) => {
    const one = chunk(name);
    return { ...one, moduleIds: [...one.moduleIds, `/web/src/${name}.module.css`] };
  };
  const plan = chunksOfViews([styled("bell"), styled("list"), styled("home")], {
    member: ["bell.tsx"],
    messages: ["list.tsx"],
    home: ["home.tsx"],
  });
  const styles = [...plan].filter(([id]) => id.endsWith(".css"));
  expect(styles.map(([, group]) => group)).toEqual(["member-shared", "member-shared", "home"]);
  expect(plan.get("/web/src/bell.tsx")).toBe("member");
  expect(plan.get("/web/src/list.tsx")).toBe("messages");
});

test("a first view names modules that exist", () => {
  expect(() => chunksOfViews([chunk("home")], { home: ["gone.tsx"] })).toThrow("gone.tsx");
});

test("the frame has its texts in each complete language", () => {
  const title = withTexts("<h1>{{auth:signup.title}}</h1>");
  for (const { tag } of LANGUAGES) {
    expect(title).toMatch(new RegExp(`<span lang="${tag}">[^<]+</span>`));
    expect(frameStyles).toContain(`html[lang="${tag}"] #splash [lang]:not([lang="${tag}"])`);
  }
  expect(() => withTexts("{{auth:gone}}")).toThrow("auth:gone");
});

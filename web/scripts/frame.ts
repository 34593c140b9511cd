import { readFileSync } from "node:fs";
import path from "node:path";
import type { IndexHtmlTransformContext, Plugin, Rolldown } from "vite";
import { LANGUAGES } from "../src/lib/languages.ts";
import { VIEW_TEXTS, VIEWS } from "./chunks.ts";

const FONT = /(inter|fraunces)-latin\.woff2$/;

const escapeHtml = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

function textOf(code: string, area: string, key: string): string {
  const file = path.join(import.meta.dirname, `../src/locales/${code}/${area}.json`);
  const text = (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>)[key];
  if (text === undefined) throw new Error(`The frame shows ${area}:${key}, which ${code} does not have.`);
  return escapeHtml(text);
}

/** Replaces `{{area:key}}` by the text in each language. The style sheet shows that of the page. */
export function withTexts(html: string): string {
  return html.replace(/\{\{(\w+):([\w.]+)\}\}/g, (_, area: string, key: string) =>
    LANGUAGES.map(({ code, tag }) => `<span lang="${tag}">${textOf(code, area, key)}</span>`).join(""),
  );
}

type Bundle = Rolldown.OutputBundle;

/** Scripts and style sheets that the chunks around `modules` need. */
function filesAround(bundle: Bundle, modules: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
  };
  for (const module of modules) {
    add(chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${module}`))));
  }
  return [...files].map((file) => `/${file}`);
}

function filesOfViews(bundle: Bundle): Record<string, string[]> {
  const shell = filesAround(bundle, VIEWS.shell ?? []);
  const views = Object.entries(VIEWS).map(([view, modules]) => {
    const files = filesAround(bundle, modules);
    return [view, view === "shell" ? files : files.filter((file) => !shell.includes(file))];
  });
  const texts = LANGUAGES.flatMap(({ code }) =>
    Object.entries(VIEW_TEXTS).map(([view, areas]) => [
      `${view}.${code}`,
      filesAround(bundle, [
        ...(view === "shell" ? [`locales/${code}/index.ts`] : []),
        ...areas.map((area) => `locales/${code}/${area}.json`),
      ]),
    ]),
  );
  return Object.fromEntries([...views, ...texts]);
}

/** Fills the frame of index.html, and tells boot.js the files of each view, with its texts in each language. */
export function frame(): Plugin[] {
  return [
    { name: "frame-texts", transformIndexHtml: { order: "pre", handler: withTexts } },
    {
      name: "frame-files",
      apply: "build",
      transformIndexHtml: {
        order: "post",
        handler(html: string, { bundle }: IndexHtmlTransformContext) {
          if (!bundle) return html;
          const files = escapeHtml(JSON.stringify(filesOfViews(bundle)));
          const fonts = Object.values(bundle)
            .filter((file) => file.type === "asset" && file.originalFileNames.some((name) => FONT.test(name)))
            .map(({ fileName }) => ({
              tag: "link",
              attrs: {
                rel: "preload",
                as: "font",
                type: "font/woff2",
                crossorigin: "",
                href: `/${fileName}`,
              },
              injectTo: "head" as const,
            }));
          return {
            html: html.replace('src="/boot.js"', `src="/boot.js" data-files='${files}'`),
            tags: fonts,
          };
        },
      },
    },
  ];
}

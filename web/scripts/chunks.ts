import { build, type InlineConfig, type Plugin, type Rolldown } from "vite";

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset;

/**
 * Modules that a first view renders before anybody touches it. What it has for itself is one file. `shell` comes with every view,
 * `member` with every view of a person who is signed in.
 */
export const VIEWS: Record<string, readonly string[]> = {
  shell: ["app/start.tsx"],
  home: [
    "app/HomeRoute.tsx",
    "features/discover/bar/SearchEntry.tsx",
    "features/discover/bar/SearchPill.tsx",
    "features/advertisements/AdvertisementCard.tsx",
    "illustrations/TownScene.tsx",
  ],
  auth: [
    "features/auth/login/LoginScreen.tsx",
    "features/auth/signup/SignupScreen.tsx",
    "illustrations/TownScene.tsx",
  ],
  member: [
    "app/RealtimeRoot.tsx",
    "app/shell/MemberOfflineBanner.tsx",
    "features/messages/UnreadBadge.tsx",
    "features/people/PeopleBadge.tsx",
    "features/people/FriendAnnouncer.tsx",
    "features/notifications/NotificationBell.tsx",
    "shared/cart/CartBar.tsx",
    "shared/cart/CartLink.tsx",
  ],
  messages: ["app/MessagesRoute.tsx", "app/RecentChats.tsx"],
};

/** Areas of texts that a first view shows at once. */
export const VIEW_TEXTS: Record<string, readonly string[]> = {
  shell: ["common"],
  auth: ["auth"],
  member: ["messages"],
};

/** Returns the chunk that each module of a first view belongs to. A build without groups tells what a view really runs. */
export async function planChunks(config: InlineConfig): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      minify: false,
      // Otherwise small chunks go into others, and no longer tell which entries need them.
      rolldownOptions: { experimental: { chunkOptimization: false } },
    },
  });
  const output: Output[] = "output" in built ? built.output : [];
  return chunksOfViews(output.filter((file) => file.type === "chunk"));
}

/** An icon is too small to bring the rest of a view along to a single other screen. */
const isIcon = (id: string): boolean => id.includes("/icons-react/");

type Chunk = Pick<Rolldown.OutputChunk, "fileName" | "imports" | "isEntry" | "isDynamicEntry" | "moduleIds">;

/** Other lazy modules that need a module, from which on it does not bring the rest of its view along. */
const WIDELY = 3;

export function chunksOfViews(
  chunks: readonly Chunk[],
  views: Record<string, readonly string[]> = VIEWS,
): ReadonlyMap<string, string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const reach = (from: readonly (Chunk | undefined)[], seen = new Set<Chunk>()): Set<Chunk> => {
    for (const chunk of from) {
      if (!chunk || seen.has(chunk)) continue;
      seen.add(chunk);
      reach(
        chunk.imports.map((name) => byName.get(name)),
        seen,
      );
    }
    return seen;
  };
  const needed = new Map<Chunk, Set<string>>();
  const entries = new Set<Chunk>();
  for (const [view, modules] of Object.entries(views)) {
    for (const module of modules) {
      const entry = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${module}`)));
      if (!entry) throw new Error(`No module ${module} for the first view "${view}".`);
      entries.add(entry);
      for (const chunk of reach([entry])) needed.set(chunk, (needed.get(chunk) ?? new Set()).add(view));
    }
  }
  const others = new Map<Chunk, number>();
  for (const entry of chunks.filter((chunk) => chunk.isDynamicEntry && !entries.has(chunk))) {
    for (const chunk of reach([entry])) others.set(chunk, (others.get(chunk) ?? 0) + 1);
  }
  const plan = new Map<string, string>();
  for (const [chunk, by] of needed) {
    const isWide = (others.get(chunk) ?? 0) >= (chunk.moduleIds.every(isIcon) ? 1 : WIDELY);
    const group = groupOf(by, isWide);
    for (const id of chunk.moduleIds) plan.set(id, id.endsWith(".css") ? stylesOf(group) : group);
  }
  return plan;
}

function groupOf(views: ReadonlySet<string>, isWide: boolean): string {
  const names = [...views].filter((name) => name !== "messages" || !views.has("member"));
  // The few that several views and other screens need are worth no file.
  if (views.has("shell") || (isWide && names.length > 1)) return "shell";
  // Nor are the few that `messages` shares.
  const [owner] = views.has("messages") ? ["member"] : names;
  return isWide ? `${owner}-shared` : names.join("-");
}

/** The views of a member have one style sheet. */
function stylesOf(group: string): string {
  return ["member", "messages"].includes(group) ? "member-shared" : group;
}

/** Writes for `npm run size` which file holds each lazy module, since the manifest leaves out those in a file of several. */
export function firstViews(): Plugin {
  return {
    name: "first-views",
    apply: "build",
    generateBundle(_, bundle) {
      const modules: Record<string, string> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        for (const id of chunk.moduleIds) {
          const isLazy = (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;
          const source = id.split("/web/src/")[1];
          if (isLazy && source) modules[source] = chunk.fileName;
        }
      }
      const source = JSON.stringify({ modules, views: VIEWS });
      this.emitFile({ type: "asset", fileName: ".vite/first-views.json", source });
    },
  };
}

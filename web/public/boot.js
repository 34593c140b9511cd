// Sets scheme, language, direction and view before the first paint, and names the files of the view. Classic script: it must run before the
// body is parsed.
(() => {
  const root = document.documentElement;
  // The build writes them into the page: the files of each view, and of its texts in each language.
  const files = JSON.parse(document.currentScript.dataset.files ?? "{}");
  // As in src/lib/languages.ts: the tag of each language, and its direction.
  const languages = {
    US: ["en", "ltr"],
    FR: ["fr", "ltr"],
    ES: ["es", "ltr"],
    CN: ["zh-Hans", "ltr"],
    SA: ["ar", "rtl"],
    DE: ["de", "ltr"],
    NL: ["nl", "ltr"],
    IT: ["it", "ltr"],
    PT: ["pt-PT", "ltr"],
    JP: ["ja", "ltr"],
    TL: ["th", "ltr"],
    SE: ["sv", "ltr"],
    RU: ["ru", "ltr"],
  };
  // An address such as `/map?lang=FR` names the language of the tab.
  const address = new URL(location.href);
  const named = address.searchParams.get("lang")?.toUpperCase();
  if (named !== undefined) {
    address.searchParams.delete("lang");
    history.replaceState(history.state, "", address);
  }
  let scheme = null;
  let lang = null;
  let rail = null;
  let user = null;
  try {
    scheme = localStorage.getItem("plaza.scheme");
    if (Object.hasOwn(languages, named ?? "")) sessionStorage.setItem("lang", named);
    lang = sessionStorage.getItem("lang") ?? localStorage.getItem("lang");
    rail = localStorage.getItem("rail");
    const stored = localStorage.getItem("plaza.auth") ?? sessionStorage.getItem("plaza.auth");
    user = JSON.parse(stored)?.user ?? null;
  } catch {
    // Storage may be forbidden: the defaults stand.
  }
  if (scheme !== "light" && scheme !== "dark") {
    scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  root.dataset.mantineColorScheme = scheme;
  // As src/lib/i18n.ts: the language of the tab, the choice of this browser, the language of the account, the browser's own.
  const asked = [lang, user?.type === "guest" ? null : user?.language].find((code) =>
    Object.hasOwn(languages, code ?? ""),
  );
  const base = (tag) => tag.split("-")[0];
  const preferred = (navigator.languages ?? [])
    .map((tag) => Object.keys(languages).find((code) => base(languages[code][0]) === base(tag)))
    .find(Boolean);
  const texts = asked ?? preferred ?? "US";
  [root.lang, root.dir] = languages[texts];
  if (rail) root.dataset.rail = rail;
  if (user) root.dataset.account = user.type;

  const isMember = user !== null && user.type !== "guest";
  const path = location.pathname.replace(/(.)\/$/, "$1");
  const view =
    path === "/"
      ? "home"
      : path === "/login" || path === "/signup"
        ? path.slice(1)
        : path !== "/messages"
          ? "page"
          : isMember
            ? "list"
            : "login";
  root.dataset.view = view;

  const parts = [
    "shell",
    { home: "home", login: "auth", signup: "auth", list: "messages" }[view],
    isMember && "member",
  ];
  // src/app/main.tsx downloads them once the frame is on the screen.
  globalThis.viewFiles = [
    ...new Set(parts.flatMap((part) => [...(files[part] ?? []), ...(files[`${part}.${texts}`] ?? [])])),
  ];
})();

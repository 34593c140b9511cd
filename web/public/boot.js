// Sets scheme, language and view before the first paint, and names the files of the view. Classic script: it must run before the
// body is parsed.
(() => {
  const root = document.documentElement;
  // The build writes them into the page: the files of each view, and of its texts in each language.
  const files = JSON.parse(document.currentScript.dataset.files ?? "{}");
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
    if (named === "US" || named === "FR") sessionStorage.setItem("lang", named);
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
  const isFrench = lang ? lang === "FR" : /^fr\b/.test(navigator.language);
  root.lang = isFrench ? "fr" : "en";
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

  const texts = isFrench ? "FR" : "US";
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

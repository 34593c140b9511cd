// Sets scheme and direction before the first paint. Classic script: it must run before the body is parsed.
(() => {
  const root = document.documentElement;
  let scheme = null;
  let lang = null;
  try {
    scheme = localStorage.getItem("plaza.scheme");
    lang = localStorage.getItem("lang");
  } catch {
    // Storage may be forbidden: the defaults stand.
  }
  if (scheme !== "light" && scheme !== "dark") {
    scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  root.dataset.mantineColorScheme = scheme;
  root.dir = lang === "SA" ? "rtl" : "ltr";
})();

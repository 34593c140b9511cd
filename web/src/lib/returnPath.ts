/** Where `?next=` leads after signing in. Only inside this app: another origin in the address of a link would be a trap. */
export function nextPath(search: URLSearchParams, otherwise = "/"): string {
  const next = search.get("next") ?? otherwise;
  return /^\/(?![/\\])/.test(next) ? next : otherwise;
}

/** Returns the path in `?next=` for after the sign-in. Only paths of this app: another origin would be an open redirect. */
export function nextPath(search: URLSearchParams, otherwise = "/"): string {
  const next = search.get("next") ?? otherwise;
  return /^\/(?![/\\])/.test(next) ? next : otherwise;
}

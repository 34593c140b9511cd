// What the scripts that measure in a real browser share.
import { chromium } from "@playwright/test";

/** Address of the demo server, from the command line. */
export const url = process.argv[2] ?? "http://127.0.0.1:8080";

export async function call(path, token, body) {
  const answer = await fetch(new URL(path, url), {
    method: body ? "POST" : "GET",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

export const openBrowser = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking", "--autoplay-policy=no-user-gesture-required"],
  });

/** Value below which this part of the values lies. */
export function percentile(values, part) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

// What the scripts that print figures share: calls of the API, a browser, its memory, and the parts of a list of times.
import { chromium } from "@playwright/test";

export const BROWSER = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox", "--disable-background-networking"],
};

export const launch = (...args) => chromium.launch({ ...BROWSER, args: [...BROWSER.args, ...args] });

/** Returns a function that calls the API at `url` with a JSON body, or with bytes. It fails unless the answer is a success. */
export const apiAt = (url) => async (method, path, token, body) => {
  const isBytes = body instanceof Uint8Array;
  const answer = await fetch(new URL(`/api/v1/${path}`, url), {
    method,
    headers: {
      ...(body && { "content-type": isBytes ? "application/octet-stream" : "application/json" }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: isBytes ? body : body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

/** Returns a function that reads the memory of a page after a collection of its garbage. */
export async function memoryOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  return async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (name) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return { mb: of("JSHeapUsedSize") / 2 ** 20, nodes: of("Nodes"), listeners: of("JSEventListeners") };
  };
}

/** Returns the value below which this part of the values lies: 0.5 for the median, 1 for the largest. */
export function quantile(values, part) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

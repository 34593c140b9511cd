import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { startProvider } from "./provider";

const READY_MS = 120_000;

/** Starts the server that PLAZA_BIN names, with the full demo in a folder that goes when the tests are over. */
export default async function startServer(): Promise<() => Promise<void>> {
  const binary = process.env.PLAZA_BIN;
  if (!binary) throw new Error("Set PLAZA_URL to a running server, or PLAZA_BIN to the server's binary.");
  const data = await mkdtemp(path.join(tmpdir(), "plaza-e2e-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const provider = await startProvider();
  const server = spawn(binary, [], {
    env: {
      ...process.env,
      PLAZA_LISTEN: `127.0.0.1:${port}`,
      PLAZA_DATA: data,
      PLAZA_DEMO: "full",
      // All journeys sign up from one address.
      PLAZA_SIGN_IN_RATE: "300",
      PLAZA_SOCIAL: provider.setting,
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  try {
    await untilReady(url, server);
  } catch (error) {
    server.kill("SIGKILL");
    provider.stop();
    throw error;
  }
  // `baseURL` of the tests: workers are started after this and inherit it.
  process.env.PLAZA_URL = url;
  process.env.PLAZA_PROVIDER = "lighthouse";
  return async () => {
    await stop(server);
    provider.stop();
    await rm(data, { recursive: true, force: true });
  };
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const until = Date.now() + READY_MS;
  while (Date.now() < until) {
    if (server.exitCode !== null)
      throw new Error(`The server ended with ${server.exitCode} before it was ready.`);
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The server was not ready after ${READY_MS} ms.`);
}

function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    server.once("exit", () => resolve());
    server.kill("SIGTERM");
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (typeof address === "object" && address ? resolve(address.port) : reject()));
    });
  });
}

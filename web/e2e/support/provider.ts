import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** Client settings of the provider in the test server. */
const CLIENT = { id: "plaza-e2e", secret: "not-a-secret-here" };

/** Behaviors of the fake provider: success, cancellation, or protocol violations. */
const PROVIDER_BEHAVIORS = {
  Continue: {},
  Deny: { deny: true },
  "Continue with another state": { state: "of-another-trip" },
  "Continue with another nonce": { nonce: "of-another-trip" },
  "Continue for another client": { audience: "somebody-else" },
  "Continue with a key of one's own": { forged: true },
} as const;

interface ProviderBehavior {
  deny?: boolean;
  state?: string;
  nonce?: string;
  audience?: string;
  forged?: boolean;
}

interface Given extends ProviderBehavior {
  asked: URLSearchParams;
  subject: string;
}

const pair = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

/** An OpenID Connect provider on this machine, as small as the server's trip needs it. */
export async function startProvider(): Promise<{ setting: string; stop: () => void }> {
  const [own, strange] = [pair(), pair()];
  const codes = new Map<string, Given>();
  let issuer = "";

  const authorize = (query: URLSearchParams, to: ServerResponse) => {
    const links = Object.keys(PROVIDER_BEHAVIORS).map((way) => {
      const chosen = new URLSearchParams(query);
      chosen.set("way", way);
      return `<p><a href="/chosen?${chosen.toString().replaceAll("&", "&amp;")}">${way}</a></p>`;
    });
    to.writeHead(200, { "content-type": "text/html" });
    to.end(
      `<!doctype html><html lang="en"><title>Lighthouse</title><h1>Lighthouse</h1>${links.join("")}</html>`,
    );
  };

  const chosen = (query: URLSearchParams, to: ServerResponse) => {
    const way: ProviderBehavior = PROVIDER_BEHAVIORS[query.get("way") as keyof typeof PROVIDER_BEHAVIORS];
    const back = new URL(query.get("redirect_uri") ?? "");
    back.searchParams.set("state", way.state ?? query.get("state") ?? "");
    if (way.deny) back.searchParams.set("error", "access_denied");
    else {
      const code = randomUUID();
      codes.set(code, { ...way, asked: query, subject: `lighthouse-${randomUUID()}` });
      back.searchParams.set("code", code);
    }
    to.writeHead(302, { location: back.href });
    to.end();
  };

  const token = async (request: IncomingMessage, to: ServerResponse) => {
    const form = new URLSearchParams(await bodyOf(request));
    const given = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const proof = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const basic = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString("base64");
    const known = request.headers.authorization === `Basic ${basic}`;
    if (!given || !known || proof !== given.asked.get("code_challenge")) {
      return json(to, 400, { error: "invalid_grant" });
    }
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: given.audience ?? CLIENT.id,
      sub: given.subject,
      nonce: given.nonce ?? given.asked.get("nonce"),
      iat: now,
      exp: now + 300,
      email: `${given.subject}@lighthouse.example`,
      email_verified: true,
      given_name: "Lena",
      family_name: "Faro",
    };
    const head = { alg: "RS256", typ: "JWT", kid: "one" };
    const said = [head, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    const { privateKey } = given.forged ? strange : own;
    const id_token = `${said}.${sign("sha256", Buffer.from(said), privateKey).toString("base64url")}`;
    json(to, 200, { access_token: randomUUID(), token_type: "Bearer", expires_in: 300, id_token });
  };

  const server = createServer((request, to) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", issuer);
    if (pathname === "/authorize") return authorize(searchParams, to);
    if (pathname === "/chosen") return chosen(searchParams, to);
    if (pathname === "/token") return token(request, to);
    if (pathname === "/keys") {
      const key = own.publicKey.export({ format: "jwk" });
      return json(to, 200, { keys: [{ ...key, kid: "one", use: "sig", alg: "RS256" }] });
    }
    json(to, 200, {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ["code"],
      id_token_signing_alg_values_supported: ["RS256"],
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the provider has no port");
  issuer = `http://127.0.0.1:${address.port}`;
  return {
    setting: `id=lighthouse,name=Lighthouse,issuer=${issuer},client_id=${CLIENT.id},client_secret=${CLIENT.secret}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request) text += piece;
  return text;
}

function json(to: ServerResponse, status: number, value: object): void {
  to.writeHead(status, { "content-type": "application/json" });
  to.end(JSON.stringify(value));
}

// Command ids: 48 bits of time and 80 random bits in Crockford's base 32. Ids made by one tab only grow, even
// within a millisecond, because the outbox sends in the order of its ids.

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

let lastTime = 0;
let lastRandom = new Uint8Array(16);

/** 16 digits of 5 bits, one per byte. */
function fresh(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(16)).map((byte) => byte & 31);
}

function following(digits: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const next = digits.slice();
  for (let at = next.length - 1; at >= 0; at -= 1) {
    const digit = next[at] ?? 0;
    if (digit < 31) {
      next[at] = digit + 1;
      return next;
    }
    next[at] = 0;
  }
  return next;
}

export function ulid(now: number = Date.now()): string {
  if (now > lastTime) {
    lastTime = now;
    lastRandom = fresh();
  } else {
    lastRandom = following(lastRandom);
  }
  let time = "";
  for (let rest = lastTime, digit = 0; digit < 10; digit += 1) {
    time = alphabet.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  return time + Array.from(lastRandom, (digit) => alphabet.charAt(digit)).join("");
}

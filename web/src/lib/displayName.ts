/** Display name of a person, and the initials of an avatar without a picture. */
export interface Named {
  firstName?: string | null;
  lastName?: string | null;
  userName: string;
}

export function displayName(person: Named): string {
  const name = [person.firstName, person.lastName].filter(Boolean).join(" ").trim();
  return name || person.userName;
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = firstLetter(words[0]);
  const last = words.length > 1 ? firstLetter(words.at(-1)) : "";
  return (first + last).toLocaleUpperCase();
}

function firstLetter(word = ""): string {
  // By code point, so that a letter outside the basic plane is not cut in half.
  return [...word][0] ?? "";
}

import type { OfferingSection } from "../types";

const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLocaleLowerCase();

/** Returns the sections with the items that have every word of the query. Case and accents do not count. */
export function searchSections(sections: readonly OfferingSection[], query: string): OfferingSection[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...sections];
  return sections
    .map(({ folder, items }) => ({
      folder,
      items: items.filter(({ name }) => {
        const text = fold(`${folder?.name ?? ""} ${name}`);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ items }) => items.length > 0);
}

export const countItems = (sections: readonly OfferingSection[]): number =>
  sections.reduce((sum, { items }) => sum + items.length, 0);

export const sectionId = ({ folder }: Pick<OfferingSection, "folder">): string =>
  `section-${folder?.id ?? "others"}`;

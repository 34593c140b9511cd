import type { HelpTopic } from "../types";

/** Text without case and accents. */
const folded = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase();

/** Questions that contain all words of a search. Topics without one are left out. */
export function found(topics: readonly HelpTopic[], query: string): HelpTopic[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  const fits = ({ question, answer }: HelpTopic["questions"][number]) => {
    const text = folded(`${question} ${answer}`);
    return words.every((word) => text.includes(word));
  };
  return topics
    .map((topic) => ({ ...topic, questions: topic.questions.filter(fits) }))
    .filter(({ questions }) => questions.length > 0);
}

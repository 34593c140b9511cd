// Subtitles as WebVTT.

const stamp = (seconds) => {
  const millis = Math.round(seconds * 1000);
  const part = (value, size) => String(value).padStart(size, "0");
  return `${part(Math.floor(millis / 3_600_000), 2)}:${part(Math.floor(millis / 60_000) % 60, 2)}:${part(Math.floor(millis / 1000) % 60, 2)}.${part(millis % 1000, 3)}`;
};

/** Returns a WebVTT file that shares the lines out evenly over the clip, with a short pause between two. */
export function vtt(lines, seconds) {
  const each = seconds / lines.length;
  const cues = lines.map(
    (line, i) => `${stamp(i * each + 0.2)} --> ${stamp((i + 1) * each - 0.2)}\n${line}\n`,
  );
  return `WEBVTT\n\n${cues.join("\n")}`;
}

/**
 * Calls back with the text of the running subtitle, empty between two. The browser parses the file; the page draws the
 * text, because the browser's own place for it is under the buttons. Returns the way to stop.
 */
export function showCues(video: HTMLVideoElement, onCue: (text: string) => void): () => void {
  const tracks = video.textTracks;
  const show = () => {
    const cues = [...tracks].flatMap((track) => [...(track.activeCues ?? [])]);
    onCue(cues.map((cue) => (cue as VTTCue).text).join("\n"));
  };
  const follow = () => {
    for (const track of tracks) {
      track.mode = "hidden";
      track.addEventListener("cuechange", show);
    }
  };
  follow();
  tracks.addEventListener("addtrack", follow);
  return () => {
    tracks.removeEventListener("addtrack", follow);
    for (const track of tracks) track.removeEventListener("cuechange", show);
    onCue("");
  };
}

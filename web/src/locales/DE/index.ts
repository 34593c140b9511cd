/** Areas of the texts of this language, each loaded on demand. */
export default import.meta.glob<{ default: object }>("./*.json");

/** The small drawing of an empty square: an arcade, a bench, a tree. Colors follow the scheme. */
export function SquareScene() {
  return (
    <svg viewBox="0 0 148 112" role="presentation" focusable="false">
      <path d="M6 104h136" stroke="var(--p-line-strong)" strokeWidth="1.5" strokeLinecap="round" />
      <circle cx="112" cy="26" r="12" fill="var(--p-warning-soft)" />
      <path d="M20 104V50l32-16 32 16v54z" fill="var(--p-primary-soft)" />
      <path
        d="M16 51 52 32l36 19"
        fill="none"
        stroke="var(--p-accent)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M28 104V80a8 8 0 0 1 16 0v24zm32 0V80a8 8 0 0 1 16 0v24z" fill="var(--p-primary)" />
      <circle cx="52" cy="54" r="6" fill="var(--p-raised)" stroke="var(--p-primary)" strokeWidth="1.5" />
      <path
        d="M52 50.5V54l2.5 1.5"
        stroke="var(--p-primary)"
        strokeWidth="1.2"
        fill="none"
        strokeLinecap="round"
      />
      <path d="M118 104V78" stroke="var(--p-line-strong)" strokeWidth="3" strokeLinecap="round" />
      <path
        d="M118 86c-13 0-18-9-16-18 1-5 6-8 8-12 3-5 14-5 16 1 2 4 8 6 9 12 2 10-5 17-17 17z"
        fill="var(--p-positive)"
        opacity="0.85"
      />
      <path d="M90 98h18M92 98v6m14-6v6" stroke="var(--p-accent-ink)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

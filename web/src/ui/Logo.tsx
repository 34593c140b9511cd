/** Brand logo: a pavement tile. Four petals meet in the middle, as on a wall of azulejos. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" role="presentation" focusable="false">
      <rect width="32" height="32" rx="8" fill="#1d4f7c" />
      <path
        d="M16 16C9.5 15.5 5 11 5 5c6 0 10.500 4.500 11 11Zm0 0c.5-6.500 5-11 11-11 0 6-4.500 10.500-11 11Zm0 0c6.500.5 11 5 11 11-6 0-10.500-4.500-11-11Zm0 0c-.5 6.500-5 11-11 11 0-6 4.500-10.500 11-11Z"
        fill="#fbf8f3"
      />
      <path
        d="M16 3.500 19 7l-3 3.500L13 7Zm0 18 3 3.500-3 3.500-3-3.500ZM3.500 16 7 13l3.500 3L7 19Zm18 0 3.500-3 3.500 3-3.500 3Z"
        fill="#e98a63"
      />
      <circle cx="16" cy="16" r="2.600" fill="#c4532f" />
    </svg>
  );
}

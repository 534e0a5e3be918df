const LINE = { fill: 'none', stroke: 'var(--wm-ink)', strokeWidth: 15, strokeLinecap: 'round' } as const;

/** One letter d: its bowl is one of Kombi's eyes, which looks at the o. */
function Eye({ x }: { x: number }) {
  return (
    <>
      <path d={`M${x + 20} 14V61`} {...LINE} />
      <circle cx={x} cy="42" r="26.5" fill="var(--wm-ink)" />
      <circle cx={x} cy="42" r="15.5" fill="var(--wm-eye)" />
      <circle cx={x + 4.5} cy="41" r="8.5" fill="var(--wm-iris)" />
      <circle cx={x + 7.6} cy="37.8" r="2.9" fill="var(--wm-eye)" />
    </>
  );
}

/** The site's name as a drawing; its colours follow the background (--wm-*). */
export function Wordmark({ label }: { label?: string }) {
  return (
    <svg
      className="wordmark"
      viewBox="0 0 256 74"
      width="256"
      height="74"
      role="img"
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d="M11 13V61M39 29L15 46M26 41L42 61M67 37V61" strokeLinejoin="round" {...LINE} />
      <path d="M67 3.5L78 14.5L67 25.5L56 14.5Z" fill="var(--wm-token)" stroke="var(--wm-token)" strokeWidth="4" strokeLinejoin="round" />
      <Eye x={108} />
      <Eye x={165} />
      <circle cx="226" cy="42" r="27.5" fill="var(--wm-token)" />
      <circle cx="226" cy="42" r="21.5" fill="none" stroke="#fff" strokeOpacity=".55" strokeWidth="3" strokeDasharray="4.2 4.24" />
      <path d="M220.5 33.5L235.5 42L220.5 50.5Z" fill="#fff" stroke="#fff" strokeWidth="5" strokeLinejoin="round" />
    </svg>
  );
}

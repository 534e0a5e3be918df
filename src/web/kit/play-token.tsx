/** The red token that always means Play. It is decorative: the control around it has the label. */
export function PlayToken({ className = '' }: { className?: string }) {
  return (
    <span className={`play-token ${className}`} aria-hidden="true">
      <svg viewBox="0 0 24 24">
        <path d="M7 4.5v15l12-7.5z" />
      </svg>
    </span>
  );
}

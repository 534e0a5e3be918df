/** The red token that always means Play. It is a picture: the control around it carries the word. */
export function PlayToken({ className = '' }: { className?: string }) {
  return (
    <span className={`play-token ${className}`} aria-hidden="true">
      <svg viewBox="0 0 24 24">
        <path d="M7 4.5v15l12-7.5z" />
      </svg>
    </span>
  );
}

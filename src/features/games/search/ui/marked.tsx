/** A text with the part that was searched for marked, wherever it stands. */
export function Marked({ text, query }: { text: string; query: string }) {
  const sought = query.trim().toLowerCase();
  const lower = text.toLowerCase();
  // Lower case can change the length of a text in a few scripts; then positions would not fit.
  if (sought === '' || lower.length !== text.length) return <>{text}</>;
  const parts = [];
  let from = 0;
  for (let at = lower.indexOf(sought); at !== -1; at = lower.indexOf(sought, from)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + sought.length)}</mark>);
    from = at + sought.length;
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}

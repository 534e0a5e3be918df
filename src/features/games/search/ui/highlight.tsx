/** A text with the part that was searched for marked, wherever it stands. */
export function Highlight({ text, query }: { text: string; query: string }) {
  const needle = query.trim().toLowerCase();
  const lower = text.toLowerCase();
  // Lower case can change the length of a text in a few scripts; then positions would not fit.
  if (needle === '' || lower.length !== text.length) return <>{text}</>;
  const parts = [];
  let from = 0;
  for (let index = lower.indexOf(needle); index !== -1; index = lower.indexOf(needle, from)) {
    parts.push(text.slice(from, index), <mark key={index}>{text.slice(index, index + needle.length)}</mark>);
    from = index + needle.length;
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}

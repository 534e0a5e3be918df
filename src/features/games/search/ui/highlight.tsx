/** A text with every occurrence of the search query marked. */
export function Highlight({ text, query }: { text: string; query: string }) {
  const needle = query.trim().toLowerCase();
  const lower = text.toLowerCase();
  // In a few scripts lower case changes the length of a text; then the positions would not match.
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

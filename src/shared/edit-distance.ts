/**
 * Whether the edit distance between two words is at most `maxEdits`. Edits: a letter inserted, deleted or replaced, or two adjacent letters
 * swapped.
 */
export function isWithinEditDistance(one: string, other: string, maxEdits: number): boolean {
  if (Math.abs(one.length - other.length) > maxEdits) return false;
  let previousRow: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, (previousRow[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    if (Math.min(...next) > maxEdits) return false;
    previousRow = row;
    row = next;
  }
  return (row[other.length] ?? Infinity) <= maxEdits;
}

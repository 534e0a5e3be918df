/** The tab that a page belongs to: its own, or the one of the nearest page above it. The home page is above none. */
export function findCurrentTab<Tab extends { to: string }>(tabs: readonly Tab[], pathname: string): Tab | undefined {
  const above = tabs.filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return above.toSorted((a, b) => b.to.length - a.to.length)[0];
}

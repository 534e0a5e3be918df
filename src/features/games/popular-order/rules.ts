/**
 * The order of popular lists is made anew when it is this old, in minutes. Younger than that it stays, also when the job runs twice, so that
 * a list keeps its order for at least this long.
 */
export const ORDER_MINUTES_MIN = 50;

/** Which sort order a generation of the popular order uses: two take turns. */
export function getPopularSortOrder(generation: number): 'popularEven' | 'popularOdd' {
  return generation % 2 === 0 ? 'popularEven' : 'popularOdd';
}

/** Has everybody drawn anew who wears something that looks different now; they may be many, so a job looks for them. */
export const RERENDER_WEARERS = { name: 'market.redress', retry: { limit: 8, seconds: 5, secondsMax: 300 } };

/** What looks different: an item, or a template for heads. @param after the last of its wearers that was seen to */
export type RerenderWearers = ({ item: string } | { template: string }) & { after?: string };

/** Job that rerenders every avatar wearing something that looks different now. There may be many, so a job finds them. */
export const RERENDER_WEARERS = { name: 'market.rerender-wearers', retry: { limit: 8, seconds: 5, secondsMax: 300 } };

/**
 * What looks different: an item, or a template for heads.
 * @param after the last player that was processed
 */
export type RerenderWearers = ({ item: string } | { template: string }) & { after?: string };

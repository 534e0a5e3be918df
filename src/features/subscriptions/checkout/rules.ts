/** A player who presses the button again within this time gets the checkout that is already open. */
export const CHECKOUT_REUSE_MINUTES = 30;
/** Checkouts that one player may open per hour. */
export const CHECKOUT_LIMIT = { name: 'checkouts', points: 20, seconds: 3600 };
/** Returns from a checkout that trigger a query to the provider, per player and hour. */
export const CHECKOUT_RETURN_LIMIT = { name: 'returns from a checkout', points: 60, seconds: 3600 };

/** Who presses the button again within this gets the checkout that is open. */
export const CHECKOUT_REUSE_MINUTES = 30;
/** Checkouts that one player opens in an hour. */
export const CHECKOUT_LIMIT = { name: 'checkouts', points: 20, seconds: 3600 };
/** Returns from a checkout that are asked about with the provider. */
export const CHECKOUT_RETURN_LIMIT = { name: 'returns from a checkout', points: 60, seconds: 3600 };

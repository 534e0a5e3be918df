/** Who presses the button again within this gets the checkout that is open. */
export const CHECKOUT_MINUTES = 30;
/** Checkouts that one player opens in an hour. */
export const CHECKOUTS = { name: 'checkouts', points: 20, seconds: 3600 };
/** Returns from a checkout that are asked about with the provider. */
export const RETURNS = { name: 'returns from a checkout', points: 60, seconds: 3600 };

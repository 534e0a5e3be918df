/** The domain of the addresses in demo mode. It is reserved for what does not exist, so no person has such an address. */
export const DEMO_EMAIL_DOMAIN = 'kiddo.invalid';

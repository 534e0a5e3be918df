/**
 * The fewest settings with which production starts. Its mail server does not exist; the Paystack key is invented, so a test that pays sets
 * PAYSTACK_BASE.
 */
export const PRODUCTION_SETTINGS = {
  KIDDO_MODE: 'production',
  SECRET: 'q7Zp2Lw9Xk4Rv8Tn1Bc6Yd3Hs5Jf0Gm_',
  ORIGIN: 'https://kiddo.example',
  GAMES_ORIGIN: 'https://games.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Kiddo <hello@kiddo.example>',
  PAYSTACK_SECRET_KEY: 'sk_live_0123456789abcdef',
};

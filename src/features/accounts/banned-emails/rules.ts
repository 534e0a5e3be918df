/** Gmail delivers an address with dots, and under its older domain, to the same mailbox. */
const GMAIL_DOMAINS: readonly string[] = ['gmail.com', 'googlemail.com'];
/** Providers that deliver `name+anything@` to the mailbox of `name@`. */
const PLUS_DOMAINS: readonly string[] = [
  ...GMAIL_DOMAINS,
  'outlook.com',
  'hotmail.com',
  'live.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'proton.me',
  'protonmail.com',
  'pm.me',
  'fastmail.com',
];

/**
 * The mailbox of an address, the same for all ways to write it: in lower case, and without what a large provider ignores. Other providers
 * may give `a.b@` and `ab@` to two people, so their addresses stay as they are.
 */
export function toMailbox(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const name = PLUS_DOMAINS.includes(domain) ? local.replace(/(?!^)\+.*$/, '') : local;
  return GMAIL_DOMAINS.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** Whether the database refused to give an account an address that is banned, or to confirm it (migration 0017). */
export function isBannedEmailError(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23514' && constraint === BANNED_EMAIL_CONSTRAINT;
}
const BANNED_EMAIL_CONSTRAINT = 'players_email_not_banned';

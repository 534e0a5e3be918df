// What makes a setting unsafe, whatever else is set.

/** Whether the connection to this database is encrypted and its certificate is checked. */
export function checksDatabaseCertificate(text: string): boolean {
  const query = URL.parse(text)?.searchParams;
  // `ssl` is the driver's own word beside libpq's, and 'no-verify' one of its modes.
  if (!query || query.has('ssl') || query.getAll('sslmode').length !== 1) return false;
  const mode = query.get('sslmode');
  return mode === 'verify-full' || ((mode === 'require' || mode === 'verify-ca') && Boolean(query.get('sslrootcert')));
}

/** Whether two URLs name the same database as the same role, wherever it is reached. */
export function isSameDatabase(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => URL.parse(text));
  return a?.username === b?.username && a?.pathname === b?.pathname;
}

/** Secrets that a person would type to pass the check: examples, and few different characters. */
export function isWeakSecret(secret: string): boolean {
  return new Set(secret).size < 10 || /change.?me|example|secret|password|0123456789|abcdefgh/i.test(secret);
}

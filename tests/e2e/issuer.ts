import type { Server } from 'node:http';
import { Provider } from 'oidc-provider';

// An OpenID Connect issuer for tests, in place of Google: any login name is an account, with any password.
// Logins that start with `unproved` have an unverified email address.

/** Starts an issuer on a local port. @param site the origin of the site that uses it */
export function openIssuer(port: number, site: string): Server {
  const provider = new Provider(`http://localhost:${port}`, {
    clients: [
      {
        client_id: 'kiddo',
        client_secret: 'kiddo-test-secret',
        redirect_uris: [`${site}/auth/callback/google`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['only for tests'] },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id.includes('@') ? id : `${id}@example.com`, email_verified: !id.startsWith('unproved') }),
    }),
  });
  return provider.listen(port, '127.0.0.1');
}

// For the site that all browser journeys share (playwright.config.ts).
if (import.meta.main) openIssuer(Number(process.env['ISSUER_PORT']), process.env['SITE_ORIGIN'] ?? '');

import type { Server } from 'node:http';
import { Provider } from 'oidc-provider';

// An OpenID Connect issuer for the tests, as Google is one: any login name is an account, the password does not matter.
// `unproved…` has an address that the issuer has not confirmed.

/** Opens an issuer on a port of this machine. @param site whose players it signs in */
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

// Beside the site that all journeys in a browser share (playwright.config.ts).
if (import.meta.main) openIssuer(Number(process.env['ISSUER_PORT']), process.env['SITE_ORIGIN'] ?? '');

import type { IncomingMessage, RequestListener } from 'node:http';
import type { Config } from '../config.server.ts';
import type { AppContext } from '../context.server.ts';
import { isLoopback } from '../shared/loopback.ts';
import { sendRefusal, type RefusalResponse } from './busy-response.ts';
import { FILE_CSP, SECURITY_HEADERS } from './headers.ts';

/** A refusal is logged at most this often. */
const LOG_INTERVAL_MS = 60_000;

/** Headers that only something between the browser and us adds: a proxy, a content network, a tunnel. */
const FORWARDING_HEADER =
  /^(x-forwarded(-.+)?|forwarded|via|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|fastly-client-ip|fly-client-ip|client-ip|x-original-(for|host|uri|url)|x-envoy-.+|x-amzn-.+|x-azure-.+|x-arr-.+|x-cloud-trace-context|cf-.+|cdn-loop|ngrok-.+|tailscale-.+)$/;

/** What shows that a request does not come from this machine. */
type Stranger = { host: string } | { httpVersion: string } | { origin: string } | { header: string };

/**
 * Why a request to demo mode does not come from this machine: the foreign host that it asks for, the version of HTTP that many proxies speak
 * and no browser does, the foreign page that sent it, or the header that a proxy added. Null if nothing says so, in production, and where
 * others may use demo mode. A proxy that shows none of these is not seen.
 */
export function findStranger(config: Config, { headers, httpVersion }: Pick<IncomingMessage, 'headers' | 'httpVersion'>): Stranger | null {
  if (config.mode !== 'demo' || config.isPublicDemo) return null;
  const { host = '', origin = 'null' } = headers;
  const name = /^[\w.:[\]-]+$/.test(host) ? URL.parse(`http://${host}`)?.hostname : undefined;
  if (!isLoopback(name ?? '')) return { host: host.slice(0, 200) };
  if (httpVersion === '1.0') return { httpVersion };
  // The sandbox gives games the origin null.
  if (origin !== 'null' && !isLoopback(URL.parse(origin)?.hostname ?? '')) return { origin: origin.slice(0, 200) };
  const header = Object.keys(headers).find((each) => FORWARDING_HEADER.test(each));
  return header === undefined ? null : { header: header.slice(0, 100) };
}

/**
 * Lets a listener answer requests from this machine only, in demo mode: its passwords are known to everybody. That it listens on a loopback
 * address is not enough, because a proxy or tunnel on this machine brings others there, and a page of another site that has its host name
 * changed to 127.0.0.1 (DNS rebinding) brings the browser of whoever tries Kiddo.
 */
export function refuseStrangers({ config, log, now }: AppContext, listener: RequestListener): RequestListener {
  let lastLoggedAt = Number.NEGATIVE_INFINITY;
  return (req, res) => {
    const stranger = findStranger(config, req);
    if (stranger === null) return listener(req, res);
    const at = now().getTime();
    if (at - lastLoggedAt >= LOG_INTERVAL_MS) {
      lastLoggedAt = at;
      log.warn({ ...stranger }, 'demo mode refused a request from elsewhere: ALLOW_PUBLIC_DEMO=yes would let everybody in');
    }
    sendRefusal(res, REFUSAL);
  };
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>This Kiddo is only for trying out | Kiddo</title>
<style>body{max-width:34rem;margin:4rem auto;padding:0 1rem;font:1.125rem/1.5 sans-serif;color-scheme:light dark}</style>
</head>
<body>
<h1>This Kiddo is only for trying out</h1>
<p>It can be opened only on the computer that it runs on: everybody knows its passwords, so nobody else is let in.</p>
<p>You run it? Open it there as http://localhost. For real players, start it with KIDDO_MODE=production. If others shall try it out with you, start it with ALLOW_PUBLIC_DEMO=yes. The operator’s guide says more.</p>
</body>
</html>
`;

const REFUSAL: RefusalResponse = {
  status: 403,
  headers: {
    ...SECURITY_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': FILE_CSP,
    'cache-control': 'no-store',
    connection: 'close',
  },
  body: PAGE,
};

import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import manifest from '../../../package.json' with { type: 'json' };
import type { Config } from '../../config.server.ts';
import { createMetrics, type Metrics } from '../../infra/metrics/metrics.ts';
import { StartError } from '../../infra/start-error.ts';
import type { Health } from '../health.ts';

const RETRY_MS = 1_000;

/**
 * Opens the private port where Prometheus reads the figures of this process, before anything else: a start may take long, and is seen by it.
 * Nothing else is served there, and the figures nowhere else.
 * @param log says once that another process has the port, and that it is open at last
 * @param waits whether another process may still have the port, which in a restart the new one replaces: then it is opened later
 * @returns null if the settings name no such port: then nothing is counted
 * @throws StartError if the port cannot be opened
 */
export async function openMetricsPort(
  config: Config,
  health: Pick<Health, 'isReady'>,
  log: Logger,
  waits = false,
): Promise<{ metrics: Metrics; close(): Promise<void> } | null> {
  if (config.metrics === null) return null;
  const { host, port } = config.metrics;
  const metrics = createMetrics({ version: manifest.version, roles: config.roles });
  metrics.addSources({ isReady: health.isReady });
  const server = http.createServer({ requestTimeout: 30_000, headersTimeout: 15_000 }, (req, res) => {
    const isAsked = (req.method === 'GET' || req.method === 'HEAD') && req.url?.split('?')[0] === '/metrics';
    if (!isAsked) return void res.writeHead(404).end();
    metrics.read().then(
      (text) => res.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text),
      (error: unknown) => res.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(`No figures: ${String(error)}\n`),
    );
  });
  const closing = new AbortController();
  const listen = () => listenOnce(server, host, port);
  const open = async (): Promise<void> => {
    try {
      await listen();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (!waits || code !== 'EADDRINUSE')
        throw new StartError(`The port for figures cannot be opened at ${host}:${port} (${code}). Choose another with METRICS_PORT.`);
      log.warn({ host, port }, `the port for figures belongs to another process: it is tried again every ${RETRY_MS / 1_000} s`);
      void openLater();
    }
  };
  const openLater = async (): Promise<void> => {
    while (!server.listening) {
      await delay(RETRY_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      // It is another process's as long as that one serves what it has open.
      await listen().then(
        () => log.info({ host, port }, 'the port for figures is open'),
        () => {},
      );
    }
  };
  await open();
  return {
    metrics,
    close: () =>
      new Promise<void>((resolve) => {
        closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Tries to open a port, and leaves nothing behind if that fails: it is tried again and again. */
export async function listenOnce(server: http.Server, host: string, port: number): Promise<void> {
  // Not shared with other processes of a cluster: each has figures of its own.
  server.listen({ host, port, exclusive: true });
  await once(server, 'listening');
}

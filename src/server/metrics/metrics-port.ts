import http from 'node:http';
import manifest from '../../../package.json' with { type: 'json' };
import type { Config } from '../../config.server.ts';
import { createMetrics, type Metrics } from '../../infra/metrics/metrics.ts';
import { StartError } from '../../infra/start-error.ts';
import type { Health } from '../health.ts';

/**
 * Opens the private port where Prometheus reads the figures of this process, before anything else: a start may take long, and is seen by it.
 * Nothing else is served there, and the figures nowhere else.
 * @returns null if the settings name no such port: then nothing is counted
 * @throws StartError if the port cannot be opened
 */
export async function openMetricsPort(
  config: Config,
  health: Pick<Health, 'isReady'>,
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(`The port for figures cannot be opened at ${host}:${port} (${error.code}). Choose another with METRICS_PORT.`)),
    );
    // Not shared with other processes of a cluster: each has figures of its own.
    server.listen({ host, port, exclusive: true }, resolve);
  });
  return {
    metrics,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

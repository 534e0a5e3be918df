import { createRequire } from 'node:module';
import { onTestFinished } from 'vitest';
import type { Bucket } from '../../src/infra/files/s3.ts';

type Server = { run(): Promise<{ port: number }>; close(): Promise<void> };
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => Server;

/**
 * Starts an S3 server with one empty bucket, closed when the test finishes.
 * @param folder where the server stores its objects
 * @param tls a certificate and its key; without them it speaks plain http
 */
export async function startS3Bucket(folder: string, tls?: { cert: string; key: string }): Promise<Bucket> {
  const name = 'kiddo-test';
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    ...tls,
    configureBuckets: [{ name, configs: [] }],
  });
  const { port } = await server.run();
  onTestFinished(() => server.close());
  return { endpoint: `http${tls ? 's' : ''}://127.0.0.1:${port}`, name, region: 'us-east-1', keyId: 'S3RVER', secretKey: 'S3RVER' };
}

import type { Logger } from 'pino';
import { S3mini } from 's3mini';
import { AppError } from '../../shared/app-error.ts';
import { isFilePath, type FileStore } from './file-store.ts';

/** Where files are kept in a bucket, and by which key. */
export type Bucket = { endpoint: string; name: string; region: string; keyId: string; secretKey: string };

/** A bucket that does not answer is given up after this long, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** Files in a bucket that speaks S3. A bucket that is away is 'unavailable', with its reason in the log. */
export function createS3FileStore(bucket: Bucket, log: Logger): FileStore {
  const store = new S3mini({
    endpoint: `${bucket.endpoint}/${bucket.name}`,
    region: bucket.region,
    accessKeyId: bucket.keyId,
    secretAccessKey: bucket.secretKey,
    requestAbortTimeout: TIMEOUT_MS,
  });
  async function callBucket<T>(name: string, run: () => Promise<T>): Promise<T> {
    if (!isFilePath(name)) throw new Error(`not a path of the file store: ${JSON.stringify(name.slice(0, 80))}`);
    try {
      return await run();
    } catch (error) {
      log.error({ err: error, file: name }, 'the bucket did not do what was asked');
      throw new AppError('unavailable', 'files are away');
    }
  }
  return {
    // An object is there whole, or not at all: that is the bucket's own promise.
    put: (name, bytes) => callBucket(name, async () => void (await store.putObject(name, bytes, 'application/octet-stream'))),
    get: (name) =>
      callBucket(name, async () => {
        const bytes = await store.getObjectArrayBuffer(name);
        return bytes === null ? null : Buffer.from(bytes);
      }),
    has: (name) => callBucket(name, async () => (await store.objectExists(name)) === true),
    removeFolder: (name) =>
      callBucket(name, async () => {
        const found = await store.listObjects('/', `${name}/`);
        // Not an empty folder: then there would be a list of nothing, and nobody may believe that their pictures are gone.
        if (found === null) throw new Error('there is no such bucket');
        for (const { Key } of found) await store.deleteObject(Key);
      }),
    remove: (name) => callBucket(name, async () => void (await store.deleteObject(name))),
  };
}

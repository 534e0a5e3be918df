import type { Logger } from 'pino';
import { S3mini } from 's3mini';
import { AppError } from '../../shared/app-error.ts';
import { isFilePath, type FileStore } from './file-store.ts';

/** The bucket that stores the files, and the key to access it. */
export type Bucket = { endpoint: string; name: string; region: string; keyId: string; secretKey: string };

/** Timeout for requests to the bucket, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** Stores files in an S3-compatible bucket. Errors are logged and become AppError 'unavailable'. */
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
  async function list(name: string): Promise<string[]> {
    const found = await store.listObjects('/', `${name}/`);
    // null is not an empty folder, which would be an empty list. Fail, so that nobody believes that their pictures were deleted.
    if (found === null) throw new Error('there is no such bucket');
    return found.map(({ Key }) => Key);
  }
  return {
    // S3 guarantees that an object is written completely or not at all.
    put: (name, bytes) => callBucket(name, async () => void (await store.putObject(name, bytes, 'application/octet-stream'))),
    get: (name) =>
      callBucket(name, async () => {
        const bytes = await store.getObjectArrayBuffer(name);
        return bytes === null ? null : Buffer.from(bytes);
      }),
    has: (name) => callBucket(name, async () => (await store.objectExists(name)) === true),
    list: (name) => callBucket(name, () => list(name)),
    removeFolder: (name) =>
      callBucket(name, async () => {
        for (const each of await list(name)) await store.deleteObject(each);
      }),
    remove: (name) => callBucket(name, async () => void (await store.deleteObject(name))),
  };
}

import { createRequire } from 'node:module';

// node bucket-process.ts FOLDER BUCKET: an S3 server with one empty bucket, which says its port. A process of its own, because on a full disk
// it also throws what nobody catches: there a real one answers with an error, as this one does.

const [folder = '', name = ''] = process.argv.slice(2);
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => { run(): Promise<{ port: number }> };

process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOSPC') throw error;
});
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: folder,
  configureBuckets: [{ name, configs: [] }],
});
const { port } = await server.run();
process.stdout.write(`${port}\n`);

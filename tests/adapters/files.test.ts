import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createDiskFileStore } from '../../src/infra/files/disk.ts';
import type { FileStore } from '../../src/infra/files/file-store.ts';
import { createS3FileStore } from '../../src/infra/files/s3.ts';
import { avatarJobs } from '../../src/features/avatars/jobs.server.ts';
import { deleteFilesJob, rerenderAvatarJob } from '../../src/features/avatars/composition/service.server.ts';
import { reviewPicture } from '../../src/features/avatars/review/service.server.ts';
import { deletePicture, uploadPicture, getAvatarView } from '../../src/features/avatars/service.server.ts';
import { pictureRoutes } from '../../src/server/pictures.ts';
import { createWorld } from '../world.ts';
import { startS3Bucket } from './bucket.ts';

const log = pino({ level: 'silent' });

async function folder(): Promise<string> {
  const made = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-files-'));
  onTestFinished(() => fs.rm(made, { recursive: true, force: true }));
  return made;
}

/** Opens each kind of file store, empty. */
const STORES: Record<string, () => Promise<FileStore>> = {
  disk: async () => createDiskFileStore(await folder()),
  s3: async () => createS3FileStore(await startS3Bucket(await folder()), log),
};

describe.each(Object.entries(STORES))('%s', (_, open) => {
  test('what is put is there, whole, until it is removed', async () => {
    const files = await open();
    const name = 'avatars/0190d6c8/a1b2/face.webp';
    expect([await files.has(name), await files.get(name)]).toEqual([false, null]);
    const first = randomBytes(300_000);
    await files.put(name, first);
    expect(await files.has(name)).toBe(true);
    expect((await files.get(name))?.equals(first)).toBe(true);
    await files.put(name, Buffer.from('second'));
    expect(String(await files.get(name))).toBe('second');
    await files.put('avatars/0190d6c8/a1b2/figure.webp', Buffer.from('beside'));
    await files.remove(name);
    expect([await files.has(name), await files.get(name)]).toEqual([false, null]);
    expect(String(await files.get('avatars/0190d6c8/a1b2/figure.webp'))).toBe('beside');
    // A removed file can be removed again, and written again.
    await files.remove(name);
    await files.remove('never/was');
    await files.put(name, new Uint8Array([0, 255, 10, 13]));
    expect([...((await files.get(name)) ?? [])]).toEqual([0, 255, 10, 13]);
  });

  test('a folder goes with all that is in it, and nothing beside it', async () => {
    const files = await open();
    const inside = ['a/b/x.bin', 'a/b/y.bin', 'a/b/c/d/z.bin'];
    const beside = ['a/x.bin', 'a/bc/x.bin', 'b/x.bin'];
    for (const name of [...inside, ...beside]) await files.put(name, Buffer.from(name));
    expect((await files.list('a/b')).toSorted()).toEqual(inside.toSorted());
    expect(await files.list('never')).toEqual([]);
    await files.removeFolder('a/b');
    for (const name of inside) expect([name, await files.has(name)]).toEqual([name, false]);
    for (const name of beside) expect([name, await files.has(name)]).toEqual([name, true]);
    await files.removeFolder('a/b');
    await files.removeFolder('never');
    await expect((async () => files.removeFolder('../x'))()).rejects.toThrow('not a path of the file store');
  });

  test('an empty file is a file', async () => {
    const files = await open();
    await files.put('empty.bin', new Uint8Array());
    expect([await files.has('empty.bin'), (await files.get('empty.bin'))?.length]).toEqual([true, 0]);
  });

  test('many at once, beside each other and over each other', async () => {
    const files = await open();
    const names = Array.from({ length: 40 }, (__, n) => `many/${n % 8}/x.bin`);
    await Promise.all(names.map((name) => files.put(name, Buffer.from(name))));
    for (const name of new Set(names)) expect(String(await files.get(name))).toBe(name);
  });

  test.each(['../x', 'a/../b', '/etc/passwd', 'a//b', '.hidden', 'a/.b', '', 'a b', 'a?b', 'a%2e', 'ä', 'a'.repeat(301)])(
    'a path that is none of ours is never asked for: %j',
    async (name) => {
      const files = await open();
      for (const ask of [() => files.put(name, Buffer.from('x')), () => files.get(name), () => files.has(name), () => files.remove(name)])
        await expect((async () => ask())()).rejects.toThrow('not a path of the file store');
    },
  );
});

test('a file is written while the last one of its folder is taken away', async () => {
  const files = createDiskFileStore(await folder());
  const names = Array.from({ length: 60 }, (_, n) => `many/${n % 4}/kept-${n}.bin`);
  await Promise.all(
    names.map(async (name) => {
      const gone = `${path.posix.dirname(name)}/gone.bin`;
      await files.put(gone, Buffer.from('x'));
      await Promise.all([files.remove(gone), files.put(name, Buffer.from(name))]);
    }),
  );
  for (const name of names) expect(String(await files.get(name))).toBe(name);
});

test('a folder that is taken away while it is made is made again', async () => {
  const files = createDiskFileStore(await folder());
  const made = vi.spyOn(fs, 'mkdir').mockRejectedValueOnce(Object.assign(new Error('no such file or directory'), { code: 'ENOENT' }));
  onTestFinished(() => made.mockRestore());
  await files.put('a/one.bin', Buffer.from('1'));
  expect(String(await files.get('a/one.bin'))).toBe('1');
});

test('a folder goes with its last file, and one that holds others stays', async () => {
  const root = await folder();
  const files = createDiskFileStore(root);
  await files.put('a/b/one.bin', Buffer.from('1'));
  await files.put('a/b/two.bin', Buffer.from('2'));
  await files.remove('a/b/one.bin');
  expect(await fs.readdir(path.join(root, 'a/b'))).toEqual(['two.bin']);
  await files.remove('a/b/two.bin');
  expect(await fs.readdir(path.join(root, 'a'))).toEqual([]);
});

test('a bucket that is away, or that does not take our key, is said so and logged', async () => {
  const bucket = await startS3Bucket(await folder());
  const logged: string[] = [];
  const ears = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const stores = [
    createS3FileStore({ ...bucket, keyId: 'nobody' }, ears),
    createS3FileStore({ ...bucket, endpoint: 'http://127.0.0.1:1' }, ears),
  ];
  for (const files of stores) {
    await expect(files.put('x.bin', Buffer.from('x'))).rejects.toMatchObject({ code: 'unavailable' });
    await expect(files.get('x.bin')).rejects.toMatchObject({ code: 'unavailable' });
  }
  // Writing to a bucket that does not exist fails.
  await expect(createS3FileStore({ ...bucket, name: 'nowhere' }, ears).put('x.bin', Buffer.from('x'))).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(logged.length).toBe(5);
  expect(logged.join()).not.toContain(bucket.secretKey);
});

test('a bucket that is not there is not taken for an empty folder', async () => {
  const bucket = await startS3Bucket(await folder());
  const files = createS3FileStore({ ...bucket, name: 'nowhere' }, log);
  await expect(files.removeFolder('avatars/0190d6c8')).rejects.toMatchObject({ code: 'unavailable' });
});

test('a name that is too long for the disk is a file that is not there', async () => {
  const files = createDiskFileStore(await folder());
  const name = `a/${'a'.repeat(270)}.bin`;
  expect([await files.get(name), await files.has(name)]).toEqual([null, false]);
});

test('a player’s picture: brought, approved, shown and deleted, all of it in a bucket', async () => {
  const root = await folder();
  const { endpoint, name, region, keyId, secretKey } = await startS3Bucket(root);
  const world = await createWorld({
    S3_ENDPOINT: endpoint,
    S3_BUCKET: name,
    S3_REGION: region,
    S3_KEY_ID: keyId,
    S3_SECRET_KEY: secretKey,
  });
  const { ctx } = world;
  await ctx.jobs.prepare(avatarJobs);
  const [actor, mod] = [{ ...(await world.addPlayer()), premium: true }, await world.addPlayer({ role: 'moderator' })];
  const png = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#e23b24' } })
    .png()
    .toBuffer();
  const objects = async () => (await fs.readdir(root, { recursive: true })).filter((each) => /\.webp.*_object$/.test(each));
  expect(await uploadPicture(ctx, actor, png, 'image/png')).toBeNull();
  expect(await objects()).toHaveLength(1);
  await reviewPicture(ctx, mod, { picture: (await getAvatarView(ctx, actor)).latestUpload?.id ?? '', do: 'approve', note: '' });
  await ctx.jobs.drain(ctx, rerenderAvatarJob, 10);
  const { avatarUrl: avatar, bodyUrl: figure } = await getAvatarView(ctx, actor);
  for (const address of [avatar, figure ?? '']) {
    const answer = await pictureRoutes(ctx).request(address);
    expect([answer.status, (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).format]).toEqual([200, 'webp']);
  }
  expect(await objects()).toHaveLength(3);
  await deletePicture(ctx, actor);
  await ctx.jobs.drain(ctx, deleteFilesJob, 10);
  expect(await objects()).toEqual([]);
  // No file was stored on the local disk.
  expect(await fs.readdir(ctx.config.dataDir)).not.toContain('files');
});

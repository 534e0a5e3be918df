import { expect, test } from 'vitest';
import { writeGameZip, writeZip, type ZipEntry } from '../../../tests/zip.ts';
import { readGameArchive } from './archive.service.server.ts';

const PAGE: ZipEntry = { name: 'index.html', content: '<!doctype html>' };

test('the files of an archive, without the folder that all are in, what systems add, and game.json, which is text', async () => {
  const entries = [
    { name: 'kites/', content: '', mode: 0o040_755 },
    { name: 'kites/index.html', content: 'page' },
    { name: 'kites/art/kite.svg', content: '<svg/>' },
    { name: 'kites/game.json', content: '{}' },
    { name: '__MACOSX/kites/._index.html', content: 'x' },
    { name: 'kites/.DS_Store', content: 'x' },
  ];
  const { files, gameJson } = await readGameArchive(writeZip(entries));
  expect(files.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([
    ['index.html', 'page'],
    ['art/kite.svg', '<svg/>'],
  ]);
  expect(gameJson).toBe('{}');
  expect((await readGameArchive(writeGameZip())).gameJson).toBeNull();
});

test.each<[string, Buffer, RegExp]>([
  ['a name that leads out of the folder', writeZip([PAGE, { name: '../../evil.js', content: '1' }]), /cannot be read/],
  ['the same in the middle', writeZip([PAGE, { name: 'a/../../evil.js', content: '1' }]), /cannot be read/],
  ['the same with backslashes', writeZip([PAGE, { name: '..\\evil.js', content: '1' }]), /cannot be read/],
  ['an absolute path', writeZip([PAGE, { name: '/etc/evil.js', content: '1' }]), /cannot be read/],
  ['a drive', writeZip([PAGE, { name: 'C:/evil.js', content: '1' }]), /cannot be read/],
  ['a name with a zero', writeZip([PAGE, { name: 'evil.js\0.png', content: '1' }]), /not a plain file with a plain name/],
  ['a symbolic link', writeZip([PAGE, { name: 'link.js', content: '/etc/passwd', mode: 0o120_777 }]), /link\.js is not a plain file/],
  ['a device', writeZip([PAGE, { name: 'tty.js', content: '', mode: 0o020_666 }]), /tty\.js is not a plain file/],
  ['a file of a kind that is not served', writeZip([PAGE, { name: 'run.exe', content: 'MZ' }]), /files of this kind are not served/],
  ['a bomb that says how large it is', writeZip([PAGE, { name: 'a.js', content: Buffer.alloc(50_000_000) }]), /larger than 500 KB/],
  [
    'a bomb that says it is small',
    writeZip([PAGE, { name: 'a.js', content: Buffer.alloc(50_000_000), claimedSize: 10 }]),
    /too many bytes|cannot be read/,
  ],
  ['many files', writeZip(Array.from({ length: 201 }, (_, i) => ({ name: `f${i}.js`, content: '' }))), /more than 200 files/],
  ['very many folders', writeZip(Array.from({ length: 900 }, (_, i) => ({ name: `f${i}/`, content: '' }))), /more than 200 files/],
  ['the same name twice', writeZip([PAGE, { name: 'INDEX.html', content: '' }]), /same name/],
  ['no files', writeZip([]), /empty/],
  ['no archive', Buffer.from('hello'), /cannot be read/],
  ['an archive that breaks off', writeGameZip().subarray(0, 200), /cannot be read/],
])('%s is refused in words', async (_, zip, reason) => {
  await expect(readGameArchive(zip)).rejects.toMatchObject({ code: 'bad-input', message: expect.stringMatching(reason) });
});

test('a file that is too large is not looked into', async () => {
  await expect(readGameArchive(Buffer.alloc(1_000_001))).rejects.toMatchObject({ code: 'too-large' });
});

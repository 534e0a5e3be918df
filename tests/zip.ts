import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of an archive that a test writes, also such as no honest program writes. */
export type ZipEntry = {
  name: string;
  content: string | Buffer;
  /** The Unix mode; without one that of a plain file. */
  mode?: number;
  /** The size that the archive claims; without one the true one. */
  claimedSize?: number;
};

/** Writes a zip archive byte by byte: libraries refuse to write what attacks have in them, such as names that lead out of the folder. */
export function writeZip(entries: readonly ZipEntry[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content, mode = 0o100_644, claimedSize } of entries) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const nameBytes = Buffer.from(name);
    const size = claimedSize ?? bytes.length;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    local.push(Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    // Made on Unix, so that the mode counts.
    central.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, rest, nameBytes);
    offset += 30 + nameBytes.length + packed.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, list, end]);
}

/** The archive of a small game. */
export function writeGameZip(files: Record<string, string> = {}): Buffer {
  const all = { 'index.html': '<!doctype html><title>Game</title><p>Hello', 'cover.svg': COVER, ...files };
  return writeZip(Object.entries(all).map(([name, content]) => ({ name, content })));
}

const COVER = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240"><rect width="320" height="240" fill="#0f0"/></svg>';

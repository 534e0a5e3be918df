import fs from 'node:fs/promises';

/** Removes the data folders of the sites under test. */
export default async function cleanUp(): Promise<void> {
  const folder = process.env['TEST_DATA_DIR'];
  if (folder?.includes('kiddo-e2e-')) {
    await fs.rm(folder, { recursive: true, force: true });
    await fs.rm(`${folder}-own`, { recursive: true, force: true });
  }
}

import fs from 'node:fs/promises';

/** Removes the data folders of the sites under test. */
export default async function cleanUp(): Promise<void> {
  const folder = process.env['TEST_DATA_DIR'];
  if (!folder?.includes('kiddo-e2e-')) return;
  // A site whose test ran out of time may still write while it ends.
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 300 };
  await fs.rm(folder, options);
  await fs.rm(`${folder}-own`, options);
}

import type { AppContext } from '../../context.server.ts';
import { DownloadError } from '../../infra/public-download.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Actor } from '../../shared/permissions.ts';
import { requireOperator } from './listing/log.service.server.ts';
import { FETCHES_LIMIT } from './rules.ts';
import { ZIP_BYTES_MAX } from './schema.ts';
import { texts } from './texts.ts';

/**
 * Fetches the zip archive that an operator named. What came is for the checks of the archive alone.
 * @returns the bytes, or what is wrong with the address in words that are shown beside it
 * @throws AppError 'sign-in-required', 'not-allowed'. Only other services call this.
 */
export async function fetchArchive(
  ctx: AppContext,
  actor: Actor,
  address: string,
): Promise<{ bytes: Uint8Array } | { code: 'bad-input' | 'too-many-requests'; error: string }> {
  const operator = requireOperator(actor);
  try {
    await ctx.rateLimiter.consume(FETCHES_LIMIT, operator.id);
    return { bytes: await ctx.download(address, ZIP_BYTES_MAX) };
  } catch (error) {
    if (error instanceof DownloadError) return { code: 'bad-input', error: texts.addressRefused[error.reason] };
    if (error instanceof AppError && error.code === 'too-many-requests') return { code: error.code, error: texts.addressTooOften };
    throw error;
  }
}

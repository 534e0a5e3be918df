import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig, ConfigError } from '../src/config.server.ts';
import { createAppContext } from '../src/context.server.ts';
import { importGames } from '../src/features/games/import/service.server.ts';
import { StartError } from '../src/infra/start-error.ts';
import { SYSTEM } from '../src/shared/permissions.ts';
import { AppError } from '../src/shared/app-error.ts';

// npm run catalogue -- import PATH [--keep-good]

const usage = `Brings games into the catalogue.

  npm run catalogue -- import PATH [--keep-good]

PATH         a game's folder, a folder of such folders, or a JSON file of rows
--keep-good  let the good rows in although some are bad (else it is all or nothing)
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'keep-good': { type: 'boolean' }, help: { type: 'boolean' } },
  });
  const [command, source] = positionals;
  if (values.help || command !== 'import' || source === undefined || positionals.length > 2) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const root = path.resolve(import.meta.dirname, '..');
  const ctx = await createAppContext(readConfig(), {
    migrations: path.join(root, 'migrations'),
    onProgress: console.log,
    attachToRunning: true,
  });
  try {
    const report = await importGames(ctx, SYSTEM, path.resolve(source), {
      skipInvalid: values['keep-good'] ?? false,
      onProgress: console.log,
    });
    for (const { row, reason } of report.rejected) console.error(`${row}: ${reason}`);
    for (const { row, columns } of report.kept)
      console.log(
        columns === 'removed'
          ? `${row}: an operator removed it; it is not brought back.`
          : `${row}: as operators changed it on its page: ${columns.join(', ')}.`,
      );
    if (!report.applied) {
      console.error(`Nothing was imported: ${report.rejected.length} bad. Mend them, or add --keep-good to import the others.`);
      return 1;
    }
    console.log(
      `Imported: ${report.added} added, ${report.changed} changed, ${report.unchanged} as they were, ${report.rejected.length} bad.`,
    );
    return report.rejected.length > 0 ? 1 : 0;
  } finally {
    await ctx.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (
    !(
      error instanceof StartError ||
      error instanceof ConfigError ||
      error instanceof AppError ||
      (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
    )
  )
    throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}

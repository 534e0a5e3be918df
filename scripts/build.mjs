// npm run build: installs and builds, and starts nothing. `npm run serve` starts what was built.
import { ensureBuilt, ensureInstalled, log } from './prepare.mjs';

ensureInstalled();
log(`Built: ${await ensureBuilt()}`);

// npm run dev: the site with hot reload.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, nodePath, root, log, envWithNode } from './prepare.mjs';

ensureInstalled();
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.exit(spawnSync(nodePath, [fileURLToPath(import.meta.url)], { stdio: 'inherit', env: envWithNode() }).status ?? 1);
}
const { createServer } = await import('vite');
const vite = await createServer({ root, server: { middlewareMode: true } });
const { start } = await vite.ssrLoadModule('/src/main.ts');

await start({
  root,
  say: log,
  development(ctx) {
    let made = null;
    // After a change, Vite returns fresh modules: the listener is recreated from them, the context stays.
    const listener = async (req, res) => {
      const main = await vite.ssrLoadModule('/src/main.ts');
      if (made?.main !== main) {
        made = {
          main,
          listener: main.siteListener({ ctx, assets: null, pages: () => vite.ssrLoadModule('virtual:react-router/server-build') }),
        };
      }
      made.listener(req, res);
    };
    return (req, res) =>
      vite.middlewares(req, res, () =>
        listener(req, res).catch((error) => {
          vite.ssrFixStacktrace(error);
          console.error(error);
          res.writeHead(500, { 'content-type': 'text/plain' }).end(String(error.stack));
        }),
      );
  },
});

import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  build: { target: ['chrome87', 'firefox90', 'safari14'], assetsInlineLimit: 0, sourcemap: false },
  environments: {
    // What several pages share goes into one file: many small ones compress badly.
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 3 }] } } } } },
    // Our own server is the entry of the server build, so that pages and server share one copy of every module.
    ssr: { build: { rollupOptions: { input: './src/main.ts' } } },
  },
});

import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';

/** Where `vite` in development finds the server; the built web app is served by the server itself. */
const server = process.env.SERVER_URL ?? 'http://localhost:3000';
const served = ['/api', '/actions', '/btgpt', '/simulator', '/health'];

export default defineConfig({
  plugins: [
    // Tests render no routes, and must not write the route tree.
    process.env.VITEST
      ? null
      : tanstackRouter({
          target: 'react',
          autoCodeSplitting: true,
          quoteStyle: 'single',
          semicolons: true,
          // Loaders are split off too: they reach for the API client, which the signed-out screens must not load.
          codeSplittingOptions: {
            defaultBehavior: [['component', 'pendingComponent'], ['loader'], ['errorComponent', 'notFoundComponent']],
          },
          routeFileIgnorePattern: '\\.test\\.',
        }),
    react(),
  ],
  css: { postcss: { plugins: [mantine()] } },
  server: {
    proxy: {
      ...Object.fromEntries(served.map((path) => [path, { target: server, changeOrigin: false }])),
      '/mqtt': { target: server, ws: true, changeOrigin: false },
    },
  },
  build: {
    outDir: 'dist',
    manifest: true,
    // The list of every screen's chunks, with a hash each, would weigh several kilobytes in the first script that anyone loads.
    modulePreload: false,
    sourcemap: true,
    // Inline assets would need data: in the content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
  },
});

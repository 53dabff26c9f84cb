import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'

const OF_EVERY_PAGE = /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|jotai)\//

const OF_EVERY_OTHER_SCREEN =
  /node_modules\/(zod|@tanstack)\/|\/protocol\/(?!text)|\/client\/(ui|platform)\/(?!markdown|live\.line)/

type ModuleInfoOf = (id: string) => { isEntry: boolean; importers: string[] } | null

/** Whether a module comes with the first page, because `main.tsx` imports it without waiting. */
function comesFirst(id: string, infoOf: ModuleInfoOf, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const info = infoOf(id)
  return info !== null && (info.isEntry || info.importers.some(by => comesFirst(by, infoOf, seen)))
}

/** Hashed names under one path: the server lets browsers keep them for ever. */
const OUTPUT = {
  entryFileNames: 'static/js/[name]-[hash].js',
  chunkFileNames: 'static/js/[name]-[hash].js',
  assetFileNames: 'static/[ext]/[name]-[hash][extname]',
}

export default defineConfig({
  root: 'client',
  worker: { format: 'es', rolldownOptions: { output: OUTPUT } },
  plugins: [
    react(),
    compression({ algorithms: ['gzip', 'brotliCompress'], include: /\.(js|css|html|svg|json)$/ }),
  ],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    // A data: address would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Seldom changed: a new release leaves them in the browser's cache.
            { name: 'libraries', test: OF_EVERY_PAGE, priority: 2 },
            // In one piece, which compresses better than many, with one style sheet that comes before all others.
            {
              debugName: 'first',
              name: (id, context) =>
                comesFirst(id, module => context.getModuleInfo(module)) ? 'first' : null,
              priority: 1,
            },
            { name: 'screens', test: OF_EVERY_OTHER_SCREEN },
          ],
        },
        ...OUTPUT,
      },
    },
  },
})

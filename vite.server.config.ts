import { defineConfig } from 'vite'

/** Each program that runs from dist/server/ without the sources. */
const programs = {
  main: 'server/main.ts',
  admin: 'scripts/admin.ts',
  prepareEngine: 'server/platform/mongo/prepareEngine.ts',
}

export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    rolldownOptions: { input: programs },
  },
})

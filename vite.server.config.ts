import { defineConfig, type Plugin } from 'vite'

/** Each program that runs from dist/server/ without the sources. */
const programs = {
  main: 'server/main.ts',
  admin: 'scripts/admin.ts',
  prepareEngine: 'server/platform/mongo/prepareEngine.ts',
  pageRenderer: 'client/app/prerender.tsx',
}

/** The client's styles, with their fonts, belong to the client's build. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  load: { filter: { id: /[.]css$/ }, handler: () => 'export {}' },
}

export default defineConfig({
  publicDir: false,
  plugins: [withoutStyles],
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      input: programs,
      // On a slow machine every build would list our plugins.
      checks: { bundlerTimings: false },
    },
  },
})

import { join } from 'node:path'
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

/** Lazy modules that the page renderer imports. All other lazy modules need a browser or a session. */
const RENDERED =
  /\/(VisitorHome|(SignUp|SignIn|Reset|Agora)Screen|Policies|Lookaround|SampleNoteView|Markdown|queryClient)\.tsx$/

/** Leaves all other screens, and what they import, to the client's build. */
const onlyRenderedScreens: Plugin = {
  name: 'only-rendered-screens',
  resolveDynamicImport(file, importer) {
    const isOfClient = importer?.startsWith(join(import.meta.dirname, 'client/'))
    return isOfClient && !RENDERED.test(String(file)) ? { id: 'geulmaru:not-rendered', external: true } : null
  },
}

export default defineConfig({
  publicDir: false,
  plugins: [withoutStyles, onlyRenderedScreens],
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

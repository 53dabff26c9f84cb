import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { createServer, type Plugin } from 'vite'

const client = fileURLToPath(new URL('../../client', import.meta.url))

/** The root element of index.html. Its replacement is between comments, because the server sends it for the home screen only. */
const EMPTY = '<div id="root"></div>'

let prerendering: Promise<string> | undefined

/** Prerenders the visitor's home into index.html during the build, with the same components as in the browser. */
export const prerenderHomePlugin: Plugin = {
  name: 'prerender-home',
  apply: 'build',
  /** Runs while the bundler reads: prerendering does not need the bundle. */
  buildStart() {
    prerendering = prerender()
    // A build that fails for another reason does not await it.
    prerendering.catch(() => undefined)
  },
  transformIndexHtml: {
    order: 'post',
    async handler(page) {
      if (!page.includes(EMPTY)) throw new Error('index.html has no empty #root to prerender into')
      const prerendered = await prerendering
      // A function, because '$' is special in a replacement string.
      return page.replace(
        EMPTY,
        () => `<!--drawn--><div id="root" data-prerendered>${prerendered}</div><!--/drawn-->`,
      )
    },
  },
}

async function prerender(): Promise<string> {
  const vite = await createServer({
    configFile: false,
    root: client,
    logLevel: 'error',
    appType: 'custom',
    plugins: [react()],
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  })
  try {
    const { prerenderHome } = (await vite.ssrLoadModule('/app/prerender.tsx')) as {
      prerenderHome: () => Promise<string>
    }
    return await prerenderHome()
  } finally {
    await vite.close()
  }
}

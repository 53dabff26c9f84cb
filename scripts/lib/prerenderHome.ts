import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { createServer, type Plugin } from 'vite'

const client = fileURLToPath(new URL('../../client', import.meta.url))

/** As index.html holds it; between the comments, for the server sends it to visitors of home alone. */
const EMPTY = '<div id="root"></div>'

/** Draws the visitor's home into the page while it is built, with the very components that draw it in the browser. */
export const prerenderHomePlugin: Plugin = {
  name: 'draw-home',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(page) {
      if (!page.includes(EMPTY)) throw new Error('index.html has no empty #root to draw into')
      const drawing = await draw()
      // A function, since a '$' of a text means something in a replacement.
      return page.replace(EMPTY, () => `<!--drawn--><div id="root" data-drawn>${drawing}</div><!--/drawn-->`)
    },
  },
}

async function draw(): Promise<string> {
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

import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { createServer, type Plugin } from 'vite'

const client = fileURLToPath(new URL('../../client', import.meta.url))

/** As index.html holds it; between the comments, for the server sends it to visitors of home alone. */
const EMPTY = '<div id="root"></div>'

let drawing: Promise<string> | undefined

/** Draws the visitor's home into the page while it is built, with the very components that draw it in the browser. */
export const drawHome: Plugin = {
  name: 'draw-home',
  apply: 'build',
  /** While the bundler reads: the drawing needs nothing of the bundle. */
  buildStart() {
    drawing = draw()
    // Of a build that fails otherwise nobody waits for it.
    drawing.catch(() => undefined)
  },
  transformIndexHtml: {
    order: 'post',
    async handler(page) {
      if (!page.includes(EMPTY)) throw new Error('index.html has no empty #root to draw into')
      const drawn = await drawing
      // A function, since a '$' of a text means something in a replacement.
      return page.replace(EMPTY, () => `<!--drawn--><div id="root" data-drawn>${drawn}</div><!--/drawn-->`)
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
    const { drawVisitorsHome } = (await vite.ssrLoadModule('/app/drawing.tsx')) as {
      drawVisitorsHome: () => Promise<string>
    }
    return await drawVisitorsHome()
  } finally {
    await vite.close()
  }
}

// npm run dev: one address for everything. Vite serves the client there with hot reloading and passes the
// server's paths on to the server, which restarts when its sources change. The server renders the public pages of notes with
// the client's code, which Vite builds for it.
import { createServer } from 'node:net'
import { ensureInstalled } from './lib/install.mjs'
import { exitWithNpm, start, stopChildrenOnSignal } from './lib/processes.mjs'
import { exitWithError, print, requireNode, root } from './lib/project.mjs'

requireNode()
exitWithNpm()
stopChildrenOnSignal()
await ensureInstalled()

const port = Number(process.env.PORT || 3000)
const host = process.env.HOST || '127.0.0.1'
const address = `http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`
const serverPort = await freePort()
const target = `http://127.0.0.1:${serverPort}`

const pageRenderer = 'dist/dev/pageRenderer.js'

const { build, createServer: createVite, loadConfigFromFile } = await import('vite')
const vite = await createVite({
  configFile: `${root}vite.config.ts`,
  cacheDir: `${root}node_modules/.vite`,
  clearScreen: false,
  server: {
    host,
    port,
    strictPort: true,
    fs: { allow: [root] },
    proxy: {
      '/api': { target },
      '/p/': { target },
      '/pictures': { target },
      '/socket.io': { target, ws: true },
    },
  },
})
await vite.listen().catch(() => exitWithError(`${address} 에서 열 수 없어요. PORT를 바꿔 주세요.`))
await watchPageRenderer()
const server = start(
  'node_modules/.bin/tsx',
  ['watch', '--clear-screen=false', `--include=${pageRenderer}`, 'server/main.ts', pageRenderer],
  { PORT: String(serverPort), HOST: '127.0.0.1', PUBLIC_URL: process.env.PUBLIC_URL || address },
  // The server is reached through Vite's address.
  { mapLine: line => line.replace(`http://localhost:${serverPort}`, address) },
)

print(`${address} 에서 개발 서버가 열려요. 끝내려면 Ctrl-C를 눌러 주세요.`)
await server
await vite.close()

/** Builds the page renderer, now and whenever its sources change. Resolves after the first build. */
async function watchPageRenderer() {
  const { config } = await loadConfigFromFile(
    { command: 'build', mode: 'development' },
    `${root}vite.server.config.ts`,
  )
  const rolldownOptions = {
    ...config.build.rolldownOptions,
    input: { pageRenderer: 'client/app/prerender.tsx' },
  }
  const watcher = await build({
    ...config,
    configFile: false,
    mode: 'development',
    root,
    logLevel: 'error',
    build: { ...config.build, outDir: 'dist/dev', watch: {}, rolldownOptions },
  })
  await new Promise(resolve => {
    watcher.on('event', ({ code }) => ['END', 'ERROR'].includes(code) && resolve())
  })
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => probe.once('listening', resolve))
  const { port } = probe.address()
  await new Promise(resolve => probe.close(resolve))
  return port
}

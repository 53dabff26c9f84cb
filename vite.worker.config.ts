import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { SHELL, WORKER } from './client/platform/browser/serviceWorker.ts'

const CLIENT = 'dist/client'

/** What is of no use without a line: judging a new password, what visitors see, what administrators do. */
const ONLINE_ALONE = /\/(password\.strength|Sample|Lookaround|administration|links)[^/]*$/

/** Names with a hash, which say what is in them. */
const parts = readdirSync(join(CLIENT, 'static'), { recursive: true, encoding: 'utf8' })
  .map(name => `/static/${name.split(sep).join('/')}`)
  .filter(path => /\.(js|css)$/.test(path) && !ONLINE_ALONE.test(path))

const named = [SHELL, '/icon.svg', '/favicon.png', '/manifest.webmanifest'].map(url => ({
  url,
  revision: createHash('sha256')
    .update(readFileSync(join(CLIENT, url)))
    .digest('base64url'),
}))

/** The service worker, built after the client, whose files it names. */
export default defineConfig({
  root: 'client',
  publicDir: false,
  define: {
    BUILT_FILES: JSON.stringify([...named, ...parts.sort()]),
    'process.env.NODE_ENV': JSON.stringify('production'),
  },
  plugins: [compression({ algorithms: ['gzip', 'brotliCompress'], include: /worker\.js$/ })],
  build: {
    outDir: join('..', CLIENT),
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: 'client/app/pwa/worker.ts',
      output: { format: 'iife', entryFileNames: WORKER.slice(1) },
    },
  },
})

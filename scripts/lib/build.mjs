import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from './processes.mjs'
import { print, root } from './project.mjs'

/** Files and folders that affect the build. */
const sources = [
  'client',
  'server',
  'protocol',
  'scripts',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'vite.server.config.ts',
  'vite.worker.config.ts',
]
const stamp = join(root, 'dist/sources.sha256')

/**
 * Builds client and server into dist/ unless the sources are unchanged. Resolves with success. The server is built first, and
 * `onServerBuilt` runs while the client is still being built.
 */
export async function ensureBuilt({ onServerBuilt } = {}) {
  const fingerprint = fingerprintOf(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return true
  print('화면과 서버를 빌드해요.')
  rmSync(stamp, { force: true })
  const results = await Promise.all([buildClient(), buildServer(onServerBuilt)])
  const built = results.every(Boolean)
  if (built) writeFileSync(stamp, fingerprint)
  return built
}

async function buildClient() {
  return (await vite()) && (await vite('--config', 'vite.worker.config.ts'))
}

async function buildServer(onBuilt) {
  const built = await vite('--config', 'vite.server.config.ts')
  if (built) await onBuilt?.()
  return built
}

/** Always builds for production: the test runner sets NODE_ENV to 'test', which would select React's larger development build. */
function vite(...options) {
  return runTool('vite', ['build', '--logLevel', 'warn', ...options], { NODE_ENV: 'production' })
}

function fingerprintOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesUnder))
    hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

function filesUnder(path) {
  if (statSync(join(root, path)).isFile()) return [path]
  const names = readdirSync(join(root, path), { recursive: true, withFileTypes: true })
  return names
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath ?? entry.path, entry.name).slice(root.length))
    .sort()
}

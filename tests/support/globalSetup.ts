import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startTestEngine, startTestRedis } from './services.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The engine that all tests of a run share; `databaseUrl` gives each worker its own database. */
    mongoUrl: string
    redisUrl: string
    /** The data directory of the nodes of this run; that of another user would not be writable. */
    dataDir: string
  }
}

/**
 * Starts one engine and one Redis for the whole run, unless it has only unit tests, and builds the server for tests
 * that kill it. Vitest calls the returned function at the end.
 */
export async function setup({ vitest, provide }: TestProject) {
  if (vitest.projects.every(project => project.name.startsWith('unit'))) return undefined
  if (vitest.projects.some(project => project.name === 'faults'))
    execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  const [engine, redis] = await Promise.all([startTestEngine(), startTestRedis()])
  provide('mongoUrl', engine.url)
  const dataDir = await mkdtemp(join(tmpdir(), 'geulmaru-nodes-'))
  provide('redisUrl', redis.url)
  provide('dataDir', dataDir)
  return async () => {
    await Promise.all([engine.stop(), redis.stop()])
    await rm(dataDir, { recursive: true, force: true })
  }
}

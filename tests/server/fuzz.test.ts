import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fuzz } from '#tests/support/fuzz/fuzz.ts'
import { fuzzSockets } from '#tests/support/fuzz/sockets.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'

/** The same few requests on every run; `npm run test:long` sends 20,000 other ones. */
const { FUZZ_BODIES } = process.env
const BODIES = Number(FUZZ_BODIES ?? 800)
const SOCKETS = 60
const SEED = FUZZ_BODIES === undefined ? 20_261 : Math.floor(Math.random() * 200_000)
const DURATION_MS = FUZZ_BODIES === undefined ? 13_000 : 30 * 60_000

let node: TestNode
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'geulmaru-fuzz-'))
  node = await startNode({ mongoUrl: await emptyDatabase(), dataDir, rateLimitScale: 1_000_000 })
})
afterAll(async () => {
  await node.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('for any invalid input the response is a documented one and the server stays healthy', {
  timeout: DURATION_MS + 120_000,
}, async () => {
  const { repositories, log } = node.app.context
  // A caller who disconnects sees no response, but a server error is logged.
  const fault = vi.spyOn(log, 'error')
  const report = await fuzz({
    url: node.url,
    users: repositories.users,
    bodies: BODIES,
    seed: SEED,
    durationMs: DURATION_MS,
  })
  expect(report.failures.join('\n'), `seed ${SEED}`).toBe('')
  expect(fault.mock.calls).toEqual([])
  expect(report.sent).toBeGreaterThan(0)
})

test('whatever a socket sends, no other socket is affected', async () => {
  const report = await fuzzSockets({ url: node.url, sockets: SOCKETS, seed: SEED })
  expect(report.failures.join('\n')).toBe('')
  expect(report.frames).toBeGreaterThan(0)
})

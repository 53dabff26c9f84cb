import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as after } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { encodeText } from '#protocol/encoding.ts'
import { getNote } from '#protocol/notes.ts'
import { createUserRepository } from '#server/features/accounts/accounts.repository.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { ORIGIN } from '#tests/support/authenticator.ts'
import { type FuzzReport, fuzz } from '#tests/support/fuzz/fuzz.ts'
import { fuzzSockets } from '#tests/support/fuzz/sockets.ts'
import { startSourceNode } from '#tests/support/nodeProcess.ts'
import { databaseUrl, startTestEngine } from '#tests/support/services.ts'
import { newUser, writeNote } from '#tests/support/users.ts'

/**
 * Sends invalid input to all calls and sockets of a server with its own database. The server must not fail, hang or leak memory, and
 * must still work afterwards.
 */
const DURATION_MS = 30 * 60_000
const SOCKETS = 500
/** After this many bodies the server is warm. */
const WARM_AFTER = 2_000
/** Allowed memory growth: allocators do not return all memory. */
const GROWTH_MAX_MB = 100
/** Time for the garbage collection after SIGUSR2. */
const COLLECT_MS = 2_000

const { values } = parseArgs({
  options: { bodies: { type: 'string', default: '20000' }, seed: { type: 'string' } },
})
const bodies = Number(values.bodies)
const seed = values.seed === undefined ? randomInt(200_000) : Number(values.seed)
console.log(`${bodies} bodies, seed ${seed}`)

const engine = await startTestEngine()
const mongoUrl = await databaseUrl(engine.url, 'fuzz')
const node = await startSourceNode({
  MONGODB_URL: mongoUrl,
  PUBLIC_URL: ORIGIN,
  RATE_LIMIT_SCALE: '1000000',
  NODE_OPTIONS: `--import ${new URL('../bench/collectGarbage.mjs', import.meta.url)}`,
})
const mongo = await connectMongo(mongoUrl)
try {
  const failures = await run()
  for (const failure of failures) console.error(`\n✗ ${failure}`)
  process.exitCode = failures.length === 0 ? 0 : 1
} finally {
  await mongo.close()
  await node.stop()
  await engine.stop()
}

async function run(): Promise<string[]> {
  let warmMb = 0
  const report = await fuzz({
    url: node.url,
    users: createUserRepository(mongo),
    bodies,
    seed,
    durationMs: DURATION_MS,
    async onBatch(sent) {
      if (warmMb === 0 && sent >= WARM_AFTER) warmMb = await memoryMb()
      if (sent % 5_000 < 250) console.log(`${sent} sent`)
    },
  })
  const sockets = await fuzzSockets({ url: node.url, sockets: SOCKETS, seed })
  const failures = [...report.failures, ...sockets.failures, ...(await checkBasicUse())]
  // Includes faults whose caller had disconnected.
  failures.push(...node.faults.map(fault => `logged: ${fault}`))
  const grownMb = (await memoryMb()) - warmMb
  printReport(report, sockets.frames, warmMb, grownMb)
  if (warmMb > 0 && grownMb > GROWTH_MAX_MB) failures.push(`memory grew by ${grownMb} MB`)
  return failures
}

function printReport(
  { sent, statuses, slowestMs, slowestHealthMs }: FuzzReport,
  frames: number,
  warmMb: number,
  grownMb: number,
) {
  console.log(`${sent} bodies and ${frames} frames sent; answers by status:`, statuses)
  console.log(`slowest answer ${Math.round(slowestMs)} ms, of /api/health ${Math.round(slowestHealthMs)} ms`)
  console.log(`resident memory ${warmMb} MB when warm, ${grownMb} MB more at the end`)
}

/** Registers a user and writes a note. */
async function checkBasicUse(): Promise<string[]> {
  try {
    const person = await newUser(node.url)
    const noteNo = await writeNote(person, '끝난 뒤', '여전해요')
    const { text } = await person.call(getNote, { noteNo })
    return text === encodeText('여전해요') ? [] : [`a note came back as ${text}`]
  } catch (error) {
    return [`registering or writing failed afterwards: ${error}`]
  }
}

/** Resident memory after a garbage collection. */
async function memoryMb(): Promise<number> {
  process.kill(node.pid, 'SIGUSR2')
  await after(COLLECT_MS)
  const status = await readFile(`/proc/${node.pid}/status`, 'utf8')
  return Math.round(Number(status.match(/VmRSS:\s+(\d+)/)?.[1]) / 1024)
}

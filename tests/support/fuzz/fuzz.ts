import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import fc from 'fast-check'
import { checkSignIn } from '#protocol/accounts.ts'
import { getBlocked } from '#protocol/blocking.ts'
import { getComments } from '#protocol/comments.ts'
import type { UserStore } from '#server/features/accounts/accounts.store.ts'
import { type AnyCall, everyCall } from '../everyCall.ts'
import type { Person } from '../person.ts'
import { validInputs } from '../validInputs.ts'
import { makeWorld, type World } from '../world.ts'
import { complaintAbout } from './complaints.ts'
import { type Asker, type Plan, plans } from './plans.ts'
import { asCurl, type FuzzedRequest, requestOf } from './requests.ts'
import { closeLines, send } from './send.ts'

/** No answer takes longer, on a machine as busy as it may be. */
const PATIENCE_MS = 20_000
const AT_ONCE = 8
/** Bodies that are made from the same inputs: some of what these name is used up meanwhile. */
const BATCH = 250
/** So that the next seed sends something else. */
const BATCHES_A_SEED = 10_000
/** More need not be known of a server that fails. */
const FAILURES_MAX = 10

export interface FuzzOptions {
  /** On 127.0.0.1. */
  url: string
  /** Of its database. */
  users: Pick<UserStore, 'setPrivilege'>
  bodies: number
  seed: number
  /** After which nothing more is sent. */
  durationMs: number
  /** Called with how many have been sent so far. */
  onBatch?(sent: number): Promise<void>
}

export interface FuzzReport {
  sent: number
  /** How many answers had each status; 0 is none. */
  statuses: Record<number, number>
  slowestMs: number
  slowestHealthMs: number
  /** What went wrong, and how to send it again. */
  failures: string[]
}

/** Sends inputs of all calls that were right and are not any more. The same seed sends the same. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { url, users, bodies, seed, durationMs, onBatch } = options
  const report: FuzzReport = { sent: 0, statuses: {}, slowestMs: 0, slowestHealthMs: 0, failures: [] }
  const endsAt = performance.now() + durationMs
  const health = watchHealth(url, report)
  let world = await makeWorld(url, users)
  for (let batch = 0; report.sent < bodies && performance.now() < endsAt; batch += 1) {
    if (!(await isWhole(world))) world = await makeWorld(url, users)
    const numRuns = Math.min(BATCH, bodies - report.sent)
    const batchPlans = fc.sample(plans, { seed: seed * BATCHES_A_SEED + batch, numRuns })
    const hindrances = await sendAll(until(endsAt, batchPlans), url, world, report)
    if (hindrances.length > 0 && (await isWhole(world))) report.failures.push(...hindrances)
    if (report.failures.length >= FAILURES_MAX) break
    await onBatch?.(report.sent)
  }
  await health.stop()
  closeLines()
  return report
}

/** Returns why some plans could not be carried out, which is no wonder once the world is not whole any more. */
async function sendAll(
  due: Iterable<Plan>,
  url: string,
  world: World,
  report: FuzzReport,
): Promise<string[]> {
  const hindrances: string[] = []
  const inputs = new Map<string, Promise<Record<string, unknown>>>()
  let made: Promise<unknown> = Promise.resolve()
  /** One after the other: for two of them at once the same people might make the same room. */
  const inputFor = (called: AnyCall, person: Person | null) => {
    const key = `${called.path} ${person?.userNo}`
    const known = inputs.get(key)
    if (known !== undefined) return known
    const input = made.then(() => rightInput(called, world, person))
    made = input.catch(() => undefined)
    inputs.set(key, input)
    return input
  }

  async function sendOne(plan: Plan): Promise<void> {
    const called = everyCall[plan.call % everyCall.length]
    if (called === undefined) return
    const person = personFor(plan.asker, called, world)
    const input = await inputFor(called, person).catch(error => void hindrances.push(String(error)))
    if (input === undefined) return
    const request = requestOf(plan, called, input, person?.token)
    const startedAt = performance.now()
    const outcome = await send(url, request, PATIENCE_MS)
    const status = typeof outcome === 'string' ? 0 : outcome.status
    report.sent += 1
    report.statuses[status] = (report.statuses[status] ?? 0) + 1
    report.slowestMs = Math.max(report.slowestMs, performance.now() - startedAt)
    const complaint = complaintAbout(called, request, outcome)
    if (complaint !== null) report.failures.push(await described(complaint, url, request, report.sent))
  }

  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (const plan of due) await sendOne(plan)
  })
  await Promise.all(workers)
  return hindrances
}

function* until<Thing>(endsAt: number, things: readonly Thing[]): Generator<Thing> {
  for (const thing of things) {
    if (performance.now() >= endsAt) return
    yield thing
  }
}

async function rightInput({ path }: AnyCall, world: World, person: Person | null) {
  return validInputs[path](world, person)
}

function personFor(asker: Asker, { access }: AnyCall, world: World): Person | null {
  if (asker === 'visitor') return null
  if (asker !== 'fitting') return world[asker]
  if (access === 'administrator') return world.administrator
  // Signing out is open to everybody, and would leave the author unable to go on.
  return access === 'open' ? world.stranger : world.author
}

/** Whether everybody is still signed in, nobody blocked, and the room still there: what is sent may well end that. */
async function isWhole({
  room,
  author,
  administrator,
  member,
  bystander,
  exMember,
}: World): Promise<boolean> {
  const people = [author, administrator, member, bystander, exMember]
  const [comments, blocked, ...signIns] = await Promise.all([
    author.asks(getComments, room),
    author.asks(getBlocked, {}),
    ...people.map(person => person.asks(checkSignIn, {})),
  ])
  const hasBlocked = blocked.status !== 200 || blocked.body.people.length > 0
  return comments.status === 200 && !hasBlocked && signIns.every(({ body }) => body.authenticated)
}

async function described(
  complaint: string,
  url: string,
  request: FuzzedRequest,
  sent: number,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'geulmaru-fuzz-'))
  const bodyFile = join(folder, `${sent}.body`)
  await writeFile(bodyFile, request.body)
  const framing = request.framing === null ? '' : ` (${request.framing})`
  return `${complaint.slice(0, 1_000)}${framing}\n${asCurl(url, request, bodyFile)}`
}

/** Asks all the while whether the server is well. */
function watchHealth(url: string, report: FuzzReport): { stop(): Promise<void> } {
  const stopping = new AbortController()
  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      const { ok } = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(PATIENCE_MS) })
      if (!ok) throw new Error('the server is not well')
      report.slowestHealthMs = Math.max(report.slowestHealthMs, performance.now() - startedAt)
      await after(100)
    }
  }
  const watching = watch().catch(error => void report.failures.push(`/api/health: ${error}`))
  return {
    async stop() {
      stopping.abort()
      await watching
    },
  }
}

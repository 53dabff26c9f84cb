import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import fc from 'fast-check'
import { z } from 'zod'
import { checkSignIn } from '#protocol/accounts.ts'
import { getBlocked } from '#protocol/blocking.ts'
import { type Call, type ErrorCode, errorKinds } from '#protocol/call.ts'
import { getComments } from '#protocol/comments.ts'
import { getNote } from '#protocol/notes.ts'
import type { UserRepository } from '#server/features/accounts/accounts.repository.ts'
import { type AnyCall, allCalls } from '../allCalls.ts'
import { createFixtures, type Fixtures } from '../fixtures.ts'
import type { TestUser } from '../users.ts'
import { validInputs } from '../validInputs.ts'
import { type Asker, type Plan, plans } from './plans.ts'
import { asCurl, type FuzzedRequest, requestOf } from './requests.ts'
import { closeLines, type Outcome, send } from './send.ts'

/** No response takes longer, even on a busy machine. */
const TIMEOUT_MS = 20_000
const CONCURRENCY = 8
/** Bodies built from the same inputs; requests use up some of what these refer to. */
const BATCH = 250
/** So that the next seed sends something else. */
const BATCHES_A_SEED = 10_000
/** The maximum number of failures to report. */
const FAILURES_MAX = 10

export interface FuzzOptions {
  /** An address on 127.0.0.1. */
  url: string
  /** The users of the server’s database. */
  users: Pick<UserRepository, 'setPrivilege'>
  bodies: number
  seed: number
  /** After this time nothing more is sent. */
  durationMs: number
  /** Called with the number of requests so far. */
  onBatch?(sent: number): Promise<void>
}

export interface FuzzReport {
  sent: number
  /** The number of responses by status; 0 is no response. */
  statuses: Record<number, number>
  slowestMs: number
  slowestHealthMs: number
  /** What failed, and how to repeat it. */
  failures: string[]
}

/** Sends inputs of all calls that were valid before a mutation. The same seed sends the same requests. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { url, users, bodies, seed, durationMs, onBatch } = options
  const report: FuzzReport = { sent: 0, statuses: {}, slowestMs: 0, slowestHealthMs: 0, failures: [] }
  const endsAt = performance.now() + durationMs
  const health = watchHealth(url, report)
  let fixtures = await createFixtures(url, users)
  for (let batch = 0; report.sent < bodies && performance.now() < endsAt; batch += 1) {
    if (!(await areFixturesIntact(fixtures))) fixtures = await createFixtures(url, users)
    const numRuns = Math.min(BATCH, bodies - report.sent)
    const batchPlans = fc.sample(plans, { seed: seed * BATCHES_A_SEED + batch, numRuns })
    const failedSetups = await sendAll(until(endsAt, batchPlans), url, fixtures, report)
    report.failures.push(...(await repeatSetups(failedSetups, fixtures)))
    if (report.failures.length >= FAILURES_MAX) break
    await onBatch?.(report.sent)
  }
  await health.stop()
  closeLines()
  return report
}

interface Setup {
  called: AnyCall
  user: TestUser | null
}

/** Returns the setups that failed, which is expected while the fixtures are not intact. */
async function sendAll(
  due: Iterable<Plan>,
  url: string,
  fixtures: Fixtures,
  report: FuzzReport,
): Promise<Setup[]> {
  const failedSetups: Setup[] = []
  const inputs = new Map<string, Promise<Record<string, unknown>>>()
  let made: Promise<unknown> = Promise.resolve()
  /** Sequential, because concurrent setups with the same users might create the same hub. */
  const inputFor = (called: AnyCall, user: TestUser | null) => {
    const key = `${called.path} ${user?.userNo}`
    const cached = inputs.get(key)
    if (cached !== undefined) return cached
    const input = made.then(() => createValidInput(called, fixtures, user))
    made = input.catch(() => undefined)
    inputs.set(key, input)
    return input
  }

  async function sendOne(plan: Plan): Promise<void> {
    const called = allCalls[plan.call % allCalls.length]
    if (called === undefined) return
    const user = userFor(plan.asker, called, fixtures)
    const input = await inputFor(called, user).catch(() => void failedSetups.push({ called, user }))
    if (input === undefined) return
    const request = requestOf(plan, called, input, user?.token)
    const startedAt = performance.now()
    const outcome = await send(url, request, TIMEOUT_MS)
    const status = typeof outcome === 'string' ? 0 : outcome.status
    report.sent += 1
    report.statuses[status] = (report.statuses[status] ?? 0) + 1
    report.slowestMs = Math.max(report.slowestMs, performance.now() - startedAt)
    const fault = findResponseFault(called, request, outcome)
    if (fault !== null) report.failures.push(await describeRequest(fault, url, request, report.sent))
  }

  const workers = Array.from({ length: CONCURRENCY }, async () => {
    for (const plan of due) await sendOne(plan)
  })
  await Promise.all(workers)
  return failedSetups
}

/** Returns why setups fail with intact fixtures. One request may delete what they need, and a later one restore it. */
async function repeatSetups(failed: readonly Setup[], fixtures: Fixtures): Promise<string[]> {
  const errors: string[] = []
  for (const { called, user } of failed) {
    if (!(await areFixturesIntact(fixtures))) return []
    await createValidInput(called, fixtures, user).catch(error => void errors.push(String(error)))
  }
  return errors
}

function* until<Thing>(endsAt: number, things: readonly Thing[]): Generator<Thing> {
  for (const thing of things) {
    if (performance.now() >= endsAt) return
    yield thing
  }
}

async function createValidInput({ path }: AnyCall, fixtures: Fixtures, user: TestUser | null) {
  return validInputs[path](fixtures, user)
}

function userFor(asker: Asker, { access }: AnyCall, fixtures: Fixtures): TestUser | null {
  if (asker === 'visitor') return null
  if (asker !== 'fitting') return fixtures[asker]
  if (access === 'administrator') return fixtures.administrator
  // Anybody can sign out, and the author could not continue after it.
  return access === 'open' ? fixtures.nonMember : fixtures.author
}

/**
 * Whether every user is still signed in, nobody is blocked, and the hub, the note and its topic still exist; the requests may end any
 * of that.
 */
async function areFixturesIntact({
  room,
  author,
  administrator,
  member,
  bystander,
  exMember,
}: Fixtures): Promise<boolean> {
  const people = [author, administrator, member, bystander, exMember]
  const [comments, note, blocked, ...signIns] = await Promise.all([
    author.request(getComments, room),
    author.request(getNote, room),
    author.request(getBlocked, {}),
    ...people.map(user => user.request(checkSignIn, {})),
  ])
  const hasBlocked = blocked.status !== 200 || blocked.body.people.length > 0
  const hasNote = note.status === 200 && note.body.subjectNo === room.topicNo
  return comments.status === 200 && hasNote && !hasBlocked && signIns.every(({ body }) => body.authenticated)
}

async function describeRequest(
  fault: string,
  url: string,
  request: FuzzedRequest,
  sent: number,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'geulmaru-fuzz-'))
  const bodyFile = join(folder, `${sent}.body`)
  await writeFile(bodyFile, request.body)
  const framing = request.framing === null ? '' : ` (${request.framing})`
  return `${fault.slice(0, 1_000)}${framing}\n${asCurl(url, request, bodyFile)}`
}

/** Checks continuously whether the server is healthy. */
function watchHealth(url: string, report: FuzzReport): { stop(): Promise<void> } {
  const stopping = new AbortController()
  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      const { ok } = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (!ok) throw new Error('the server is not healthy')
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

const codes = Object.keys(errorKinds) as ErrorCode[]
const errorReply = z.strictObject({
  success: z.literal(false),
  code: z.literal(codes),
  message: z.string().min(1),
  field: z.string().optional(),
})
/** Text that would reveal how the server is built. */
const INTERNAL_DETAILS =
  /node_modules|mongo|zod|express|multer|busboy|body-parser|node:|\bat .*:\d+|\w+Error\b/i
/** A caller who sends more may be cut off before the body is complete, and then gets no response. */
const CUT_OFF_ABOVE_BYTES = 64 * 1024

/** What is wrong with a response; null if nothing is. */
function findResponseFault(called: Call, sent: FuzzedRequest, outcome: Outcome): string | null {
  if (outcome === 'late') return 'no response in time'
  if (outcome === 'gone') return canBeCutOff(sent) ? null : 'no response'
  const { status, type, body } = outcome
  // Node itself answers what it cannot parse as a request.
  if (status === 400 && hasWrongLength(sent) && body.length === 0) return null
  if (status >= 500) return `status ${status}: ${body}`
  if (sent.method === 'HEAD' || (sent.method === 'OPTIONS' && status === 204)) return null
  if (status === 200) return findReplyFault(called, type, body)
  if (!type.startsWith('application/json')) return `status ${status} as ${type}: ${body}`
  return findErrorFault(status, body.toString())
}

const hasWrongLength = ({ framing }: FuzzedRequest) => framing === 'long' || framing === 'short'

function canBeCutOff(sent: FuzzedRequest): boolean {
  return sent.framing === 'torn' || hasWrongLength(sent) || sent.body.length > CUT_OFF_ABOVE_BYTES
}

function findReplyFault({ reply }: Call, type: string, body: Buffer): string | null {
  if (reply instanceof z.ZodFile) return type === 'application/zip' ? null : `a file as ${type}`
  if (!type.startsWith('application/json')) return `200 as ${type}`
  const { success, error } = reply.safeParse(JSON.parse(body.toString()))
  return success ? null : `a reply of the wrong form: ${z.prettifyError(error)}`
}

function findErrorFault(status: number, text: string): string | null {
  const { success, data } = errorReply.safeParse(JSON.parse(text))
  if (!success) return `an error of the wrong form: ${text}`
  if (errorKinds[data.code].status !== status) return `status ${status} for ${data.code}`
  return INTERNAL_DETAILS.test(text) ? `an error that gives too much away: ${text}` : null
}

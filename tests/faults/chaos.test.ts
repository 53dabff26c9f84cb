import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFailed, onTestFinished, test, vi } from 'vitest'
import { confirmEmail } from '#protocol/accounts.ts'
import { getComments } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { getNote, getNotes } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic } from '#protocol/topics.ts'
import { newApiToken } from '#tests/support/apiTokens.ts'
import {
  type FragileCluster,
  type FragileNode,
  startFragileCluster,
} from '#tests/support/chaos/fragileCluster.ts'
import { type AcknowledgedWrites, type LoadTarget, startLoadWriter } from '#tests/support/chaos/loadWriter.ts'
import { type Random, seededRandom } from '#tests/support/chaos/random.ts'
import { startTypists } from '#tests/support/chaos/typists.ts'
import { aboutConfirmation, confirmationTokenIn } from '#tests/support/mailServer.ts'
import { passageOf } from '#tests/support/passages.ts'
import { openScreen } from '#tests/support/screen.ts'
import { expectScreensCorrect } from '#tests/support/screenTruth.ts'
import { makeHub, newUser, type TestUser, writeNote } from '#tests/support/users.ts'

const NODES = 3
const HUBS = 2
const PASSAGE = '다음 달에'
const TEXT = `우리는 ${PASSAGE} 다시 만나기로 했다.`
const PEOPLE_A_HUB = 3
const SCREENS_PER_USER = 2

/** The pause of each user between two writes: about 20 writes a second in total. */
const PAUSE_MS = 250

/** How long faults are injected; `npm run test:long` sets it to half an hour. */
const { CHAOS_SECONDS, CHAOS_SEED } = process.env
const SECONDS = Number(CHAOS_SECONDS ?? 4)

/** The same in each short run; a long run prints its own, which replays it. */
const SEED = Number(CHAOS_SEED ?? (CHAOS_SECONDS === undefined ? 2 : Date.now() % 1_000_000))
const SAVE_FAILURE_MS = { least: 500, most: 4_000 }
const QUIET_MS = { least: 200, most: 2_000 }

/** Time limit after the last fault. An idle machine takes a tenth of it, and prints how long it took. */
const TIMEOUT_MS = 30_000

/** Limit for the node that survives all faults: its connection pools are filled by then. */
const EXTRA_HANDLES_MAX = 150
const MEMORY_MORE_MAX_MB = 200

test(
  `under ${SECONDS} s of crashes, pauses and partitions no acknowledged write is lost, and every screen becomes correct (seed ${SEED})`,
  async () => {
    const random = seededRandom(SEED)
    const cluster = await startFragileCluster(NODES)
    onTestFinished(cluster.stop)
    onTestFailed(() => void process.stdout.write(lastFaultsOf(cluster)))
    const desks = await createTargets(cluster)
    const survivor = cluster.nodes[0]?.process.pid ?? 0
    const before = resourcesOf(survivor)
    const screens = await Promise.all(
      desks.flatMap(({ person: user, thread }) =>
        Array.from({ length: SCREENS_PER_USER }, () => openScreen(user, cluster.url, [thread])),
      ),
    )

    const [first, second] = desks
    if (first === undefined || second === undefined) throw new Error('nobody is in it')
    const typists = { author: first.person, friend: second.person, ...first.thread }
    const stopTyping = await startTypists(cluster.url, typists, SECONDS)
    const stopWriting = desks.map(desk =>
      startLoadWriter(desk, seededRandom(random.below(2 ** 31)), PAUSE_MS),
    )
    const happened: string[] = []
    const endAt = performance.now() + SECONDS * 1_000
    for (const name of repeatShuffled(Object.keys(faults), random)) {
      if (performance.now() >= endAt) break
      await wait(random.between(QUIET_MS.least, QUIET_MS.most))
      const lastsMs = Math.round(random.between(SAVE_FAILURE_MS.least, SAVE_FAILURE_MS.most))
      happened.push(`${name} (${lastsMs} ms)`)
      await faults[name]?.(cluster, random, lastsMs)
    }
    const calmAt = performance.now()
    const acknowledged = await Promise.all(stopWriting.map(stop => stop()))
    const { typed, contents } = await stopTyping(TIMEOUT_MS)
    const writtenAfterMs = Math.round(performance.now() - calmAt)
    process.stdout.write(`chaos: seed ${SEED}: ${happened.join(', ')}\n`)
    await vi.waitFor(() => expectScreensCorrect(screens), { timeout: TIMEOUT_MS, interval: 100 })
    const trueAfterMs = Math.round(performance.now() - calmAt)

    expect(acknowledged.flatMap(({ wrong }) => wrong)).toEqual([])
    for (const content of contents)
      expect(typed.filter(letter => content.split(letter).length !== 2)).toEqual([])
    for (const [at, desk] of desks.entries()) await expectAcknowledgedWrites(desk, acknowledged[at])
    for (const desk of desks.filter((_, at) => at % PEOPLE_A_HUB === 0)) {
      const comments = acknowledged.filter((_, at) => desks[at]?.thread === desk.thread)
      const commentCount = comments.reduce((sum, { comments }) => sum + comments, 0)
      expect((await desk.person.call(getComments, desk.thread)).count).toBe(commentCount)
    }
    const mailIds = cluster.mails.received.map(({ messageId }) => messageId)
    expect(mailIds).toEqual([...new Set(mailIds)])
    for (const screen of screens) screen.close()
    const after = resourcesOf(survivor)
    expect(typed.length).toBeGreaterThan(SECONDS)
    const sum = (of: (each: AcknowledgedWrites) => number) =>
      acknowledged.reduce((total, each) => total + of(each), 0)
    process.stdout.write(
      `chaos: seed ${SEED}, ${SECONDS} s, ${happened.length} troubles; ${mailIds.length} mails; ${sum(each => each.asked)} calls, ${sum(each => each.unanswered)} of them in vain and made again, slowest ${Math.round(Math.max(...acknowledged.map(each => each.slowestMs)))} ms; all written ${writtenAfterMs} ms and ${screens.length} screens true ${trueAfterMs} ms after the last; a node that lived through it: ${before.handles} handles and ${before.megabytes} MB before, ${after.handles} and ${after.megabytes} MB after\n`,
    )
    expect(after.handles - before.handles).toBeLessThan(EXTRA_HANDLES_MAX)
    expect(after.megabytes - before.megabytes).toBeLessThan(MEMORY_MORE_MAX_MB)
  },
  SECONDS * 1_000 + 180_000,
)

async function createTargets(cluster: FragileCluster): Promise<LoadTarget[]> {
  const desks: LoadTarget[] = []
  for (let hub = 0; hub < HUBS; hub += 1) {
    const users = await Promise.all(Array.from({ length: PEOPLE_A_HUB }, () => newConfirmedUser(cluster)))
    const [first, ...others] = users
    if (first === undefined) throw new Error('nobody is in it')
    const hubNo = await makeHub(first, ...others)
    const thread = { hubNo, noteNo: await writeNote(first, '회의록', TEXT) }
    await first.call(shareNote, thread)
    // The text of the first hub's note is typed by two people.
    const passage = hub === 0 ? null : passageOf(TEXT, PASSAGE)
    for (const user of users)
      desks.push({
        ...{ person: user, topicNo: await newTopic(user), thread, passage },
        apiToken: (await newApiToken(user)).token,
        friendNames: users.filter(other => other !== user).map(({ name }) => name),
      })
  }
  return desks
}

/** Only a confirmed address gets notifications by mail. */
async function newConfirmedUser({ url, mails }: FragileCluster): Promise<TestUser> {
  const user = await newUser(url)
  const mail = await mails.mailTo(user.email, aboutConfirmation)
  await user.call(confirmEmail, { token: confirmationTokenIn(mail) })
  return user
}

async function newTopic(user: TestUser): Promise<number> {
  const { subjects } = await user.call(createTopic, { title: '새 주제' })
  return subjects[0]?.subjectNo ?? 0
}

/** The last errors that each node logged; they explain its 503 responses. */
function lastFaultsOf({ nodes }: FragileCluster): string {
  return nodes.map(({ process }, at) => `node ${at}: ${process.faults.slice(-3).join('\n')}\n`).join('')
}

/** Yields each name equally often, in another random order each round. */
function* repeatShuffled(names: string[], random: Random): Generator<string> {
  for (;;) yield* random.shuffled(names)
}

/** Every acknowledged write is there, and nothing else. */
async function expectAcknowledgedWrites(
  { person: user, topicNo, thread }: LoadTarget,
  acknowledged: AcknowledgedWrites | undefined,
): Promise<void> {
  if (acknowledged === undefined) throw new Error('nothing was written')
  const listed = await user.call(getNotes, { topicNo, itemsPerPage: ITEMS_PER_PAGE_MAX })
  expect(listed.notes.map(({ noteNo }) => noteNo).toSorted()).toEqual(
    [...acknowledged.notes.keys()].toSorted(),
  )
  const { notes } = await user.call(getSharedNotes, {
    selectedHubNo: thread.hubNo,
    numberOfItemsPerPage: ITEMS_PER_PAGE_MAX,
  })
  const shared = new Set(notes.map(({ noteNo }) => noteNo))
  for (const [noteNo, { text, isShared }] of acknowledged.notes) {
    expect((await user.call(getNote, { noteNo })).text).toBe(text)
    expect(shared.has(noteNo), `${noteNo}`).toBe(isShared)
  }
}

/** The resources that a process holds now, as Linux counts them. */
function resourcesOf(pid: number): { handles: number; megabytes: number } {
  const kilobytes = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1]
  return { handles: readdirSync(`/proc/${pid}/fd`).length, megabytes: Math.round(Number(kilobytes) / 1024) }
}

/** A fault of a cluster. It lasts for the given time, and all parts run again when it resolves. */
type Fault = (cluster: FragileCluster, random: Random, lastsMs: number) => Promise<void>

const pauseProcess = async (process: { signal(name: NodeJS.Signals): void }, lastsMs: number) => {
  process.signal('SIGSTOP')
  await wait(lastsMs)
  process.signal('SIGCONT')
}
const anyNode = ({ nodes }: FragileCluster, random: Random) => random.oneOf(nodes)

/** The first node survives all faults, so that its memory and handles can be compared. */
const killableNode = ({ nodes }: FragileCluster, random: Random) => random.oneOf(nodes.slice(1))

async function cutConnection(
  proxy: FragileNode['toMongo'],
  isSilent: boolean,
  lastsMs: number,
): Promise<void> {
  if (isSilent) proxy.fallSilent()
  else proxy.cut()
  await wait(lastsMs)
  proxy.repair()
}

const faults: Record<string, Fault> = {
  async 'a node is killed'(cluster, random, lastsMs) {
    const node = killableNode(cluster, random)
    await node.process.kill()
    await wait(lastsMs)
    await node.restart()
  },
  async 'a node is restarted'(cluster, random) {
    const node = killableNode(cluster, random)
    await node.process.stop()
    await node.restart()
  },
  async 'a node is paused'(cluster, random, lastsMs) {
    const { pid } = anyNode(cluster, random).process
    await pauseProcess({ signal: name => process.kill(pid, name) }, lastsMs)
  },
  'the engine is killed': cluster => cluster.engine.killAndRestart(),
  'the engine is paused': ({ engine }, _random, lastsMs) => pauseProcess(engine, lastsMs),
  async 'Redis is killed'({ redis }, _random, lastsMs) {
    await redis.kill()
    await wait(lastsMs)
    await redis.restart()
  },
  async 'Redis is paused'({ redis }, _random, lastsMs) {
    redis.pause()
    await wait(lastsMs)
    redis.resume()
  },
  'a node loses MongoDB': (cluster, random, lastsMs) =>
    cutConnection(anyNode(cluster, random).toMongo, random.below(2) === 0, lastsMs),
  'a node loses Redis': (cluster, random, lastsMs) =>
    cutConnection(anyNode(cluster, random).toRedis, random.below(2) === 0, lastsMs),
}

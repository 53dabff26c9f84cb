import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFailed, onTestFinished, test, vi } from 'vitest'
import { getComments } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { getNote, getNotes } from '#protocol/notes.ts'
import { createTopic } from '#protocol/topics.ts'
import { faults } from '#tests/support/chaos/faults.ts'
import { type FragileCluster, startFragileCluster } from '#tests/support/chaos/fragileCluster.ts'
import { type Desk, type Written, writeSteadily } from '#tests/support/chaos/loadWriter.ts'
import { type Random, randomFrom } from '#tests/support/chaos/random.ts'
import { makeHub, newPerson, type Person, shareNewNote } from '#tests/support/person.ts'
import { openScreen } from '#tests/support/screen.ts'
import { expectTrue } from '#tests/support/screenTruth.ts'

const NODES = 3
const HUBS = 2
const PEOPLE_A_HUB = 3
const SCREENS_EACH = 2
/** Of each person, between two things that they write: some 20 a second of all. */
const PAUSE_MS = 250
/** How long troubles go on; `npm run test:long` sets it to half an hour. */
const { CHAOS_SECONDS, CHAOS_SEED } = process.env
const SECONDS = Number(CHAOS_SECONDS ?? 4)
/** The same in each short run; a long one prints its own, by which it is played again. */
const SEED = Number(CHAOS_SEED ?? (CHAOS_SECONDS === undefined ? 2 : Date.now() % 1_000_000))
const SAVE_FAILURE_MS = { least: 500, most: 4_000 }
const QUIET_MS = { least: 200, most: 2_000 }
/** After the last trouble. An idle machine takes a tenth of it, and says how long it took. */
const PATIENCE_MS = 30_000
/** Of the node that lives through all of it: pools of connections are filled by then. */
const HANDLES_MORE_MAX = 150
const MEMORY_MORE_MAX_MB = 200

test(
  `whatever is killed, held and cut off for ${SECONDS} s: nothing acknowledged is lost, and every screen comes right (seed ${SEED})`,
  async () => {
    const random = randomFrom(SEED)
    const cluster = await startFragileCluster(NODES)
    onTestFinished(cluster.stop)
    onTestFailed(() => void process.stdout.write(lastFaultsOf(cluster)))
    const desks = await openDesks(cluster.url)
    const survivor = cluster.nodes[0]?.process.pid ?? 0
    const before = usedBy(survivor)
    const screens = await Promise.all(
      desks.flatMap(({ person, thread }) =>
        Array.from({ length: SCREENS_EACH }, () => openScreen(person, cluster.url, [thread])),
      ),
    )
    onTestFinished(() => {
      for (const screen of screens) screen.close()
    })

    const stopWriting = desks.map(desk => writeSteadily(desk, randomFrom(random.below(2 ** 31)), PAUSE_MS))
    const happened: string[] = []
    const endAt = performance.now() + SECONDS * 1_000
    for (const name of endlessly(Object.keys(faults), random)) {
      if (performance.now() >= endAt) break
      await wait(random.between(QUIET_MS.least, QUIET_MS.most))
      const lastsMs = Math.round(random.between(SAVE_FAILURE_MS.least, SAVE_FAILURE_MS.most))
      happened.push(`${name} (${lastsMs} ms)`)
      await faults[name]?.(cluster, random, lastsMs)
    }
    const calmAt = performance.now()
    const written = await Promise.all(stopWriting.map(stop => stop()))
    const writtenAfterMs = Math.round(performance.now() - calmAt)
    process.stdout.write(`chaos: seed ${SEED}: ${happened.join(', ')}\n`)
    await vi.waitFor(() => expectTrue(screens), { timeout: PATIENCE_MS, interval: 100 })
    const trueAfterMs = Math.round(performance.now() - calmAt)

    expect(written.flatMap(({ wrong }) => wrong)).toEqual([])
    for (const [at, desk] of desks.entries()) await expectKept(desk, written[at])
    for (const desk of desks.filter((_, at) => at % PEOPLE_A_HUB === 0)) {
      const comments = written.filter((_, at) => desks[at]?.thread === desk.thread)
      const said = comments.reduce((sum, { comments }) => sum + comments, 0)
      expect((await desk.person.does(getComments, desk.thread)).count).toBe(said)
    }
    for (const screen of screens) screen.close()
    const after = usedBy(survivor)
    const sum = (of: (each: Written) => number) => written.reduce((total, each) => total + of(each), 0)
    process.stdout.write(
      `chaos: seed ${SEED}, ${SECONDS} s, ${happened.length} troubles; ${sum(each => each.asked)} calls, ${sum(each => each.unanswered)} of them in vain and made again, slowest ${Math.round(Math.max(...written.map(each => each.slowestMs)))} ms; all written ${writtenAfterMs} ms and ${screens.length} screens true ${trueAfterMs} ms after the last; a node that lived through it: ${before.handles} handles and ${before.megabytes} MB before, ${after.handles} and ${after.megabytes} MB after\n`,
    )
    expect(after.handles - before.handles).toBeLessThan(HANDLES_MORE_MAX)
    expect(after.megabytes - before.megabytes).toBeLessThan(MEMORY_MORE_MAX_MB)
  },
  SECONDS * 1_000 + 180_000,
)

async function openDesks(url: string): Promise<Desk[]> {
  const desks: Desk[] = []
  for (let hub = 0; hub < HUBS; hub += 1) {
    const people = await Promise.all(Array.from({ length: PEOPLE_A_HUB }, () => newPerson(url)))
    const [first, ...others] = people
    if (first === undefined) throw new Error('nobody is in it')
    const hubNo = await makeHub(first, ...others)
    const thread = { hubNo, noteNo: await shareNewNote(first, hubNo) }
    for (const person of people) desks.push({ person, topicNo: await newTopic(person), thread })
  }
  return desks
}

async function newTopic(person: Person): Promise<number> {
  const { subjects } = await person.does(createTopic, { title: '새 주제' })
  return subjects[0]?.subjectNo ?? 0
}

/** What each node logged last as its own fault: without it nobody knows why one answers 503. */
function lastFaultsOf({ nodes }: FragileCluster): string {
  return nodes.map(({ process }, at) => `node ${at}: ${process.faults.slice(-3).join('\n')}\n`).join('')
}

/** Each comes as often as the others, in another order each time. */
function* endlessly(names: string[], random: Random): Generator<string> {
  for (;;) yield* random.shuffled(names)
}

/** What was acknowledged is there, with nothing beside it. */
async function expectKept({ person, topicNo, thread }: Desk, written: Written | undefined): Promise<void> {
  if (written === undefined) throw new Error('nothing was written')
  const listed = await person.does(getNotes, { topicNo, itemsPerPage: ITEMS_PER_PAGE_MAX })
  expect(listed.notes.map(({ noteNo }) => noteNo).toSorted()).toEqual([...written.notes.keys()].toSorted())
  const { notes } = await person.does(getSharedNotes, {
    selectedHubNo: thread.hubNo,
    numberOfItemsPerPage: ITEMS_PER_PAGE_MAX,
  })
  const shared = new Set(notes.map(({ noteNo }) => noteNo))
  for (const [noteNo, { text, isShared }] of written.notes) {
    expect((await person.does(getNote, { noteNo })).text).toBe(text)
    expect(shared.has(noteNo), `${noteNo}`).toBe(isShared)
  }
}

/** What a process holds now, as Linux counts it. */
function usedBy(pid: number): { handles: number; megabytes: number } {
  const kilobytes = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1]
  return {
    handles: readdirSync(`/proc/${pid}/fd`).length,
    megabytes: Math.round(Number(kilobytes) / 1024),
  }
}

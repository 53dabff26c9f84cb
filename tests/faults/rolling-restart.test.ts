import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { fetchWithRetry } from '#client/platform/calls/retry.ts'
import type { Call, InputOf, ReplyOf } from '#protocol/call.ts'
import { getComments, postComment } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { getNote, getNotes, postNote, updateNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic } from '#protocol/topics.ts'
import { startBalancer } from '#tests/support/balancer.ts'
import { request } from '#tests/support/call.ts'
import type { Listener } from '#tests/support/listener.ts'
import { emptyDatabase } from '#tests/support/node.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { makeHub, newPerson, type Person, shareNewNote } from '#tests/support/person.ts'
import { openScreen } from '#tests/support/screen.ts'
import { expectTrue } from '#tests/support/screenTruth.ts'
import { freePort } from '#tests/support/services.ts'

const NODES = 3
const PEOPLE_A_HUB = 3
/** How often each node is restarted; `npm run test:long` sets it, and then loads them more. Otherwise two are, once. */
const { RESTART_ROUNDS } = process.env
const RESTARTS = RESTART_ROUNDS === undefined ? 2 : NODES * Number(RESTART_ROUNDS)
const [PEOPLE, SOCKETS, WRITES_A_SECOND] = RESTART_ROUNDS === undefined ? [6, 60, 20] : [15, 300, 50]
/** Of the sockets of a node that stops, between the first that leaves and the last. */
const SPREAD_OVER_MS = 750
/** After the last write. */
const TRUE_WITHIN_MS = 5_000
/** As in `client/live/connection.ts`: a shorter break is told to nobody. On a busy machine some take longer. */
const OFFLINE_SHOWN_AFTER_MS = 1_500

test(`of ${NODES} nodes one after the other is restarted under load: nothing acknowledged is lost, and nobody sees an error`, async () => {
  const environment = {
    MONGODB_URL: await emptyDatabase(),
    REDIS_URL: inject('redisUrl'),
    JWT_SECRET: 'a secret that all of the nodes know',
    RATE_LIMIT_SCALE: '1000000',
    TRUST_PROXY: '1',
  }
  const ports = await Promise.all(Array.from({ length: NODES }, freePort))
  const start = (place: number) => startBuiltNode({ ...environment, PORT: String(ports[place]) })
  const nodes = await Promise.all(ports.map((_, place) => start(place)))
  const balancer = await startBalancer(nodes.map(({ url }) => url))
  onTestFinished(async () => {
    await Promise.all(nodes.map(node => node.stop()))
    await balancer.stop()
  })
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => newPerson(balancer.url)))
  const rooms: Room[] = []
  for (let from = 0; from < PEOPLE; from += PEOPLE_A_HUB)
    rooms.push(await openRoom(people.slice(from, from + PEOPLE_A_HUB)))
  const desks = rooms.flatMap(room => room.desks.map(desk => ({ ...desk, room })))
  const screens = await Promise.all(
    desks.map(({ person, room }) => openScreen(person, balancer.url, [room.thread])),
  )
  const tabsEach = Array.from({ length: SOCKETS / PEOPLE - 1 })
  const tabs = await Promise.all(people.flatMap(person => tabsEach.map(() => person.listens())))
  const allTabs = [...tabs, ...screens.map(({ tab }) => tab)]
  onTestFinished(() => {
    for (const open of [...tabs, ...screens]) open.close()
  })
  const leavings: number[] = []
  const breaks = allTabs.map(tab => breaksOf(tab, leavings))

  /** What a person's screen would show as an error. */
  const errors: string[] = []
  let sentAgain = 0
  async function ask<C extends Call>(asker: Person, call: C, input: InputOf<C>): Promise<ReplyOf<C> | null> {
    let times = 0
    const response = await fetchWithRetry(call, () => {
      times += 1
      return request(balancer.url, call, input as Record<string, unknown>, asker.token)
    }).catch(String)
    sentAgain += times - 1
    if (typeof response !== 'string' && response.ok) return (await response.json()) as ReplyOf<C>
    errors.push(`${call.path}: ${typeof response === 'string' ? response : response.status}`)
    return null
  }

  /** One after the other, as a person writes: a new note, its text, its share, a word about another one. */
  async function write({ person, topicNo, texts, room }: (typeof desks)[number]): Promise<void> {
    const made = await ask(person, postNote, { topicNo, title: '노트', text: '', requestKey: randomUUID() })
    if (made === null) return
    const { noteNo } = made
    const saved = await ask(person, updateNote, { noteNo, title: '노트', text: `글 ${noteNo}`, version: 1 })
    texts.set(noteNo, saved?.success ? `글 ${noteNo}` : '')
    if (await ask(person, shareNote, { hubNo: room.thread.hubNo, noteNo })) room.shares += 1
    const said = { ...room.thread, text: '한마디', requestKey: randomUUID() }
    if (await ask(person, postComment, said)) room.comments += 1
  }
  const WRITES_A_TIME = 4
  let isWriting = true
  const writing: Promise<void>[] = []
  async function writeAllTheTime(): Promise<void> {
    for (let turn = 0; isWriting; turn += 1) {
      const desk = desks[turn % desks.length]
      if (desk) writing.push(write(desk))
      await wait((1_000 * WRITES_A_TIME) / WRITES_A_SECOND)
    }
    await Promise.all(writing)
  }
  const written = writeAllTheTime()

  const stopsMs: number[] = []
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const place = restart % NODES
    const stopping = nodes[place]
    if (stopping === undefined) throw new Error('there is no such node')
    const startedAt = performance.now()
    await stopping.stop()
    stopsMs.push(Math.round(performance.now() - startedAt))
    expect(await stopping.gone).toMatchObject({ exitCode: 0, said: '' })
    expect(stopping.faults).toEqual([])
    expectSpread(leavings.splice(0))
    nodes[place] = await start(place)
  }
  isWriting = false
  await written
  const endedAt = performance.now()
  await vi.waitFor(() => expectTrue(screens), { timeout: TRUE_WITHIN_MS, interval: 100 })
  const trueAfterMs = Math.round(performance.now() - endedAt)

  expect(errors).toEqual([])
  const breaksMs = breaks.map(longest => Math.round(longest())).sort((one, other) => one - other)
  const [ordinaryBreakMs = 0, longestBreakMs = 0] = [breaksMs[SOCKETS / 2], breaksMs.at(-1)]
  expect(ordinaryBreakMs).toBeLessThan(OFFLINE_SHOWN_AFTER_MS)
  expect(longestBreakMs).toBeLessThan(Number.POSITIVE_INFINITY)
  for (const { person, topicNo, texts, room } of desks) {
    const { hubNo } = room.thread
    expect((await person.does(getSharedNotes, { selectedHubNo: hubNo })).total).toBe(room.shares)
    expect((await person.does(getComments, room.thread)).count).toBe(room.comments)
    expect((await person.does(getNotes, { topicNo })).noteCount).toBe(texts.size)
    for (const [noteNo, text] of texts)
      expect((await person.does(getNote, { noteNo })).text).toBe(encodeURIComponent(text))
  }
  process.stdout.write(
    `rolling restart: ${stopsMs.length} stops of ${stopsMs.join(', ')} ms under ${allTabs.length} sockets; ${writing.length * WRITES_A_TIME} writes acknowledged, ${sentAgain} of them sent again, none lost; breaks of sockets ${ordinaryBreakMs} ms, the longest ${longestBreakMs} ms, ${screens.length} screens true after ${trueAfterMs} ms\n`,
  )
})

/** A hub, a note in it of which they talk, and what was acknowledged there. */
interface Room {
  thread: { hubNo: number; noteNo: number }
  shares: number
  comments: number
  /** Each with a topic of their own, and the notes in it that were acknowledged. */
  desks: { person: Person; topicNo: number; texts: Map<number, string> }[]
}

async function openRoom(people: Person[]): Promise<Room> {
  const [first, ...others] = people
  if (first === undefined) throw new Error('nobody is in it')
  const hubNo = await makeHub(first, ...others)
  const thread = { hubNo, noteNo: await shareNewNote(first, hubNo) }
  const desks = people.map(async person => {
    const { subjects } = await person.does(createTopic, { title: '새 주제' })
    return { person, topicNo: subjects[0]?.subjectNo ?? 0, texts: new Map<number, string>() }
  })
  return { thread, shares: 1, comments: 0, desks: await Promise.all(desks) }
}

/** Not all at once, which would storm the other nodes. */
function expectSpread(leavings: number[]): void {
  const spreadMs = Math.max(...leavings) - Math.min(...leavings)
  expect(spreadMs).toBeGreaterThan(SPREAD_OVER_MS)
}

/**
 * Returns how to learn, in milliseconds, of the longest time for which a socket was without a connection. Notes in `leavings`
 * when it lost one.
 */
function breaksOf({ socket }: Listener, leavings: number[]): () => number {
  let longest = 0
  let since: number | null = null
  const endBreak = () => {
    if (since !== null) longest = Math.max(longest, performance.now() - since)
    since = null
  }
  socket.on('disconnect', () => {
    since = performance.now()
    leavings.push(since)
  })
  socket.on('connect', endBreak)
  return () => {
    if (since !== null) longest = Number.POSITIVE_INFINITY
    return longest
  }
}

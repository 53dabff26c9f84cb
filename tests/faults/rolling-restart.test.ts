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
import { emptyDatabase } from '#tests/support/node.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { openScreen } from '#tests/support/screen.ts'
import { expectScreensCorrect } from '#tests/support/screenTruth.ts'
import { freePort } from '#tests/support/services.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import { makeHub, newUser, shareNewNote, type TestUser } from '#tests/support/users.ts'

const NODES = 3
const PEOPLE_A_HUB = 3
/**
 * How often each node is restarted; `npm run test:long` sets it, and then with a higher load. By default two nodes,
 * once.
 */
const { RESTART_ROUNDS } = process.env
/**
 * The directory of the previous release, built. If it is set, the nodes begin with it, and each round of restarts changes the release: to
 * this one, and back.
 */
const { PREVIOUS_RELEASE } = process.env
const RESTARTS = RESTART_ROUNDS === undefined ? 2 : NODES * Number(RESTART_ROUNDS)
const [PEOPLE, SOCKETS, WRITES_A_SECOND] = RESTART_ROUNDS === undefined ? [6, 60, 20] : [15, 300, 50]

/** The time between the first and the last socket that a stopping node closes. */
const SPREAD_OVER_MS = 750

/** Time limit after the last write. */
const RECOVERY_TIMEOUT_MS = 5_000

/** As in `client/live/connection.ts`: a shorter interruption is not shown. On a busy machine some take longer. */
const OFFLINE_SHOWN_AFTER_MS = 1_500

test(`${NODES} nodes restarted one after the other under load lose no acknowledged write, and no user sees an error`, async () => {
  const environment = {
    MONGODB_URL: await emptyDatabase(),
    REDIS_URL: inject('redisUrl'),
    JWT_SECRET: 'a secret that all of the nodes know',
    RATE_LIMIT_SCALE: '1000000',
    TRUST_PROXY: '1',
  }
  const ports = await Promise.all(Array.from({ length: NODES }, freePort))
  const start = (place: number, round: number) =>
    startBuiltNode(
      { ...environment, PORT: String(ports[place]) },
      round % 2 === 0 ? PREVIOUS_RELEASE : undefined,
    )
  const nodes = await Promise.all(ports.map((_, place) => start(place, 0)))
  const balancer = await startBalancer(nodes.map(({ url }) => url))
  onTestFinished(async () => {
    await Promise.all(nodes.map(node => node.stop()))
    await balancer.stop()
  })
  const users = await Promise.all(Array.from({ length: PEOPLE }, () => newUser(balancer.url)))
  const rooms: Room[] = []
  for (let from = 0; from < PEOPLE; from += PEOPLE_A_HUB)
    rooms.push(await openRoom(users.slice(from, from + PEOPLE_A_HUB)))
  const desks = rooms.flatMap(room => room.desks.map(desk => ({ ...desk, room })))
  const screens = await Promise.all(
    desks.map(({ person: user, room }) => openScreen(user, balancer.url, [room.thread])),
  )
  const tabsEach = Array.from({ length: SOCKETS / PEOPLE - 1 })
  const tabs = await Promise.all(users.flatMap(user => tabsEach.map(() => user.openSocket())))
  const allTabs = [...tabs, ...screens.map(({ tab }) => tab)]
  const disconnectTimes: number[] = []
  const breaks = allTabs.map(tab => recordDisconnects(tab, disconnectTimes))

  /** The errors that a user’s screen would show. */
  const errors: string[] = []

  async function ask<C extends Call>(
    asker: TestUser,
    call: C,
    input: InputOf<C>,
  ): Promise<ReplyOf<C> | null> {
    const response = await fetchWithRetry(call, () =>
      request(balancer.url, call, input as Record<string, unknown>, asker.token),
    ).catch(String)
    if (typeof response !== 'string' && response.ok) return (await response.json()) as ReplyOf<C>
    errors.push(`${call.path}: ${typeof response === 'string' ? response : response.status}`)
    return null
  }

  /** One write after the other: a new note, its text, its share, a comment on another note. */
  async function write({ person: user, topicNo, texts, room }: (typeof desks)[number]): Promise<void> {
    const note = await ask(user, postNote, { topicNo, title: '노트', text: '', requestKey: randomUUID() })
    if (note === null) return
    const { noteNo } = note
    const saved = await ask(user, updateNote, { noteNo, title: '노트', text: `글 ${noteNo}`, version: 1 })
    texts.set(noteNo, saved?.success ? `글 ${noteNo}` : '')
    if (await ask(user, shareNote, { hubNo: room.thread.hubNo, noteNo })) room.shares += 1
    const comment = { ...room.thread, text: '한마디', requestKey: randomUUID() }
    if (await ask(user, postComment, comment)) room.comments += 1
  }
  const WRITES_A_TIME = 4
  /** On a busy machine unfinished writes would pile up, and a stopping node waits for those it has begun. */
  const UNFINISHED_MAX = 5
  let isWriting = true
  const writing = new Set<Promise<void>>()

  async function writeContinuously(): Promise<void> {
    for (let turn = 0; isWriting; turn += 1) {
      const desk = desks[turn % desks.length]
      if (desk && writing.size < UNFINISHED_MAX) {
        const unfinished = write(desk).finally(() => writing.delete(unfinished))
        writing.add(unfinished)
      }
      await wait((1_000 * WRITES_A_TIME) / WRITES_A_SECOND)
    }
    await Promise.all(writing)
  }
  const stopWriting = writeContinuously()

  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const place = restart % NODES
    const stopping = nodes[place]
    if (stopping === undefined) throw new Error('there is no such node')
    await stopping.stop()
    expect(await stopping.exited).toMatchObject({ exitCode: 0, stderr: '' })
    expect(stopping.faults).toEqual([])
    expectSpread(disconnectTimes.splice(0))
    nodes[place] = await start(place, 1 + Math.floor(restart / NODES))
  }
  isWriting = false
  await stopWriting
  await vi.waitFor(() => expectScreensCorrect(screens), { timeout: RECOVERY_TIMEOUT_MS, interval: 100 })

  expect(errors).toEqual([])
  const breaksMs = breaks.map(longest => Math.round(longest())).sort((one, other) => one - other)
  const [ordinaryBreakMs = 0, longestBreakMs = 0] = [breaksMs[SOCKETS / 2], breaksMs.at(-1)]
  expect(ordinaryBreakMs).toBeLessThan(OFFLINE_SHOWN_AFTER_MS)
  expect(longestBreakMs).toBeLessThan(Number.POSITIVE_INFINITY)
  for (const { person: user, topicNo, texts, room } of desks) {
    const { hubNo } = room.thread
    expect((await user.call(getSharedNotes, { selectedHubNo: hubNo })).total).toBe(room.shares)
    expect((await user.call(getComments, room.thread)).count).toBe(room.comments)
    expect((await user.call(getNotes, { topicNo })).noteCount).toBe(texts.size)
    for (const [noteNo, text] of texts)
      expect((await user.call(getNote, { noteNo })).text).toBe(encodeURIComponent(text))
  }
})

/** A hub, a note in it with comments, and its acknowledged writes. */
interface Room {
  thread: { hubNo: number; noteNo: number }
  shares: number
  comments: number

  /** The users, each with a topic of their own and its acknowledged notes. */
  desks: { person: TestUser; topicNo: number; texts: Map<number, string> }[]
}

async function openRoom(users: TestUser[]): Promise<Room> {
  const [first, ...others] = users
  if (first === undefined) throw new Error('nobody is in it')
  const hubNo = await makeHub(first, ...others)
  const thread = { hubNo, noteNo: await shareNewNote(first, hubNo) }
  const desks = users.map(async user => {
    const { subjects } = await user.call(createTopic, { title: '새 주제' })
    return { person: user, topicNo: subjects[0]?.subjectNo ?? 0, texts: new Map<number, string>() }
  })
  return { thread, shares: 1, comments: 0, desks: await Promise.all(desks) }
}

/** Not all at the same time, which would overload the other nodes. */
function expectSpread(disconnectTimes: number[]): void {
  const spreadMs = Math.max(...disconnectTimes) - Math.min(...disconnectTimes)
  expect(spreadMs).toBeGreaterThan(SPREAD_OVER_MS)
}

/**
 * Returns a function for the longest time in milliseconds that a socket was disconnected. Records each disconnect in
 * `disconnectTimes`.
 */
function recordDisconnects({ socket }: TestSocket, disconnectTimes: number[]): () => number {
  let longest = 0
  let disconnectedAt: number | null = null
  const endBreak = () => {
    if (disconnectedAt !== null) longest = Math.max(longest, performance.now() - disconnectedAt)
    disconnectedAt = null
  }
  socket.on('disconnect', () => {
    disconnectedAt = performance.now()
    disconnectTimes.push(disconnectedAt)
  })
  socket.on('connect', endBreak)
  return () => {
    if (disconnectedAt !== null) longest = Number.POSITIVE_INFINITY
    return longest
  }
}

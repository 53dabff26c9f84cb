import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, expect, inject, test, vi } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { disjoin, getUnread } from '#protocol/hubs.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { createCatchUp } from '#tests/support/catchUp.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { openScreen } from '#tests/support/screen.ts'
import { expectScreensCorrect } from '#tests/support/screenTruth.ts'
import { startTcpProxy, type TcpProxy } from '#tests/support/tcpProxy.ts'
import { makeHub, newUser, shareNewNote, signInUser, type TestUser, writeNote } from '#tests/support/users.ts'

/** A node’s connection to MongoDB falls silent: its sockets stay open, and no data arrives. */
const READERS = 4
const NOTES = 24
const SILENT_MS = 4_000

/** An idle machine takes a tenth of this. */
const TIMEOUT_MS = 30_000

let mongoLine: TcpProxy
let firstNode: TestNode
let secondNode: TestNode

beforeEach(async () => {
  const mongoUrl = await emptyDatabase()
  mongoLine = await startTcpProxy({ path: decodeURIComponent(new URL(mongoUrl).host) })
  const redisUrl = inject('redisUrl')
  firstNode = await startNode({ mongoUrl: viaProxy(mongoUrl), redisUrl })
  secondNode = await startNode({ mongoUrl, redisUrl })
  return async () => {
    await Promise.all([firstNode.stop(), secondNode.stop()])
    await mongoLine.stop()
  }
})

function viaProxy(mongoUrl: string): string {
  return mongoUrl.replace(new URL(mongoUrl).host, `127.0.0.1:${mongoLine.port}`)
}

test('calls are rejected with a clear message meanwhile, and every screen recovers', async () => {
  const author = await newUser(firstNode.url)
  const authorThere = await signInUser(secondNode.url, author.email)
  const readers = await Promise.all(
    Array.from({ length: READERS }, (_, index) => newUser(index % 2 ? firstNode.url : secondNode.url)),
  )
  const hubNo = await makeHub(author, ...readers)
  const notes: number[] = []
  for (let written = 0; written < NOTES; written += 1) notes.push(await writeNote(author))
  const screens = await Promise.all([author, authorThere, ...readers].map(owner => openScreen(owner)))

  const answers: { noteNo: number; status: number; message: string }[] = []

  async function share(sharer: TestUser, noteNo: number): Promise<void> {
    const { status, body } = await sharer.request(shareNote, { hubNo, noteNo })
    const message = 'message' in body ? String(body.message) : ''
    answers.push({ noteNo, status, message })
  }
  const sharing: Promise<void>[] = []

  async function shareSome(from: number, to: number, withinMs: number): Promise<void> {
    for (const [index, noteNo] of notes.slice(from, to).entries()) {
      sharing.push(share(index % 4 ? author : authorThere, noteNo))
      await wait(withinMs / (to - from))
    }
  }
  await shareSome(0, 6, 300)
  mongoLine.fallSilent()
  await shareSome(6, 18, SILENT_MS)
  mongoLine.repair()
  await shareSome(18, NOTES, 500)
  await Promise.all(sharing)
  await vi.waitFor(() => expectScreensCorrect(screens), { timeout: TIMEOUT_MS, interval: 50 })

  const rejected = answers.filter(({ status }) => status !== 200)
  expect(rejected.length).toBeGreaterThan(0)
  for (const answer of rejected)
    expect(answer).toMatchObject({ status: 503, message: ko['error.unavailable'] })
  const { notes: shown } = await authorThere.call(getSharedNotes, {
    selectedHubNo: hubNo,
    numberOfItemsPerPage: ITEMS_PER_PAGE_MAX,
  })
  const acknowledged = answers.filter(({ status }) => status === 200).map(({ noteNo }) => noteNo)
  expect(shown.map(({ noteNo }) => noteNo)).toEqual(expect.arrayContaining(acknowledged))
})

test('once a node has its database back, screens at the other node refetch, too', async () => {
  const user = await newUser(firstNode.url)
  const tab = await user.openSocket(secondNode.url)
  mongoLine.cut()
  expect(await user.request(getUnread, {})).toMatchObject({ status: 503 })
  mongoLine.repair()
  await tab.waitForEvent('sync:needed')
})

test('a user who leaves at the other node meanwhile receives nothing more at a node that cannot read their hubs', async () => {
  const author = await newUser(secondNode.url)
  const member = await newUser(secondNode.url)
  const hubNo = await makeHub(author, member, await newUser(secondNode.url))
  const noteNo = await writeNote(author, '나눈 노트')
  const tab = await member.openSocket(firstNode.url)
  const catchUp = await createCatchUp(author, member)

  mongoLine.fallSilent()
  await member.call(disjoin, { targetHubNo: hubNo })
  await author.call(shareNote, { hubNo, noteNo })
  mongoLine.repair()
  // The tab reconnects and receives its events.
  await vi.waitFor(() => expect(tab.socket.connected).toBe(false), { timeout: TIMEOUT_MS })
  await vi.waitFor(
    () => {
      tab.socket.connect()
      expect(tab.socket.connected).toBe(true)
    },
    { timeout: TIMEOUT_MS, interval: 100 },
  )
  await catchUp(tab)
  await shareNewNote(author, hubNo, '나눈 노트')
  await catchUp(tab)

  expect(JSON.stringify(tab.received)).not.toContain('나눈 노트')
})

import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { disjoin } from '#protocol/hubs.ts'
import { shareNote } from '#protocol/shares.ts'
import { killBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newPerson, shareNewNote, writeNote } from '#tests/support/person.ts'
import { openScreen } from '#tests/support/screen.ts'
import { expectTrue } from '#tests/support/screenTruth.ts'
import { shareInTurn } from '#tests/support/shareRaceSteps.ts'
import { type Line, portOf, startLine } from '#tests/support/tcpProxy.ts'

/** A node saves something, and its word of it never reaches the others: it died, or lost its line to Redis. */
let mongoUrl: string
let line: Line
let silent: TestNode
let listening: TestNode

beforeEach(async () => {
  mongoUrl = await emptyDatabase()
  line = await startLine(portOf(inject('redisUrl')))
  silent = await startNode({ mongoUrl, redisUrl: `redis://127.0.0.1:${line.port}` })
  listening = await startNode({ mongoUrl, redisUrl: inject('redisUrl') })
})
afterEach(async () => {
  await Promise.all([silent.stop(), listening.stop()])
  await line.stop()
})

/** An idle machine takes a fraction of it. */
const PATIENCE_MS = 20_000

test('screens at the other node learn of it without its word', async () => {
  const author = await newPerson(silent.url)
  const screen = await openScreen(await newPerson(listening.url))
  const hubNo = await makeHub(author, screen.person)
  const [told, uncounted] = [
    await writeNote(author, '못 들은 노트'),
    await writeNote(author, '세지 못한 노트'),
  ]

  line.cut()
  await author.does(shareNote, { hubNo, noteNo: told })
  const { stores } = silent.app.context
  shareInTurn({ stores, hubNo, author })
  killBefore(stores.hubs, 'countShare')
  expect(await author.asks(shareNote, { hubNo, noteNo: uncounted })).toMatchObject({ status: 500 })

  await vi.waitFor(() => expectTrue([screen]), { timeout: PATIENCE_MS, interval: 50 })
  expect(screen.unread().get(hubNo)?.numUnreadArticles).toBe(2)
  screen.close()
})

test('a node that waits for Redis stops quietly', async () => {
  const redisAt = portOf(inject('redisUrl'))
  const ownLine = await startLine(redisAt)
  const node = await startNode({ mongoUrl, redisUrl: `redis://127.0.0.1:${ownLine.port}` })
  const bothLinesAgain = ownLine.asked(2)
  ownLine.fallSilent()
  ownLine.leadTo(redisAt)
  await bothLinesAgain
  const rejected = vi.fn()
  process.on('unhandledRejection', rejected)
  await node.stop()
  await ownLine.stop()
  await new Promise(setImmediate)
  process.off('unhandledRejection', rejected)
  expect(rejected.mock.calls).toEqual([])
})

test('who left at a node that was cut off hears no more at any node once it is back', async () => {
  const author = await newPerson(listening.url)
  const leaver = await newPerson(silent.url)
  const rememberedDevice = await openScreen(await newPerson(silent.url))
  const hubNo = await makeHub(author, leaver, rememberedDevice.person)
  const leaversTab = await leaver.listens(listening.url)

  line.cut()
  await leaver.does(disjoin, { targetHubNo: hubNo })
  line.repair()
  await leaversTab.receives('sync:needed')
  await vi.waitFor(() => expectTrue([rememberedDevice]), { timeout: PATIENCE_MS, interval: 50 })
  const later = await shareNewNote(author, hubNo)
  await rememberedDevice.tab.receives('note:shared', ({ note }) => note.noteNo === later)

  expect(leaversTab.received.filter(({ name }) => name === 'note:shared')).toEqual([])
  leaversTab.close()
  rememberedDevice.close()
})

test('a connection that falls silent without being closed is begun anew', async () => {
  const author = await newPerson(listening.url)
  const screen = await openScreen(await newPerson(silent.url))
  const hubNo = await makeHub(author, screen.person)
  const [missed, later] = [await writeNote(author), await writeNote(author)]
  line.fallSilent()
  await author.does(shareNote, { hubNo, noteNo: missed })
  // For new connections alone.
  line.repair()
  await vi.waitFor(() => expectTrue([screen]), { timeout: PATIENCE_MS, interval: 50 })
  await author.does(shareNote, { hubNo, noteNo: later })
  await vi.waitFor(() => expectTrue([screen]), { timeout: PATIENCE_MS, interval: 50 })
  screen.close()
})

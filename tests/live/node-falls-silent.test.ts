import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { disjoin } from '#protocol/hubs.ts'
import { shareNote } from '#protocol/shares.ts'
import { killBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { openScreen } from '#tests/support/screen.ts'
import { expectScreensCorrect } from '#tests/support/screenTruth.ts'
import { shareInTurn } from '#tests/support/shareRaceSteps.ts'
import { portOf, startTcpProxy, type TcpProxy } from '#tests/support/tcpProxy.ts'
import { makeHub, newUser, shareNewNote, writeNote } from '#tests/support/users.ts'

/**
 * A node saves a change whose event never reaches the other nodes: the node died, or lost its connection to Redis.
 */
let mongoUrl: string
let proxy: TcpProxy
let failedNode: TestNode
let listening: TestNode

beforeEach(async () => {
  mongoUrl = await emptyDatabase()
  proxy = await startTcpProxy(portOf(inject('redisUrl')))
  failedNode = await startNode({ mongoUrl, redisUrl: `redis://127.0.0.1:${proxy.port}` })
  listening = await startNode({ mongoUrl, redisUrl: inject('redisUrl') })
})
afterEach(async () => {
  await Promise.all([failedNode.stop(), listening.stop()])
  await proxy.stop()
})

/** An idle machine takes a fraction of this. */
const TIMEOUT_MS = 20_000

test('screens at the other node learn of the change without an event from the failed node', async () => {
  const author = await newUser(failedNode.url)
  const screen = await openScreen(await newUser(listening.url))
  const hubNo = await makeHub(author, screen.person)
  const [published, uncounted] = [
    await writeNote(author, '못 들은 노트'),
    await writeNote(author, '세지 못한 노트'),
  ]

  proxy.cut()
  await author.call(shareNote, { hubNo, noteNo: published })
  const { repositories } = failedNode.app.context
  shareInTurn({ repositories, hubNo, author })
  killBefore(repositories.hubs, 'recordShare')
  expect(await author.request(shareNote, { hubNo, noteNo: uncounted })).toMatchObject({ status: 500 })

  await vi.waitFor(() => expectScreensCorrect([screen]), { timeout: TIMEOUT_MS, interval: 50 })
  expect(screen.unread().get(hubNo)?.numUnreadArticles).toBe(2)
  screen.close()
})

test('a node that waits for Redis stops without errors', async () => {
  const redisAt = portOf(inject('redisUrl'))
  const ownLine = await startTcpProxy(redisAt)
  const node = await startNode({ mongoUrl, redisUrl: `redis://127.0.0.1:${ownLine.port}` })
  const bothLinesAgain = ownLine.waitForConnections(2)
  ownLine.fallSilent()
  ownLine.redirectTo(redisAt)
  await bothLinesAgain
  const onRejected = vi.fn()
  process.on('unhandledRejection', onRejected)
  await node.stop()
  await ownLine.stop()
  await new Promise(setImmediate)
  process.off('unhandledRejection', onRejected)
  expect(onRejected.mock.calls).toEqual([])
})

test('a user who left at a partitioned node receives nothing more at any node once it is back', async () => {
  const author = await newUser(listening.url)
  const leaver = await newUser(failedNode.url)
  const rememberedDevice = await openScreen(await newUser(failedNode.url))
  const hubNo = await makeHub(author, leaver, rememberedDevice.person)
  const leaversTab = await leaver.openSocket(listening.url)

  proxy.cut()
  await leaver.call(disjoin, { targetHubNo: hubNo })
  proxy.repair()
  await leaversTab.waitForEvent('sync:needed')
  await vi.waitFor(() => expectScreensCorrect([rememberedDevice]), { timeout: TIMEOUT_MS, interval: 50 })
  const laterNoteNo = await shareNewNote(author, hubNo)
  await rememberedDevice.tab.waitForEvent('note:shared', ({ note }) => note.noteNo === laterNoteNo)

  expect(leaversTab.received.filter(({ name }) => name === 'note:shared')).toEqual([])
  leaversTab.close()
  rememberedDevice.close()
})

test('a connection that falls silent without being closed is reopened', async () => {
  const author = await newUser(listening.url)
  const screen = await openScreen(await newUser(failedNode.url))
  const hubNo = await makeHub(author, screen.person)
  const [missed, laterNoteNo] = [await writeNote(author), await writeNote(author)]
  proxy.fallSilent()
  await author.call(shareNote, { hubNo, noteNo: missed })
  // Only new connections work again.
  proxy.repair()
  await vi.waitFor(() => expectScreensCorrect([screen]), { timeout: TIMEOUT_MS, interval: 50 })
  await author.call(shareNote, { hubNo, noteNo: laterNoteNo })
  await vi.waitFor(() => expectScreensCorrect([screen]), { timeout: TIMEOUT_MS, interval: 50 })
  screen.close()
})

import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { createSuggestion, getSuggestions } from '#protocol/agora.ts'
import { disjoin, getHubs } from '#protocol/hubs.ts'
import { deleteAccount, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { setSharedWriting, shareNote } from '#protocol/shares.ts'
import { editTo, openDocument } from '#tests/support/documents.ts'
import { picture, upload } from '#tests/support/images.ts'
import { killBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { openScreen } from '#tests/support/screen.ts'
import { expectScreensCorrect } from '#tests/support/screenTruth.ts'
import { shareInTurn } from '#tests/support/shareRaceSteps.ts'
import { portOf, startTcpProxy, type TcpProxy } from '#tests/support/tcpProxy.ts'
import {
  makeHub,
  newUser,
  newUsers,
  PASSWORD,
  shareNewNote,
  type TestUser,
  writeNote,
} from '#tests/support/users.ts'

/**
 * A node saves a change whose event never reaches the other nodes, because it died or lost its connection to Redis.
 * Nodes also cache names and pictures, and must not show a stale one after they were told of the change.
 */
let proxy: TcpProxy
let failedNode: TestNode
let listening: TestNode
let mongoUrl: string

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

test('a writer whose right ended at a partitioned node receives no change of the document once it is back', async () => {
  const [author, friend] = await newUsers(failedNode.url, listening.url)
  const hubNo = await makeHub(author, friend)
  const noteNo = await shareNewNote(author, hubNo)
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
  const [desktop, phone] = [await author.openSocket(), await friend.openSocket()]
  await openDocument(phone, { noteNo })

  proxy.cut()
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: false })
  proxy.repair()
  await phone.waitForEvent('sync:needed')
  await desktop.waitForEvent('sync:needed')
  await editTo(desktop, await openDocument(desktop, { noteNo }), { text: '나중에 쓴 글' })
  // Sent after the change.
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
  await phone.waitForEvent('writing:changed')

  expect(phone.received.filter(({ name }) => name === 'document:edited')).toEqual([])
})

test('a user who left at a partitioned node receives nothing more at any node once it is back', async () => {
  const [author, member] = await newUsers(listening.url, failedNode.url)
  const rememberedDevice = await openScreen(await newUser(failedNode.url))
  const hubNo = await makeHub(author, member, rememberedDevice.person)
  const membersTab = await member.openSocket(listening.url)

  proxy.cut()
  await member.call(disjoin, { targetHubNo: hubNo })
  proxy.repair()
  await membersTab.waitForEvent('sync:needed')
  await vi.waitFor(() => expectScreensCorrect([rememberedDevice]), { timeout: TIMEOUT_MS, interval: 50 })
  const laterNoteNo = await shareNewNote(author, hubNo)
  await rememberedDevice.tab.waitForEvent('note:shared', ({ note }) => note.noteNo === laterNoteNo)

  expect(membersTab.received.filter(({ name }) => name === 'note:shared')).toEqual([])
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
})

let friend: TestUser
let onlooker: TestUser

async function seen() {
  const [hub] = (await onlooker.call(getHubs, {})).hubs
  return { names: hub?.names, pics: hub?.pics }
}

async function showsNewPicture(): Promise<string> {
  await friend.call(requestMyInfo, { email: friend.email, password: PASSWORD })
  const changed = await friend.call(updateMyInfo, { imagefile0: upload(await picture('jpeg')) })
  return changed.success ? changed.profPicURL : ''
}

describe('names and pictures', () => {
  beforeEach(async () => {
    friend = await newUser(listening.url, '사진 바꾸는 친구')
    onlooker = await newUser(failedNode.url)
    await makeHub(friend, onlooker)
    expect((await seen()).names).toEqual([friend.name])
  })

  test('a new picture is visible at the other node as soon as it is saved', async () => {
    expect((await seen()).pics).toEqual([''])
    const path = await showsNewPicture()
    expect((await seen()).pics).toEqual([path])
  })

  test('the name of a deleted account is shown nowhere', async () => {
    await friend.call(createSuggestion, { suggestion: '이름이 남지 않을 글' })
    const writer = async () => (await onlooker.call(getSuggestions, {})).itemList[0]?.writer
    expect(await writer()).toBe(friend.name)
    await friend.call(deleteAccount, { password: PASSWORD })
    expect(await writer()).toBe('탈퇴한 사용자')
  })

  test('a node that was partitioned shows the new name once its connection is back', async () => {
    const tab = await onlooker.openSocket()
    proxy.cut()
    const path = await showsNewPicture()
    proxy.repair()
    await tab.waitForEvent('sync:needed')
    expect((await seen()).pics).toEqual([path])
  })
})

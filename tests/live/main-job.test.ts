import { EventEmitter, once } from 'node:events'
import { createClient } from 'redis'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { addMatching, disjoin, getUnread, markAsRead } from '#protocol/hubs.ts'
import { NOTE_EXCERPT_MAX } from '#protocol/limits.ts'
import { getNote } from '#protocol/notes.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { createCatchUp, unreadCountOn } from '#tests/support/catchUp.ts'
import { killBefore } from '#tests/support/interleave.ts'
import { openTwoNodes } from '#tests/support/node.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import {
  comment,
  lookUp,
  makeHub,
  newUser,
  newUsers,
  shareNewNote,
  signInUser,
  type TestUser,
  writeNote,
} from '#tests/support/users.ts'

/** The main use case across two nodes: the author at one, the reader’s tabs at the other. */
const { firstNode: authorsNode, secondNode: readersNode } = await openTwoNodes()

test('a shared note and its unread number reach every tab of the reader', async () => {
  const author = await newUser(authorsNode.url, '글쓴이')
  const reader = await newUser(readersNode.url, '읽는이')
  const hubNo = await makeHub(author, reader)
  const tabs = [await reader.openSocket(), await reader.openSocket(authorsNode.url)]

  const noteNo = await shareNewNote(author, hubNo, '첫 회의록')

  for (const tab of tabs) {
    const shared = await tab.waitForEvent('note:shared')
    expect(shared).toMatchObject({
      hubNo,
      unread: { numUnreadArticles: 1 },
      note: { noteNo, articleTitle: '첫 회의록', author: author.name },
    })
  }
  const fresh = await reader.call(getSharedNotes, { selectedHubNo: hubNo })
  expect(fresh.notes).toMatchObject([{ noteNo, isAuthor: false }])
})

test('cancelling a share removes the note and its unread number', async () => {
  const [author, reader] = await newUsers(authorsNode.url, readersNode.url)
  const hubNo = await makeHub(author, reader)
  const tab = await reader.openSocket()
  const noteNo = await shareNewNote(author, hubNo)
  const shared = await tab.waitForEvent('note:shared')

  await author.call(unshareNote, { hubNo, noteNo })

  const withdrawn = await tab.waitForEvent('note:withdrawn')
  const { seq } = shared.note
  const version = shared.version + 1
  const unread = { isMuted: false, numUnreadArticles: 0, revision: (shared.unread?.revision ?? 0) + 1 }
  expect(withdrawn).toEqual({ hubNo, version, noteNo, seq, reason: 'cancelled', unread })
  expect(await reader.request(getNote, { noteNo })).toMatchObject({ status: 404 })
})

test('the author has nothing unread, and reading in one tab updates the other', async () => {
  const [author, reader] = await newUsers(authorsNode.url, readersNode.url)
  const hubNo = await makeHub(author, reader)
  const otherTab = await reader.openSocket(authorsNode.url)
  await shareNewNote(author, hubNo)
  await otherTab.waitForEvent('note:shared', ({ unread }) => unread?.numUnreadArticles === 1)

  const read = await reader.call(markAsRead, { hubNo })

  expect(read).toMatchObject({ hubNo, numUnreadArticles: 0, hubs: [{ hubNo, numUnreadArticles: 0 }] })
  await otherTab.waitForEvent(
    'unread:changed',
    unread => unread.revision === read.revision && unread.numUnreadArticles === 0,
  )
  expect(await author.call(getUnread, {})).toMatchObject({ total: 0 })
})

test('an added user receives the hub immediately and sees its old notes, none of them unread', async () => {
  const [author, reader, added] = await newUsers(authorsNode.url, readersNode.url, readersNode.url)
  const hubNo = await makeHub(author, reader)
  const noteNo = await shareNewNote(author, hubNo)
  await lookUp(author, added)
  const tab = await added.openSocket()
  const readersTab = await reader.openSocket()

  const expected = [author, reader, added].map(user => user.userNo)
  const reply = await author.call(addMatching, {
    hubNo,
    friendsJSON: JSON.stringify([added.userNo]),
    expectedResult: JSON.stringify(expected),
  })

  expect(reply).toMatchObject({ success: true })
  const received = await tab.waitForEvent('hub:added')
  expect(received).toMatchObject({ invitedBy: author.name, hub: { hubNo, numUnreadArticles: 0 } })
  const members = await readersTab.waitForEvent('members:changed')
  expect(members.participants.map(user => user.userNo)).toEqual(expected)
  expect((await added.call(getSharedNotes, { selectedHubNo: hubNo })).notes).toMatchObject([{ noteNo }])

  const next = await shareNewNote(author, hubNo)
  await tab.waitForEvent('note:shared', ({ note }) => note.noteNo === next)
})

test('a user who leaves receives nothing more, and their notes are withdrawn', async () => {
  const [author, reader, member] = await newUsers(authorsNode.url, readersNode.url, readersNode.url)
  const hubNo = await makeHub(author, reader, member)
  const membersNote = await shareNewNote(member, hubNo)
  const membersTab = await member.openSocket()
  const readersTab = await reader.openSocket()

  await member.call(disjoin, { targetHubNo: hubNo })

  await membersTab.waitForEvent('hub:removed')
  expect(await readersTab.waitForEvent('note:withdrawn')).toMatchObject({
    noteNo: membersNote,
    reason: 'left',
  })
  await readersTab.waitForEvent('members:changed', ({ participants }) => participants.length === 2)
  const laterNoteNo = await shareNewNote(author, hubNo)
  await readersTab.waitForEvent('note:shared', ({ note }) => note.noteNo === laterNoteNo)
  // The reader’s socket at the same node has received the event, so the member’s socket would have received it, too.
  expect(membersTab.received.filter(event => event.name === 'note:shared')).toEqual([])
  expect(await member.request(getNote, { noteNo: laterNoteNo })).toMatchObject({ status: 404 })
})

test('messages between nodes go through Redis and contain only the excerpt of a note', async () => {
  const [author, reader] = await newUsers(authorsNode.url, readersNode.url)
  const hubNo = await makeHub(author, reader)
  const noteNo = await writeNote(
    author,
    '채널에서 본 제목',
    `${'첫 낱말 '.repeat(NOTE_EXCERPT_MAX)}아무도 엿볼 수 없는 본문`,
  )
  const onlooker = createClient({ url: inject('redisUrl') })
  await onlooker.connect()
  const messages: string[] = []
  const passing = new EventEmitter()
  await onlooker.pSubscribe('geulmaru:*', (message, channel) => {
    messages.push(`${channel} ${message}`)
    if (message.includes('note:shared')) passing.emit('share')
  })
  const seen = once(passing, 'share')
  const tab = await reader.openSocket()

  await author.call(shareNote, { hubNo, noteNo })

  await Promise.all([seen, tab.waitForEvent('note:shared')])
  expect(messages.join('\n')).toContain('채널에서 본 제목')
  expect(messages.join('\n')).not.toContain('아무도 엿볼 수 없는 본문')
  expect(messages.join('\n')).not.toContain(author.token)
  await onlooker.quit()
})

describe('a share at one node includes every change of the hub’s shares at the other', () => {
  let author: TestUser
  let atOtherNode: TestUser
  let reader: TestUser
  let catchUp: (...tabs: TestSocket[]) => Promise<void>
  let hubNo: number
  let screen: TestSocket

  beforeEach(async () => {
    author = await newUser(authorsNode.url)
    atOtherNode = await signInUser(readersNode.url, author.email)
    reader = await newUser(readersNode.url)
    catchUp = await createCatchUp(author, reader)
    hubNo = await makeHub(author, reader, await newUser(authorsNode.url))
    screen = await reader.openSocket()
  })

  async function expectUnread(expected: number): Promise<void> {
    await catchUp(screen)
    expect(unreadCountOn(screen, hubNo)).toBe(expected)
    const { hubs } = await reader.call(getUnread, {})
    expect(hubs.find(hub => hub.hubNo === hubNo)?.numUnreadArticles).toBe(expected)
  }

  test('the next share here counts the shares at the other node', async () => {
    await shareNewNote(author, hubNo)
    await shareNewNote(atOtherNode, hubNo)
    await shareNewNote(author, hubNo)
    await expectUnread(3)
  })

  test('the next share here no longer counts a share that ended at the other node', async () => {
    const ending = await shareNewNote(author, hubNo)
    await shareNewNote(author, hubNo)
    await atOtherNode.call(unshareNote, { hubNo, noteNo: ending })
    await shareNewNote(author, hubNo)
    await expectUnread(2)
  })

  test('the next share here no longer counts shares that were read at the other node', async () => {
    await shareNewNote(author, hubNo)
    await shareNewNote(author, hubNo)
    await reader.call(markAsRead, { hubNo })
    await shareNewNote(author, hubNo)
    await expectUnread(1)
  })

  test('a share at either node includes who opened the note in another hub, and its comments in this one', async () => {
    const otherHubNo = await makeHub(author, reader, await newUser(authorsNode.url))
    const noteNo = await shareNewNote(author, otherHubNo)
    await reader.call(getNote, { noteNo })
    const published = async () => {
      await catchUp(screen)
      const shares = screen.received.filter(event => event.name === 'note:shared')
      return shares.findLast(({ payload }) => payload.hubNo === hubNo)?.payload.note
    }
    await atOtherNode.call(shareNote, { hubNo, noteNo })
    expect(await published()).toMatchObject({ noteNo, readerNos: [reader.userNo], commentCount: 0 })
    await expectUnread(0)

    await comment(reader, { hubNo, noteNo })
    await author.call(unshareNote, { hubNo, noteNo })
    await author.call(shareNote, { hubNo, noteNo })
    expect(await published()).toMatchObject({ noteNo, readerNos: [reader.userNo], commentCount: 1 })
  })

  test('the next share here includes a share that a crashed node saved and never counted', async () => {
    const ending = await shareNewNote(author, hubNo)
    const { shares, hubs } = readersNode.app.context.repositories
    await shares.insert(
      { hubNo, noteNo: await writeNote(author), authorNo: author.userNo, sharedAt: new Date() },
      1,
    )
    await shareNewNote(author, hubNo)
    await expectUnread(3)
    killBefore(hubs, 'recordWithdrawal')
    expect(await atOtherNode.request(unshareNote, { hubNo, noteNo: ending })).toMatchObject({ status: 500 })
    await shareNewNote(author, hubNo)
    await expectUnread(3)
  })
})

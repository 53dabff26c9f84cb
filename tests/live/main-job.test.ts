import { EventEmitter, once } from 'node:events'
import { createClient } from 'redis'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { addMatching, disjoin, getUnread, markAsRead } from '#protocol/hubs.ts'
import { NOTE_EXCERPT_MAX } from '#protocol/limits.ts'
import { getNote } from '#protocol/notes.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { find, makeHub, newPerson, shareNewNote, writeNote } from '#tests/support/person.ts'

/** The main job across two server nodes: the author at one, the reader's tabs at the other. */
let authorsNode: TestNode
let readersNode: TestNode

beforeAll(async () => {
  const mongoUrl = await emptyDatabase()
  const redisUrl = inject('redisUrl')
  authorsNode = await startNode({ mongoUrl, redisUrl })
  readersNode = await startNode({ mongoUrl, redisUrl })
})
afterAll(async () => {
  await Promise.all([authorsNode.stop(), readersNode.stop()])
})

test('a shared note and its unread number reach every tab of the reader', async () => {
  const author = await newPerson(authorsNode.url, '글쓴이')
  const reader = await newPerson(readersNode.url, '읽는이')
  const hubNo = await makeHub(author, reader)
  const tabs = [await reader.listens(), await reader.listens(authorsNode.url)]

  const noteNo = await shareNewNote(author, hubNo, '첫 회의록')

  for (const tab of tabs) {
    const shared = await tab.receives('note:shared')
    expect(shared).toMatchObject({
      hubNo,
      unread: { numUnreadArticles: 1 },
      note: { noteNo, articleTitle: '첫 회의록', author: author.name },
    })
    tab.close()
  }
  const fresh = await reader.does(getSharedNotes, { selectedHubNo: hubNo })
  expect(fresh.notes).toMatchObject([{ noteNo, isAuthor: false }])
})

test('cancelling takes the note and the number away', async () => {
  const author = await newPerson(authorsNode.url)
  const reader = await newPerson(readersNode.url)
  const hubNo = await makeHub(author, reader)
  const tab = await reader.listens()
  const noteNo = await shareNewNote(author, hubNo)
  const shared = await tab.receives('note:shared')

  await author.does(unshareNote, { hubNo, noteNo })

  const withdrawn = await tab.receives('note:withdrawn')
  const { seq } = shared.note
  const version = shared.version + 1
  const unread = { isMuted: false, numUnreadArticles: 0, revision: (shared.unread?.revision ?? 0) + 1 }
  expect(withdrawn).toEqual({ hubNo, version, noteNo, seq, reason: 'cancelled', unread })
  expect(await reader.asks(getNote, { noteNo })).toMatchObject({ status: 404 })
  tab.close()
})

test('the author has nothing unread, and reading on one tab tells the other', async () => {
  const author = await newPerson(authorsNode.url)
  const reader = await newPerson(readersNode.url)
  const hubNo = await makeHub(author, reader)
  const otherTab = await reader.listens(authorsNode.url)
  await shareNewNote(author, hubNo)
  await otherTab.receives('note:shared', ({ unread }) => unread?.numUnreadArticles === 1)

  const read = await reader.does(markAsRead, { hubNo })

  expect(read).toMatchObject({ hubNo, numUnreadArticles: 0, hubs: [{ hubNo, numUnreadArticles: 0 }] })
  await otherTab.receives(
    'unread:changed',
    unread => unread.revision === read.revision && unread.numUnreadArticles === 0,
  )
  expect(await author.does(getUnread, {})).toMatchObject({ total: 0 })
  otherTab.close()
})

test('somebody added hears of the hub at once and sees old notes, none of them unread', async () => {
  const author = await newPerson(authorsNode.url)
  const reader = await newPerson(readersNode.url)
  const added = await newPerson(readersNode.url)
  const hubNo = await makeHub(author, reader)
  const noteNo = await shareNewNote(author, hubNo)
  await find(author, added)
  const tab = await added.listens()
  const readersTab = await reader.listens()

  const expected = [author, reader, added].map(person => person.userNo)
  const reply = await author.does(addMatching, {
    hubNo,
    friendsJSON: JSON.stringify([added.userNo]),
    expectedResult: JSON.stringify(expected),
  })

  expect(reply).toMatchObject({ success: true })
  const received = await tab.receives('hub:added')
  expect(received).toMatchObject({ invitedBy: author.name, hub: { hubNo, numUnreadArticles: 0 } })
  const members = await readersTab.receives('members:changed')
  expect(members.participants.map(person => person.userNo)).toEqual(expected)
  expect((await added.does(getSharedNotes, { selectedHubNo: hubNo })).notes).toMatchObject([{ noteNo }])

  const next = await shareNewNote(author, hubNo)
  await tab.receives('note:shared', ({ note }) => note.noteNo === next)
  for (const open of [tab, readersTab]) open.close()
})

test('somebody who leaves hears nothing more, and their notes leave with them', async () => {
  const author = await newPerson(authorsNode.url)
  const reader = await newPerson(readersNode.url)
  const leaver = await newPerson(readersNode.url)
  const hubNo = await makeHub(author, reader, leaver)
  const leaversNote = await shareNewNote(leaver, hubNo)
  const leaversTab = await leaver.listens()
  const readersTab = await reader.listens()

  await leaver.does(disjoin, { targetHubNo: hubNo })

  await leaversTab.receives('hub:removed')
  expect(await readersTab.receives('note:withdrawn')).toMatchObject({ noteNo: leaversNote, reason: 'left' })
  await readersTab.receives('members:changed', ({ participants }) => participants.length === 2)
  const later = await shareNewNote(author, hubNo)
  await readersTab.receives('note:shared', ({ note }) => note.noteNo === later)
  // The reader's socket stands on the same node and has heard it, so the leaver's would have, too.
  expect(leaversTab.received.filter(event => event.name === 'note:shared')).toEqual([])
  expect(await leaver.asks(getNote, { noteNo: later })).toMatchObject({ status: 404 })
  for (const open of [leaversTab, readersTab]) open.close()
})

test('what goes from node to node goes through Redis, without more of the note than its first words', async () => {
  const author = await newPerson(authorsNode.url)
  const reader = await newPerson(readersNode.url)
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
  const tab = await reader.listens()

  await author.does(shareNote, { hubNo, noteNo })

  await Promise.all([seen, tab.receives('note:shared')])
  expect(messages.join('\n')).toContain('채널에서 본 제목')
  expect(messages.join('\n')).not.toContain('아무도 엿볼 수 없는 본문')
  expect(messages.join('\n')).not.toContain(author.token)
  await onlooker.quit()
  tab.close()
})

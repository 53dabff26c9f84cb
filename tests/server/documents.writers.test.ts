import { randomUUID } from 'node:crypto'
import { toBase64 } from 'lib0/buffer'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { blockPerson } from '#protocol/blocking.ts'
import { createState } from '#protocol/document/content.ts'
import { saveDocument } from '#protocol/documents.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { disjoin } from '#protocol/hubs.ts'
import { getHistory } from '#protocol/noteHistory.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { getShareHubs, setSharedWriting, shareNote, unshareNote } from '#protocol/shares.ts'
import { restoreTrash } from '#protocol/trash.ts'
import { createOverdueSaves } from '#server/features/documents/documents.together.service.ts'
import { contentOf, editTo, emitWithReply, openDocument, updateTo } from '#tests/support/documents.ts'
import { killBefore, runBefore } from '#tests/support/interleave.ts'
import { openTwoNodes } from '#tests/support/node.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import { makeHub, newUser, shareNewNote, type TestUser } from '#tests/support/users.ts'

const { firstNode: node, secondNode: otherNode } = await openTwoNodes()

let tabs: TestSocket[] = []
afterEach(() => {
  for (const tab of tabs) tab.close()
  tabs = []
})

async function openTab(user: TestUser, url?: string): Promise<TestSocket> {
  const tab = await user.openSocket(url)
  tabs.push(tab)
  return tab
}

/** A note in a room of the author and a friend, who may write it. */
async function newSharedNote({ isOn = true } = {}) {
  const [author, friend] = [await newUser(node.url, '글쓴이'), await newUser(node.url, '친구')]
  const hubNo = await makeHub(author, friend)
  const noteNo = await shareNewNote(author, hubNo, '함께 쓰는 글')
  if (isOn) await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
  return { author, friend, hubNo, noteNo }
}

type SharedNote = Awaited<ReturnType<typeof newSharedNote>>

const textOf = async (user: TestUser, noteNo: number) =>
  decodeText((await user.call(getNote, { noteNo })).text)
const open = (tab: TestSocket, noteNo: number) => emitWithReply(tab, 'document:open', { subject: { noteNo } })

test('a friend writes a note that its author has opened to the room, and the server saves it for both', async () => {
  const { author, friend, hubNo, noteNo } = await newSharedNote()
  expect((await author.call(getShareHubs, { noteNo })).writing).toEqual([hubNo])
  expect(await friend.call(getNote, { noteNo })).toMatchObject({
    canWrite: true,
    isAuthor: false,
    subjectNo: null,
  })
  const [desktop, phone] = [await openTab(author), await openTab(friend, otherNode.url)]
  const opened = await openDocument(phone, { noteNo })
  expect(opened.note?.topicNo).toBeNull()
  const { documentId } = await openDocument(desktop, { noteNo })
  await editTo(phone, opened, { text: '친구가 쓴 글' })
  expect(await desktop.waitForEvent('document:edited')).toMatchObject({ documentId })
  await desktop.waitForEvent('document:saved')
  expect(await textOf(author, noteNo)).toBe('친구가 쓴 글')
  const { versions } = await author.call(getHistory, { noteNo })
  expect(versions.map(({ writers }) => writers)).toEqual([[friend.name], undefined])
})

test('a right that ends before a failed deletion is repeated does not come back with its undo', async () => {
  const { author, hubNo, noteNo } = await newSharedNote()
  killBefore(node.app.context.repositories.shares, 'withdraw')
  expect((await author.request(deleteNote, { noteNo })).status).toBe(500)
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: false })
  await author.call(deleteNote, { noteNo })
  await author.call(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  expect(await author.call(getShareHubs, { noteNo })).toMatchObject({ shared: [hubNo], writing: [] })
})

test('others than the members of such a room may not write it', async () => {
  const { author, friend, noteNo } = await newSharedNote({ isOn: false })
  const stranger = await newUser(node.url)
  await makeHub(friend, stranger)
  expect(await open(await openTab(friend), noteNo)).toEqual({ error: 'forbidden' })
  expect(await open(await openTab(stranger), noteNo)).toEqual({ error: 'notFound' })
  const opened = await openDocument(await openTab(author), { noteNo })
  const { documentId, generation } = opened
  const update = toBase64(updateTo(opened, { text: '남의 글' }))
  for (const user of [friend, stranger]) {
    const reply = await emitWithReply(await openTab(user), 'document:edit', {
      documentId,
      generation,
      update,
    })
    expect(reply).toEqual({ error: 'notFound' })
    expect(await user.request(saveDocument, { documentId })).toMatchObject({ status: 404 })
  }
  expect((await friend.call(getNote, { noteNo })).canWrite).toBeUndefined()
})

test.each<[string, (note: SharedNote) => Promise<unknown>]>([
  [
    'the author ends it',
    ({ author, hubNo, noteNo }) => author.call(setSharedWriting, { hubNo, noteNo, isOn: false }),
  ],
  ['the friend leaves the room', ({ friend, hubNo }) => friend.call(disjoin, { targetHubNo: hubNo })],
  ['the share is withdrawn', ({ author, hubNo, noteNo }) => author.call(unshareNote, { hubNo, noteNo })],
  ['the author leaves the room', ({ author, hubNo }) => author.call(disjoin, { targetHubNo: hubNo })],
  ['the note is deleted', ({ author, noteNo }) => author.call(deleteNote, { noteNo })],
])('once %s, a friend writes nothing on any node', async (_, end) => {
  const note = await newSharedNote()
  const { author, friend, noteNo } = note
  const [tab, authorTab] = [await openTab(friend, otherNode.url), await openTab(author)]
  const opened = await openDocument(tab, { noteNo })
  await openDocument(authorTab, { noteNo })
  await editTo(tab, opened, { text: '그 전에 쓴 글' })
  await end(note)
  const { documentId } = await tab.waitForEvent('document:ended')
  expect(documentId).toBe(opened.documentId)
  const { generation } = opened
  const update = toBase64(updateTo(opened, { text: '그 뒤에 쓴 글' }))
  for (const url of [node.url, otherNode.url]) {
    const late = await openTab(friend, url)
    expect(await emitWithReply(late, 'document:edit', { documentId, generation, update })).toEqual({
      error: 'notFound',
    })
    expect(await open(late, noteNo)).toMatchObject({ error: expect.stringMatching(/forbidden|notFound/) })
  }
  // The author's changes no longer reach the friend.
  const received = tab.received.length
  await editTo(authorTab, await openDocument(authorTab, { noteNo }), { text: '글쓴이만 아는 글' })
  await friend.call(getShareHubs, { noteNo }).catch(() => undefined)
  expect(tab.received.slice(received).filter(({ name }) => name === 'document:edited')).toEqual([])
})

describe('a friend who has opened the note writes nothing once', () => {
  const { repositories } = node.app.context

  /** The friend opens the note, which the author has opened to the room, and edits it after `end`. */
  async function editAfter({ hubNo, noteNo, author, friend }: SharedNote, end: () => Promise<unknown>) {
    const tab = await openTab(friend, otherNode.url)
    await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
    const opened = await openDocument(tab, { noteNo })
    await end()
    const { documentId, generation } = opened
    const update = toBase64(updateTo(opened, { text: '그 뒤에 쓴 글' }))
    return emitWithReply(tab, 'document:edit', { documentId, generation, update })
  }

  test('the share is withdrawn that was opened to the room meanwhile', async () => {
    const note = await newSharedNote({ isOn: false })
    const { author, hubNo, noteNo } = note
    let withdrawal: Promise<unknown> = Promise.resolve()
    const opening = new Promise<() => Promise<unknown>>(resolve => {
      withdrawal = runBefore(
        repositories.shares,
        'withdraw',
        () => new Promise<void>(goOn => resolve(async () => goOn())),
      )
    })
    const unsharing = author.call(unshareNote, { hubNo, noteNo })
    const goOn = await opening
    const reply = await editAfter(note, async () => {
      await goOn()
      await Promise.all([withdrawal, unsharing])
    })
    expect(reply).toEqual({ error: 'notFound' })
  })

  test.each<[string, (note: SharedNote) => Promise<unknown>]>([
    ['the share is withdrawn', ({ author, ...note }) => author.request(unshareNote, note)],
    ['the note is deleted', ({ author, noteNo }) => author.request(deleteNote, { noteNo })],
  ])('%s, also if the first attempt fails halfway', async (_, end) => {
    const note = await newSharedNote({ isOn: false })
    const reply = await editAfter(note, async () => {
      killBefore(repositories.hubs, 'recordWithdrawal')
      await end(note)
      await end(note)
    })
    expect(reply).toEqual({ error: 'notFound' })
  })

  test.each<[string, (note: SharedNote) => Promise<unknown>]>([
    [
      'the author ends it',
      ({ author, hubNo, noteNo }) => author.request(setSharedWriting, { hubNo, noteNo, isOn: false }),
    ],
    [
      'the author blocks the friend',
      ({ author, friend }) => author.request(blockPerson, { userNo: friend.userNo }),
    ],
  ])('%s, also if the first attempt fails before it reaches the document', async (_, end) => {
    const note = await newSharedNote({ isOn: false })
    const reply = await editAfter(note, async () => {
      killBefore(repositories.documents, 'findWriters')
      expect(await end(note)).toMatchObject({ status: 500 })
      expect(await end(note)).toMatchObject({ status: 200 })
    })
    expect(reply).toEqual({ error: 'notFound' })
  })
})

test('a friend who may write in another room as well keeps the right', async () => {
  const { author, friend, hubNo, noteNo } = await newSharedNote()
  const otherHubNo = await makeHub(author, friend, await newUser(node.url))
  await author.call(shareNote, { hubNo: otherHubNo, noteNo })
  await author.call(setSharedWriting, { hubNo: otherHubNo, noteNo, isOn: true })
  const tab = await openTab(friend)
  const opened = await openDocument(tab, { noteNo })
  await author.call(unshareNote, { hubNo, noteNo })
  expect(await editTo(tab, opened, { text: '아직 쓰는 글' })).toBeGreaterThan(0)
})

test('a text that is too long is kept, and saved once it is shorter', async () => {
  const { author, friend, noteNo } = await newSharedNote()
  const tab = await openTab(friend)
  const opened = await openDocument(tab, { noteNo })
  await editTo(tab, opened, { text: '가'.repeat(5_001) })
  const { documentId } = opened
  expect(await friend.call(saveDocument, { documentId })).toEqual({ success: true, isSaved: false })
  const again = await openDocument(tab, { noteNo })
  expect(contentOf(again).text).toHaveLength(5_001)
  await editTo(tab, again, { text: '가'.repeat(5_000) })
  expect(await friend.call(saveDocument, { documentId })).toEqual({ success: true, isSaved: true })
  expect(await textOf(author, noteNo)).toHaveLength(5_000)
})

test('what a node did not save before it stopped is saved by another one', async () => {
  const { author, friend, noteNo } = await newSharedNote()
  const tab = await openTab(friend)
  const opened = await openDocument(tab, { noteNo })
  node.app.context.documentSaves.stop()
  await editTo(tab, opened, { text: '멈추기 전에 쓴 글' })
  node.app.context.documentSaves.stop()
  const later = { ...otherNode.app.context, clock: () => new Date(Date.now() + 60_000) }
  await createOverdueSaves(later)()
  expect(await textOf(author, noteNo)).toBe('멈추기 전에 쓴 글')
})

test('a document whose save fails does not keep later ones waiting', async () => {
  const { author, friend, noteNo } = await newSharedNote()
  const tab = await openTab(friend)
  const opened = await openDocument(tab, { noteNo })
  await editTo(tab, opened, { text: '뒤에 쓴 글' })
  node.app.context.documentSaves.stop()
  const { context } = otherNode.app
  const { documents } = context.repositories
  const overdue = [
    { documentId: randomUUID(), changedAt: new Date() },
    { ...opened, changedAt: new Date() },
  ]
  const found = vi.spyOn(documents, 'findOverdue').mockResolvedValueOnce(overdue)
  const failed = vi.spyOn(documents, 'findById').mockRejectedValueOnce(new Error('the database is away'))
  await createOverdueSaves(context)()
  expect(await textOf(author, noteNo)).toBe('뒤에 쓴 글')
  found.mockRestore()
  failed.mockRestore()
})

test('documents that cannot be saved do not keep later ones waiting', async () => {
  const [author, friend] = [await newUser(node.url, '글쓴이'), await newUser(node.url, '친구')]
  const hubNo = await makeHub(author, friend)
  const tab = await openTab(friend)
  const write = async (text: string) => {
    const noteNo = await shareNewNote(author, hubNo)
    await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
    await editTo(tab, await openDocument(tab, { noteNo }), { text })
    return noteNo
  }
  // More than one node saves at a time.
  const stuck: number[] = []
  for (let count = 0; count < 21; count += 1) stuck.push(await write('가'.repeat(5_001)))
  const noteNo = await write('뒤에 쓴 글')
  node.app.context.documentSaves.stop()
  const later = { ...otherNode.app.context, clock: () => new Date(Date.now() + 60_000) }
  const saveOverdue = createOverdueSaves(later)
  await saveOverdue()
  expect(await textOf(author, noteNo)).not.toBe('뒤에 쓴 글')
  await saveOverdue()
  expect(await textOf(author, noteNo)).toBe('뒤에 쓴 글')
  // The next call begins anew: the first one fits by now.
  const [first = 0] = stuck
  const { documentId } = await openDocument(tab, { noteNo: first })
  const { documents } = node.app.context.repositories
  const { document } = await documents.findById(documentId)
  if (document === null) throw new Error('there is no document')
  await documents.replace(document, createState({ title: '제목', text: '이제 맞는 글' }), { isSaved: false })
  await saveOverdue()
  expect(await textOf(author, first)).toBe('이제 맞는 글')
})

test('a save by the author is merged with what a friend types', async () => {
  const { author, friend, noteNo } = await newSharedNote()
  await author.call(updateNote, { noteNo, title: '제목', text: encodeText('첫째\n둘째') })
  const tab = await openTab(friend)
  const opened = await openDocument(tab, { noteNo })
  await editTo(tab, opened, { text: '첫째, 친구\n둘째' })
  await author.call(updateNote, { noteNo, title: '제목', text: encodeText('첫째\n둘째, 글쓴이') })
  expect(contentOf(await openDocument(tab, { noteNo })).text).toBe('첫째, 친구\n둘째, 글쓴이')
})

/** The start of a text. */
const POSITION = toBase64(
  Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(new Y.Doc().getText('text'), 0)),
)

test('writers see each other, nobody speaks for another user, and who leaves disappears', async () => {
  const { author, friend, noteNo } = await newSharedNote()
  const [desktop, phone] = [await openTab(author), await openTab(friend, otherNode.url)]
  const { documentId } = await openDocument(desktop, { noteNo })
  await openDocument(phone, { noteNo })
  const awareness = new Awareness(new Y.Doc())
  const send = (state: object | null) => {
    awareness.setLocalState(state)
    const update = toBase64(encodeAwarenessUpdate(awareness, [awareness.clientID]))
    phone.socket.emit('document:presence', { documentId, update })
  }
  const caret = { field: 'text', anchor: POSITION, head: POSITION }
  send({ ...caret, userNo: author.userNo, userName: '남의 이름', more: '몰래' })
  const { update } = await desktop.waitForEvent('document:presence')
  const state = Buffer.from(update, 'base64').toString()
  expect(state).toContain(`"userNo":${friend.userNo},"userName":"${friend.name}"`)
  expect(state).not.toContain('몰래')
  expect(state).not.toContain('남의 이름')
  phone.close()
  await desktop.waitForEvent('document:presence', event =>
    Buffer.from(event.update, 'base64').toString().includes('null'),
  )
  awareness.destroy()
})

test('a stranger neither sees nor sends where somebody writes', async () => {
  const { author, noteNo } = await newSharedNote()
  const [desktop, tab] = [await openTab(author), await openTab(await newUser(node.url))]
  const { documentId } = await openDocument(desktop, { noteNo })
  const awareness = new Awareness(new Y.Doc())
  awareness.setLocalState({ field: 'text', anchor: POSITION, head: POSITION })
  const update = toBase64(encodeAwarenessUpdate(awareness, [awareness.clientID]))
  tab.socket.emit('document:presence', { documentId, update })
  desktop.socket.emit('document:presence', { documentId, update: toBase64(Uint8Array.of(9, 9, 9)) })
  // Both events were processed before this reply.
  await emitWithReply(tab, 'document:open', { subject: { noteNo } })
  await openDocument(desktop, { noteNo })
  for (const { received } of [desktop, tab])
    expect(received.filter(({ name }) => name === 'document:presence')).toEqual([])
  awareness.destroy()
})

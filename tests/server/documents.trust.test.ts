import { randomUUID } from 'node:crypto'
import { fromBase64, toBase64 } from 'lib0/buffer'
import { createEncoder, toUint8Array, writeUint8, writeVarString, writeVarUint } from 'lib0/encoding'
import { afterEach, expect, test } from 'vitest'
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { suspendPerson } from '#protocol/administration.ts'
import { blockPerson } from '#protocol/blocking.ts'
import { applyEdits, createDoc } from '#protocol/document/content.ts'
import type { OpenedDocument } from '#protocol/documents.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { DOCUMENT_BYTES_MAX } from '#protocol/limits.ts'
import { getHistory } from '#protocol/noteHistory.ts'
import { getNote, updateNote } from '#protocol/notes.ts'
import { setSharedWriting, shareNote } from '#protocol/shares.ts'
import { contentOf, editTo, emitWithReply, openDocument, updateTo } from '#tests/support/documents.ts'
import { openTwoNodes } from '#tests/support/node.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import { makeHub, newAdministrator, newUser, type TestUser, writeNote } from '#tests/support/users.ts'

/** What a friend who may write a note cannot do to its author, nor to the server. */

const { firstNode: node, secondNode: otherNode } = await openTwoNodes()
const { documents } = node.app.context.repositories

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

/** A note that its author and a friend have open, on different nodes. */
async function openTogether() {
  const [author, friend] = [await newUser(node.url, '글쓴이'), await newUser(node.url, '친구')]
  const hubNo = await makeHub(author, friend)
  const noteNo = await writeNote(author, '제목', '함께 쓰는 글')
  await author.call(shareNote, { hubNo, noteNo })
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
  const [desktop, phone] = [await openTab(author), await openTab(friend, otherNode.url)]
  const opened = await openDocument(desktop, { noteNo })
  const friendsOpened = await openDocument(phone, { noteNo })
  return { author, friend, hubNo, noteNo, desktop, phone, opened, friendsOpened }
}

const send = (tab: TestSocket, { documentId, generation }: OpenedDocument, update: Uint8Array) =>
  emitWithReply(tab, 'document:edit', { documentId, generation, update: toBase64(update) })
/** A note that is written together is saved after 2 s. */
const SAVED = { timeout: 10_000 }
const textOf = async (user: TestUser, noteNo: number) =>
  decodeText((await user.call(getNote, { noteNo })).text)

/** An editor of the document with its own client of Yjs. */
function openEditor({ update }: OpenedDocument) {
  const doc = createDoc([fromBase64(update)])
  return {
    doc,
    type(words: string): Uint8Array {
      const stateVector = Y.encodeStateVector(doc)
      const { length } = doc.getText('text')
      applyEdits(doc, { text: [{ from: length, to: length, insert: words }] })
      return Y.encodeStateAsUpdate(doc, stateVector)
    },
  }
}

/** A deletion of units of a client. */
function deletionOf(client: number, clock: number, length: number): Uint8Array {
  const encoder = createEncoder()
  for (const number of [0, 1, client, 1, clock, length]) writeVarUint(encoder, number)
  return toUint8Array(encoder)
}

/** Deleted units of a client, which take the numbers of those that it would type. */
function unitsOf(client: number, clock: number, length: number): Uint8Array {
  const encoder = createEncoder()
  for (const number of [1, 1, client, clock]) writeVarUint(encoder, number)
  const isDeleted = 1
  writeUint8(encoder, isDeleted)
  writeVarUint(encoder, 1)
  writeVarString(encoder, 'text')
  writeVarUint(encoder, length)
  writeVarUint(encoder, 0)
  return toUint8Array(encoder)
}

/** One letter of each of many clients, all at the start of the text. */
function crowd(first: number, count: number): Uint8Array {
  const encoder = createEncoder()
  writeVarUint(encoder, count)
  for (let client = first + count - 1; client >= first; client -= 1) {
    for (const number of [1, client, 0]) writeVarUint(encoder, number)
    writeUint8(encoder, 4)
    writeVarUint(encoder, 1)
    writeVarString(encoder, 'text')
    writeVarString(encoder, 'x')
  }
  writeVarUint(encoder, 0)
  return toUint8Array(encoder)
}

test('a friend cannot delete what the author has not typed yet', async () => {
  const { author, noteNo, desktop, phone, opened, friendsOpened } = await openTogether()
  const editor = openEditor(opened)
  await send(desktop, opened, editor.type(' 하나'))
  const deletion = deletionOf(editor.doc.clientID, 3, 1_000)
  expect(await send(phone, friendsOpened, deletion)).toEqual({ error: 'mismatch' })
  expect(await send(desktop, opened, editor.type(' 둘'))).toHaveProperty('revision')
  await desktop.waitForEvent('document:saved')
  await expect.poll(() => textOf(author, noteNo), SAVED).toBe('함께 쓰는 글 하나 둘')
})

test.each([
  ['before the author has typed', 0],
  ['after the author has typed', 3],
])('a friend cannot use the client of the author %s', async (_, clock) => {
  const { author, noteNo, desktop, phone, opened, friendsOpened } = await openTogether()
  const editor = openEditor(opened)
  if (clock > 0) await send(desktop, opened, editor.type(' 하나'))
  const reply = await send(phone, friendsOpened, unitsOf(editor.doc.clientID, clock, 1_000))
  if (clock > 0) expect(reply).toEqual({ error: 'mismatch' })
  // Now the client is the friend's: the author's tab merges what it has by its text.
  else expect(await send(desktop, opened, editor.type(' 하나'))).toEqual({ error: 'mismatch' })
  await editTo(desktop, await openDocument(desktop, { noteNo }), { text: '함께 쓰는 글 하나 둘' })
  await expect.poll(() => textOf(author, noteNo), SAVED).toBe('함께 쓰는 글 하나 둘')
})

test('updates that would take Yjs long are refused, and a document with too many insertions begins anew', async () => {
  const { author, noteNo, phone, desktop, opened, friendsOpened } = await openTogether()
  expect(await send(phone, friendsOpened, crowd(1, 21))).toEqual({ error: 'mismatch' })
  let reply: object = {}
  let next = 1
  for (; !('error' in reply); next += 20) reply = await send(phone, friendsOpened, crowd(next, 20))
  expect(next).toBeLessThan(1_000)
  const generation = async () => (await documents.findById(opened.documentId)).document?.generation
  await expect.poll(generation, SAVED).toBeGreaterThan(1)
  await editTo(desktop, await openDocument(desktop, { noteNo }), { text: '다시 쓴 글' })
  await expect.poll(() => textOf(author, noteNo), SAVED).toBe('다시 쓴 글')
})

test('a friend does not receive what the author had deleted', async () => {
  const author = await newUser(node.url, '글쓴이')
  const friend = await newUser(node.url, '친구')
  const hubNo = await makeHub(author, friend)
  const noteNo = await writeNote(author, '제목', '처음 글')
  await author.call(shareNote, { hubNo, noteNo })
  const desktop = await openTab(author)
  await editTo(desktop, await openDocument(desktop, { noteNo }), { text: '처음 글 secret' })
  await editTo(desktop, await openDocument(desktop, { noteNo }), { text: '처음 글' })
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
  const opened = await openDocument(await openTab(friend), { noteNo })
  expect(Buffer.from(opened.update, 'base64').toString()).not.toContain('secret')
  expect(contentOf(opened).text).toBe('처음 글')
})

test('an author shortens a text that a friend has made as long as possible, and saves by a call', async () => {
  const { author, noteNo, phone, desktop, friendsOpened } = await openTogether()
  const editor = openEditor(friendsOpened)
  let reply: object = { revision: 0 }
  while ('revision' in reply) reply = await send(phone, friendsOpened, editor.type('a'.repeat(60_000)))
  expect(reply).toEqual({ error: 'full' })
  const { document } = await documents.findById(friendsOpened.documentId)
  expect(document?.bytes).toBeLessThan(DOCUMENT_BYTES_MAX / 2 + 1)
  await author.call(updateNote, { noteNo, title: '제목', text: encodeText('호출로 저장한 글') })
  expect(await textOf(author, noteNo)).toBe('호출로 저장한 글')
  const opened = await openDocument(desktop, { noteNo })
  await editTo(desktop, opened, { text: '짧은 글' })
  await expect.poll(() => textOf(author, noteNo), SAVED).toBe('짧은 글')
})

test('invalid carets are not relayed, and nobody removes the caret of another', async () => {
  const { desktop, phone, friend, opened, noteNo, author } = await openTogether()
  const third = await openTab(author, otherNode.url)
  await openDocument(third, { noteNo })
  const { documentId } = opened
  const awareness = new Awareness(new Y.Doc())
  const relay = (tab: TestSocket, state: object | null) => {
    awareness.setLocalState(state)
    const update = toBase64(encodeAwarenessUpdate(awareness, [awareness.clientID]))
    tab.socket.emit('document:presence', { documentId, update })
  }
  const start = Y.createRelativePositionFromTypeIndex(new Y.Doc().getText('text'), 0)
  const position = toBase64(Y.encodeRelativePosition(start))
  relay(phone, { field: 'text', anchor: position, head: '!!!' })
  relay(phone, { field: 'text', anchor: position, head: position })
  const { update, userNo } = await desktop.waitForEvent('document:presence')
  expect(Buffer.from(update, 'base64').toString()).not.toContain('!!!')
  expect(userNo).toBe(friend.userNo)
  // As the friend's client; the event names who has sent it.
  relay(third, null)
  expect((await phone.waitForEvent('document:presence')).userNo).toBe(author.userNo)
  awareness.destroy()
})

test('a control character in the title does not keep the text from being saved', async () => {
  const { author, noteNo, phone, friendsOpened } = await openTogether()
  await editTo(phone, friendsOpened, { title: '제\u0000목', text: '새 글' })
  await expect.poll(() => textOf(author, noteNo), SAVED).toBe('새 글')
  expect((await author.call(getNote, { noteNo })).title).toBe('제목')
})

test('what a friend wrote until the right ended is saved, with their name, and the author learns of the end', async () => {
  const { author, friend, hubNo, noteNo, desktop, phone, friendsOpened } = await openTogether()
  await editTo(phone, friendsOpened, { text: '마지막 말' })
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: false })
  expect(await textOf(author, noteNo)).toBe('마지막 말')
  const { versions } = await author.call(getHistory, { noteNo })
  expect(versions[0]?.writers).toEqual([friend.name])
  await desktop.waitForEvent('document:replaced')
  expect((await openDocument(desktop, { noteNo })).isTogether).toBe(false)
})

test('a save waits for a picture that is being uploaded', async () => {
  const { author, noteNo, phone, desktop, friendsOpened } = await openTogether()
  const text = `![그림](upload:${randomUUID()})`
  const opened = await editTo(phone, friendsOpened, { text }).then(() => openDocument(phone, { noteNo }))
  await node.app.context.documentSaves.flush(opened.documentId)
  expect(await textOf(author, noteNo)).toBe('함께 쓰는 글')
  await editTo(phone, opened, { text: '그림이 왔어요' })
  await desktop.waitForEvent('document:saved')
  expect(await textOf(author, noteNo)).toBe('그림이 왔어요')
})

test('the last words are saved although a picture was being uploaded when the right ended', async () => {
  const { author, hubNo, noteNo, phone, friendsOpened } = await openTogether()
  const text = `![그림](upload:${randomUUID()}) 마지막 말`
  await editTo(phone, friendsOpened, { text })
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: false })
  expect(await textOf(author, noteNo)).toBe(text)
})

test('the right ends when the author blocks the friend', async () => {
  const { author, friend, phone, noteNo, friendsOpened } = await openTogether()
  await author.call(blockPerson, { userNo: friend.userNo })
  await phone.waitForEvent('document:ended')
  expect(await send(phone, friendsOpened, updateTo(friendsOpened, { text: '막힌 글' }))).toEqual({
    error: 'notFound',
  })
  expect(await friend.call(getNote, { noteNo })).not.toHaveProperty('canWrite')
  expect(await emitWithReply(phone, 'document:open', { subject: { noteNo } })).toHaveProperty('error')
})

test('the right ends when the author is suspended', async () => {
  const { author, phone, noteNo, friendsOpened } = await openTogether()
  const administrator = await newAdministrator(node)
  await administrator.call(suspendPerson, { userNo: author.userNo, isSuspended: true })
  await phone.waitForEvent('document:ended')
  expect(await send(phone, friendsOpened, updateTo(friendsOpened, { text: '막힌 글' }))).toEqual({
    error: 'notFound',
  })
  expect(await emitWithReply(phone, 'document:open', { subject: { noteNo } })).toHaveProperty('error')
})

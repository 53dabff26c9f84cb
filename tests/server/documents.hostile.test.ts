import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { fromBase64, toBase64 } from 'lib0/buffer'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { createDoc, createState } from '#protocol/document/content.ts'
import {
  discardDocument,
  getUnsavedDocuments,
  type OpenedDocument,
  openDocument as openDocumentCall,
} from '#protocol/documents.ts'
import { encodeText } from '#protocol/encoding.ts'
import { DOCUMENT_BYTES_MAX, DOCUMENT_UPDATE_BYTES_MAX, NEW_DOCUMENTS_MAX } from '#protocol/limits.ts'
import { deleteNote, updateNote } from '#protocol/notes.ts'
import { contentOf, editTo, emitWithReply, openDocument, updateTo } from '#tests/support/documents.ts'
import { openNodes } from '#tests/support/node.ts'
import { writeSeries } from '#tests/support/series.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import { newTopic, newUser, type TestUser, writeNote } from '#tests/support/users.ts'

/** The limits apply at the first one. */
const [node, unlimitedNode] = await openNodes({ rateLimitScale: 1 }, {})
const { documents } = node.app.context.repositories

let tabs: TestSocket[] = []
afterEach(() => {
  for (const tab of tabs) tab.close()
  tabs = []
})

async function openTab(user: TestUser, { url } = node): Promise<TestSocket> {
  const tab = await user.openSocket(url)
  tabs.push(tab)
  return tab
}

async function openNote(text = '글', at = node) {
  const author = await newUser(node.url)
  const noteNo = await writeNote(author, '봄', text)
  const tab = await openTab(author, at)
  return { author, noteNo, tab, opened: await openDocument(tab, { noteNo }) }
}

const send = (tab: TestSocket, { documentId, generation }: OpenedDocument, update: Uint8Array) =>
  emitWithReply(tab, 'document:edit', { documentId, generation, update: toBase64(update) })

test.each<[string, Uint8Array]>([
  ['random bytes', Uint8Array.of(7, 255, 255, 1)],
  ['no bytes', new Uint8Array()],
  ['padding', new Uint8Array(1_000)],
  ['a text of another name', updateIn('other')],
  ['an item without content', Uint8Array.of(1, 1, 7, 0, 0, 2, 0)],
  ['more bytes than an update may have', createState({ title: '', text: '글'.repeat(22_000) })],
])('%s as an update are refused and change nothing', async (_, update) => {
  const { tab, opened, noteNo } = await openNote()
  expect(await send(tab, opened, update)).toEqual({ error: 'invalid' })
  expect(await openDocument(tab, { noteNo })).toEqual(opened)
})

function updateIn(name: string): Uint8Array {
  const doc = new Y.Doc()
  doc.getText(name).insert(0, '글')
  return Y.encodeStateAsUpdate(doc)
}

test('an update of the greatest length is accepted', async () => {
  const { tab, opened } = await openNote()
  const text = 'a'.repeat(DOCUMENT_UPDATE_BYTES_MAX - 100)
  expect(await send(tab, opened, updateTo(opened, { text }))).toEqual({ revision: 1 })
})

test('edits of one user that arrive at once are stored one after the other', async () => {
  const { tab, opened } = await openNote()
  const { append } = documents
  let [underWay, atOnce] = [0, 0]
  const appending = vi.spyOn(documents, 'append').mockImplementation(async (...args) => {
    underWay += 1
    atOnce = Math.max(atOnce, underWay)
    return append(...args).finally(() => {
      underWay -= 1
    })
  })
  const updates = Array.from({ length: 8 }, (_, index) => updateTo(opened, { text: `글 ${index}` }))
  const replies = await Promise.all(updates.map(update => send(tab, opened, update)))
  appending.mockRestore()
  expect(replies).toEqual(updates.map((__, index) => ({ revision: index + 1 })))
  expect(atOnce).toBe(1)
})

test('edits in excess of the limit are refused until time has passed', async () => {
  const { tab, opened } = await openNote()
  // Invalid ones, because storing hundreds takes a busy machine longer than a reply may.
  const sent = Array.from({ length: 400 }, () => send(tab, opened, new Uint8Array()))
  const errors = (await Promise.all(sent)).map(reply => 'error' in reply && reply.error)
  expect(errors).toContain('tooMany')
  expect(errors.filter(error => error === 'invalid').length).toBeGreaterThan(250)
})

test('many edits are compacted, and none is lost', async () => {
  const { tab, opened, noteNo } = await openNote('')
  const doc = createDoc([fromBase64(opened.update)])
  const updates: Uint8Array[] = []
  doc.on('update', update => updates.push(update))
  for (let letter = 0; letter < 250; letter += 1) doc.getText('text').insert(letter, String(letter % 10))
  for (const update of updates) await send(tab, opened, update)
  await node.app.context.backgroundTasks.onIdle()
  const { document } = await documents.findById(opened.documentId)
  expect(document?.updates.length).toBeLessThan(150)
  expect(document?.bytes).toBe(
    [document?.snapshot, ...(document?.updates ?? [])].reduce((sum, part) => sum + (part?.length ?? 0), 0),
  )
  expect(contentOf(await openDocument(tab, { noteNo })).text).toBe(doc.getText('text').toString())
})

test('a document that deletions have made large begins anew with its text', async () => {
  const { tab, opened, noteNo } = await openNote('처음 글', unlimitedNode)
  /** Single letters at alternating places cannot be merged, so each leaves a few bytes. */
  function churn(): Uint8Array {
    const doc = createDoc([fromBase64(opened.update)])
    const stateVector = Y.encodeStateVector(doc)
    const text = doc.getText('text')
    for (let letter = 0; letter < 400; letter += 1) {
      text.insert(letter % 2, 'x')
      if (letter % 4 === 3) text.delete(0, 2)
    }
    text.delete(0, text.length - '처음 글'.length)
    return Y.encodeStateAsUpdate(doc, stateVector)
  }
  let reply: unknown
  do {
    const update = churn()
    expect(update.length).toBeLessThan(DOCUMENT_UPDATE_BYTES_MAX)
    reply = await send(tab, opened, update)
  } while (typeof reply === 'object' && reply !== null && 'revision' in reply)
  expect(reply).toEqual({ error: 'full' })
  await tab.waitForEvent('document:replaced')
  const anew = await openDocument(tab, { noteNo })
  expect(anew.generation).toBe(2)
  expect(contentOf(anew)).toEqual({ title: '봄', text: '처음 글' })
  expect(fromBase64(anew.update).length).toBeLessThan(200)
  expect(await send(tab, opened, updateTo(opened, { text: '늦은 글' }))).toEqual({ error: 'replaced' })
  expect(await editTo(tab, anew, { text: '다음 글' })).toBeGreaterThan(anew.revision)
})

test('a user whose documents took long to open has to wait, and other users do not', async () => {
  const { author, noteNo, tab, opened } = await openNote()
  const friend = await openNote()
  node.app.context.documentTime.spend(author.userNo, 10_000)
  const { documentId, generation } = opened
  const update = toBase64(updateTo(opened, { text: '고친 글' }))
  expect(await emitWithReply(tab, 'document:open', { subject: { noteNo } })).toEqual({ error: 'tooMany' })
  expect(await emitWithReply(tab, 'document:edit', { documentId, generation, update })).toEqual({
    error: 'tooMany',
  })
  expect(await author.request(openDocumentCall, { subject: { noteNo } })).toMatchObject({ status: 429 })
  // It would be merged into the document. A save by an editor is not.
  const save = { noteNo, title: '봄', text: encodeText('고친 글') }
  expect(await author.request(updateNote, save)).toMatchObject({ status: 429 })
  expect(await author.request(updateNote, { ...save, documentRevision: 1 })).toMatchObject({ status: 200 })
  expect(await editTo(friend.tab, friend.opened, { text: '고친 글' })).toBe(1)
})

test('the editor of a first part waits, too: a new title is merged into the documents of all other parts', async () => {
  const author = await newUser(node.url)
  const [head, later] = await writeSeries(author, ['하나', '둘'], '봄')
  node.app.context.documentTime.spend(author.userNo, 10_000)
  const save = { title: '여름', text: encodeText('고친 글'), documentRevision: 1 }
  expect(await author.request(updateNote, { ...save, noteNo: head })).toMatchObject({ status: 429 })
  expect(await author.request(updateNote, { ...save, noteNo: later ?? 0 })).toMatchObject({ status: 200 })
})

test('a full document is compacted for one edit of a user at a time, for a limited time', async () => {
  const { tab, opened } = await openNote()
  const { document } = await documents.findById(opened.documentId)
  if (document === null) throw new Error('no document')
  await documents.delete(document)
  // The recorded size counts.
  await documents.insert({ ...document, bytes: 200 * DOCUMENT_BYTES_MAX })
  const update = updateTo(opened, { text: '고친 글' })
  const replies = await Promise.all(Array.from({ length: 4 }, () => send(tab, opened, update)))
  expect(replies.map(reply => 'error' in reply && reply.error).sort()).toEqual([
    ...['full', 'full', 'tooMany', 'tooMany'],
  ])
})

describe('a document that takes long to open', () => {
  /** Each look at the clock takes a quarter of a second, and as much of the processor. */
  function slowDown(cpuMs = 250) {
    let now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 250))
    const cpu = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: cpuMs * 1000, system: 0 })
    return () => {
      clock.mockRestore()
      cpu.mockRestore()
    }
  }
  const insertions = async (documentId: string) => (await documents.findById(documentId)).document?.updates

  test('begins anew with its text', async () => {
    const { tab, opened, noteNo } = await openNote()
    await editTo(tab, opened, { text: '고친 글' })
    const restore = slowDown()
    await openDocument(tab, { noteNo })
    restore()
    await tab.waitForEvent('document:replaced')
    const anew = await openDocument(tab, { noteNo })
    expect(anew.generation).toBe(2)
    expect(contentOf(anew).text).toBe('고친 글')
    expect(await insertions(opened.documentId)).toEqual([])
  })

  test('stays as it is if only the machine is busy', async () => {
    const { tab, opened, noteNo } = await openNote()
    await editTo(tab, opened, { text: '고친 글' })
    const restore = slowDown(5)
    await openDocument(tab, { noteNo })
    restore()
    expect((await openDocument(tab, { noteNo })).generation).toBe(1)
    expect(await insertions(opened.documentId)).toHaveLength(1)
  })

  test('begins anew with its text and that of a save', async () => {
    const { author, tab, opened, noteNo } = await openNote('하나 둘')
    await editTo(tab, opened, { text: '하나 둘 셋' })
    const restore = slowDown()
    await author.call(updateNote, { noteNo, title: '봄', text: encodeText('영 하나 둘') })
    restore()
    const anew = await openDocument(tab, { noteNo })
    expect(anew.generation).toBe(2)
    expect(contentOf(anew).text).toBe('영 하나 둘 셋')
    expect(await insertions(opened.documentId)).toEqual([])
  })
})

test('documents of unsaved notes are limited', async () => {
  const author = await newUser(node.url)
  const topicNo = await newTopic(author, '주제')
  const tab = await openTab(author)
  const { documentId } = await openDocument(tab, { documentId: randomUUID(), topicNo })
  const { document } = await documents.findById(documentId)
  const snapshot = Buffer.from(createState({ title: '', text: '쓰던 글' }))
  for (let count = 1; count < NEW_DOCUMENTS_MAX; count += 1)
    if (document) await documents.insert({ ...document, snapshot, documentId: randomUUID() })
  // The first document is empty, so it makes room once.
  const subject = { documentId: randomUUID(), topicNo }
  await editTo(tab, await openDocument(tab, subject), { text: '글' })
  expect((await documents.findById(documentId)).document).toBeNull()
  const other = { documentId: randomUUID(), topicNo }
  expect(await emitWithReply(tab, 'document:open', { subject: other })).toEqual({ error: 'quota' })
  await openDocument(tab, subject)
})

test('documents of a user are opened one after the other, so that large ones do not keep others waiting', async () => {
  const { author, noteNo } = await openNote()
  const { findByNote } = documents
  let [current, most] = [0, 0]
  const spy = vi.spyOn(documents, 'findByNote').mockImplementation(async no => {
    most = Math.max(most, ++current)
    await setTimeout(20)
    return findByNote(no).finally(() => (current -= 1))
  })
  const open = () => author.call(openDocumentCall, { subject: { noteNo } })
  const replies = await Promise.all(Array.from({ length: 6 }, open))
  spy.mockRestore()
  expect(replies.map(({ document }) => contentOf(document).text)).toEqual(Array(6).fill('글'))
  expect(most).toBe(1)
})

describe('large documents of unsaved notes', () => {
  /** As many as a user may have; their recorded size counts. */
  async function fillDocuments() {
    const author = await newUser(node.url)
    const topicNo = await newTopic(author, '주제')
    const tab = await openTab(author)
    const { documentId } = await openDocument(tab, { documentId: randomUUID(), topicNo })
    const { document } = await documents.findById(documentId)
    if (document === null) throw new Error('no document')
    await documents.delete(document)
    const snapshot = Buffer.from(createState({ title: '', text: '쓰던 글' }))
    const large = { ...document, snapshot, bytes: DOCUMENT_BYTES_MAX, isUnsaved: true as const }
    for (let count = 0; count < NEW_DOCUMENTS_MAX; count += 1)
      await documents.insert({ ...large, documentId: randomUUID() })
    return { author, tab, topicNo }
  }

  test('are listed one list at a time, for a limited time', async () => {
    const { author } = await fillDocuments()
    const lists = await Promise.all(Array.from({ length: 4 }, () => author.request(getUnsavedDocuments, {})))
    expect(lists.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429])
    const other = await newUser(node.url)
    expect((await other.call(getUnsavedDocuments, {})).documents).toEqual([])
  })

  test('are searched for empty ones for a limited time', async () => {
    const { tab, topicNo } = await fillDocuments()
    const open = () => emitWithReply(tab, 'document:open', { subject: { documentId: randomUUID(), topicNo } })
    const replies = await Promise.all(Array.from({ length: 4 }, open))
    expect(replies.map(reply => 'error' in reply && reply.error).sort()).toEqual([
      ...['quota', 'quota', 'tooMany', 'tooMany'],
    ])
  })
})

test('an update of a user whose session has ended is refused, also one in flight', async () => {
  const { author, noteNo, tab, opened } = await openNote()
  const update = toBase64(updateTo(opened, { text: '늦은 글' }))
  const { documentId, generation } = opened
  await node.app.context.live.endUser(author.userNo)
  tab.socket.emit('document:edit', { documentId, generation, update }, () => undefined)
  const { document } = await documents.findByNote(noteNo)
  expect(document?.revision).toBe(0)
})

test('unsaved texts are listed and discarded, also of a deleted note', async () => {
  const { author, noteNo, tab, opened } = await openNote()
  const { documentId } = opened
  const unsaved = async () => (await author.call(getUnsavedDocuments, {})).documents
  expect(await unsaved()).toEqual([])
  await editTo(tab, opened, { text: '쓰는 중' })
  expect(await unsaved()).toMatchObject([{ documentId, noteNo, title: '봄', excerpt: '쓰는 중' }])
  await author.call(discardDocument, { documentId })
  await tab.waitForEvent('document:replaced')
  const anew = await openDocument(tab, { noteNo })
  expect(contentOf(anew).text).toBe('글')
  expect(await unsaved()).toEqual([])

  await editTo(tab, anew, { text: '다시 쓰는 중' })
  await author.call(deleteNote, { noteNo })
  expect(await unsaved()).toMatchObject([{ documentId, noteNo, topicNo: null, excerpt: '다시 쓰는 중' }])
  await author.call(discardDocument, { documentId })
  expect(await unsaved()).toEqual([])
})

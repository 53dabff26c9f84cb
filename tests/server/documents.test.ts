import { randomUUID } from 'node:crypto'
import { fromBase64, toBase64 } from 'lib0/buffer'
import { afterEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import {
  discardDocument,
  editDocument,
  getUnsavedDocuments,
  openDocument as openDocumentCall,
} from '#protocol/documents.ts'
import { encodeText } from '#protocol/encoding.ts'
import { getNote, postNote, updateNote } from '#protocol/notes.ts'
import { contentOf, editTo, emitWithReply, openDocument, updateTo } from '#tests/support/documents.ts'
import { killBefore } from '#tests/support/interleave.ts'
import { openTwoNodes } from '#tests/support/node.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import { newTopic, newUser, type TestUser, writeNote } from '#tests/support/users.ts'

const { firstNode: node, secondNode: otherNode } = await openTwoNodes()
const author = await newUser(node.url, '글쓴이')

let tabs: TestSocket[] = []
afterEach(() => {
  for (const tab of tabs) tab.close()
  tabs = []
})

async function openTab(user: TestUser = author, url?: string): Promise<TestSocket> {
  const tab = await user.openSocket(url)
  tabs.push(tab)
  return tab
}

const textOf = async (noteNo: number) => decodeURIComponent((await author.call(getNote, { noteNo })).text)

test('a document starts with the saved text, and an edit reaches the other tabs on both nodes', async () => {
  const noteNo = await writeNote(author, '봄', '꽃이 피었어요')
  const [phone, desktop] = [await openTab(), await openTab(author, otherNode.url)]
  const opened = await openDocument(phone, { noteNo })
  expect(contentOf(opened)).toEqual({ title: '봄', text: '꽃이 피었어요' })
  const { documentId } = await openDocument(desktop, { noteNo })
  expect(documentId).toBe(opened.documentId)

  const revision = await editTo(phone, opened, { text: '꽃이 활짝 피었어요' })
  const edited = await desktop.waitForEvent('document:edited')
  expect(edited).toMatchObject({ documentId, revision, generation: 1 })
  const doc = new Y.Doc()
  for (const update of [opened.update, edited.update]) Y.applyUpdate(doc, fromBase64(update))
  expect(doc.getText('text').toString()).toBe('꽃이 활짝 피었어요')
  expect(phone.received.filter(({ name }) => name === 'document:edited')).toEqual([])
  // Readers see saved text only.
  expect(await textOf(noteNo)).toBe('꽃이 피었어요')
})

test('two tabs that open a note at once share one document', async () => {
  const noteNo = await writeNote(author, '봄', '글')
  const opened = await Promise.all([1, 2, 3, 4].map(async () => openDocument(await openTab(), { noteNo })))
  expect(new Set(opened.map(({ documentId }) => documentId)).size).toBe(1)
  expect(contentOf(await openDocument(await openTab(), { noteNo })).text).toBe('글')
})

test('a new note has a document before it is saved, which the first save names', async () => {
  const topicNo = await newTopic(author, '주제')
  const documentId = randomUUID()
  const tab = await openTab()
  const opened = await openDocument(tab, { documentId, topicNo })
  const revision = await editTo(tab, opened, { title: '새 글', text: '처음' })
  expect(contentOf(await openDocument(await openTab(), { documentId, topicNo }))).toEqual({
    title: '새 글',
    text: '처음',
  })
  const { noteNo } = await author.call(postNote, {
    ...{ topicNo, requestKey: documentId, documentRevision: revision },
    ...{ title: '새 글', text: encodeText('처음') },
  })
  expect(await tab.waitForEvent('document:saved')).toEqual({
    documentId,
    noteNo,
    noteVersion: 1,
    savedRevision: revision,
  })
  expect(await openDocument(tab, { noteNo })).toMatchObject({
    documentId,
    noteNo,
    revision,
    savedRevision: revision,
  })
})

describe('a first save that ended before the document had its note', () => {
  /** The note exists, and its document is still that of a new note. */
  async function interruptedSave() {
    const topicNo = await newTopic(author, '주제')
    const documentId = randomUUID()
    const tab = await openTab()
    const opened = await openDocument(tab, { documentId, topicNo })
    const revision = await editTo(tab, opened, { title: '새 글', text: '처음' })
    const request = { ...{ topicNo, requestKey: documentId }, title: '새 글', text: encodeText('처음') }
    const { noteNo } = await author.call(postNote, request)
    return { tab, documentId, topicNo, noteNo, repeated: { ...request, documentRevision: revision } }
  }

  test('leaves the document to the next tab that opens the note, and the save can be repeated', async () => {
    const { documentId, noteNo, repeated } = await interruptedSave()
    const phone = await openTab(author, otherNode.url)
    expect(await openDocument(phone, { noteNo })).toMatchObject({ documentId, noteNo })
    expect(await author.call(postNote, repeated)).toMatchObject({ noteNo })
    const unsaved = (await author.call(getUnsavedDocuments, {})).documents
    expect(unsaved.map(document => document.documentId)).not.toContain(documentId)
  })

  test('can be repeated when the note has another document by now', async () => {
    const { documentId, noteNo, repeated } = await interruptedSave()
    const { documents } = node.app.context.repositories
    const { document } = await documents.findById(documentId)
    // A node of the previous release has made it.
    if (document) await documents.insert({ ...document, documentId: randomUUID(), noteNo })
    expect(await author.call(postNote, repeated)).toMatchObject({ noteNo })
  })
})

test('a new document with the key of a saved note is the document of the note', async () => {
  const topicNo = await newTopic(author, '주제')
  const requestKey = randomUUID()
  const { noteNo } = await author.call(postNote, { topicNo, requestKey, title: '글', text: encodeText('글') })
  const tab = await openTab()
  const opened = await openDocument(tab, { documentId: requestKey, topicNo })
  expect(opened).toMatchObject({ noteNo, note: { title: '글' } })
  expect(await openDocument(tab, { noteNo })).toEqual(opened)
})

test('a save without the document is added to what was typed and not yet saved', async () => {
  const noteNo = await writeNote(author, '봄', '첫째 줄\n둘째 줄\n셋째 줄')
  const tab = await openTab()
  const opened = await openDocument(tab, { noteNo })
  await editTo(tab, opened, { text: '첫째 줄 (쓰는 중)\n둘째 줄\n셋째 줄' })
  await author.call(updateNote, { noteNo, title: '봄날', text: encodeText('첫째 줄\n둘째 줄\n셋째 줄 고침') })
  expect(await textOf(noteNo)).toBe('첫째 줄\n둘째 줄\n셋째 줄 고침')
  const merged = await openDocument(tab, { noteNo })
  expect(contentOf(merged)).toEqual({ title: '봄날', text: '첫째 줄 (쓰는 중)\n둘째 줄\n셋째 줄 고침' })
  expect(merged.revision).toBeGreaterThan(merged.savedRevision)
})

test('a save without the document leaves nothing unsaved if nothing was', async () => {
  const noteNo = await writeNote(author, '봄', '글')
  await openDocument(await openTab(), { noteNo })
  await author.call(updateNote, { noteNo, title: '봄', text: encodeText('고친 글') })
  const { revision, savedRevision } = await openDocument(await openTab(), { noteNo })
  expect(savedRevision).toBe(revision)
})

test('a save without the document reaches it also if the first attempt fails before, and is repeated', async () => {
  const noteNo = await writeNote(author, '할 일', '- [ ] 하나')
  await author.call(openDocumentCall, { subject: { noteNo } })
  const save = { noteNo, title: '할 일', text: encodeText('- [x] 하나'), version: 1 }
  killBefore(node.app.context.repositories.documents, 'hasDocument')
  expect(await author.request(updateNote, save)).toMatchObject({ status: 500 })
  expect(await author.request(updateNote, save)).toMatchObject({ status: 200 })
  const { document } = await author.call(openDocumentCall, { subject: { noteNo } })
  expect(contentOf(document).text).toBe('- [x] 하나')
  expect(document.savedRevision).toBe(document.revision)
})

test('without events, calls open and change a document', async () => {
  const noteNo = await writeNote(author, '봄', '글')
  const tab = await openTab()
  const opened = await openDocument(tab, { noteNo })
  const { document } = await author.call(openDocumentCall, { subject: { noteNo } })
  expect(contentOf(document)).toEqual({ title: '봄', text: '글' })
  const { documentId, generation } = document
  const update = toBase64(updateTo(document, { text: '글을 고쳤어요' }))
  const { result } = await author.call(editDocument, { documentId, generation, update })
  expect(result).toEqual({ revision: opened.revision + 1 })
  expect(await tab.waitForEvent('document:edited')).toMatchObject({ documentId, update })
  const stale = await author.call(editDocument, { documentId, generation: generation + 1, update })
  expect(stale.result).toEqual({ error: 'replaced' })
})

test('all devices learn when a document begins to have unsaved text, and when it is discarded', async () => {
  const noteNo = await writeNote(author, '봄', '글')
  const [tab, otherDevice] = [await openTab(), await openTab(author, otherNode.url)]
  const opened = await openDocument(tab, { noteNo })
  const changes = () => otherDevice.received.filter(({ name }) => name === 'documents:changed').length
  await editTo(tab, opened, { text: '글을' })
  await otherDevice.waitForEvent('documents:changed')
  const reopened = await openDocument(tab, { noteNo })
  await editTo(tab, reopened, { text: '글을 고쳤어요' })
  const { documentId } = opened
  const { discarded } = await author.call(discardDocument, { documentId })
  expect(discarded).toEqual({ title: '봄', text: '글을 고쳤어요', saved: { title: '봄', text: '글' } })
  await otherDevice.waitForEvent('documents:changed', () => changes() === 2)
})

test('only the author opens and edits a document', async () => {
  const noteNo = await writeNote(author, '봄', '글')
  const opened = await openDocument(await openTab(), { noteNo })
  const stranger = await openTab(await newUser(node.url))
  const { documentId, generation } = opened
  expect(await emitWithReply(stranger, 'document:open', { subject: { noteNo } })).toEqual({
    error: 'notFound',
  })
  const byId = { documentId, topicNo: 1 }
  expect(await emitWithReply(stranger, 'document:open', { subject: byId })).toEqual({ error: 'notFound' })
  const update = toBase64(updateTo(opened, { text: '남의 글' }))
  expect(await emitWithReply(stranger, 'document:edit', { documentId, generation, update })).toEqual({
    error: 'notFound',
  })
  expect(contentOf(await openDocument(await openTab(), { noteNo })).text).toBe('글')
})

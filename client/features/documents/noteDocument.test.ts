import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServerEventPayload } from '#protocol/events.ts'
import type { DocumentReplica } from './localDocument.ts'
import { createNoteDocument, type NoteDocument } from './noteDocument.ts'
import type { StoredDocument } from './storedDocument.ts'
import { createFakeServer } from './testing/fakeServer.ts'
import { isUnsaved } from './unsaved.ts'

const SAVED = { title: '봄', text: '처음 글' }
const NOTE = { ...SAVED, version: 1, lastUpdate: '2026-03-01T00:00:00.000Z', topicNo: 7 }
const DOCUMENT_ID = '00000000-0000-4000-8000-000000000000'

let stored: Map<string, StoredDocument>
let opened: NoteDocument[]
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  stored = new Map()
  opened = []
})
afterEach(() => {
  for (const document of opened) document.sync.stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

type Options = Parameters<typeof createNoteDocument>[0]

interface Setup {
  server?: ReturnType<typeof createFakeServer>
  noteNo?: number | null
  replica?: DocumentReplica | null
  copy?: Options['copy']
  uploadPictures?: Options['uploadPictures']
  receive?: (event: ServerEventPayload<'document:edited'>) => void
  copyId?: string
  start?: Partial<Options['start']>
  post?: Options['post']
}

const post = vi.fn(async () => ({ noteNo: 1 }))
const update = vi.fn(async () => undefined)
beforeEach(() => {
  post.mockClear()
  update.mockClear()
})

function open({
  server = createFakeServer(SAVED, NOTE),
  noteNo = 1,
  replica = null,
  copyId = 'tab',
  ...rest
}: Setup = {}) {
  const document: NoteDocument = createNoteDocument({
    userNo: 5,
    copyId,
    start: {
      ...{ documentId: DOCUMENT_ID, noteNo, topicNo: 7 },
      savedContent: noteNo === null ? { title: '', text: '' } : SAVED,
      savedAt: null,
      ...rest.start,
    },
    copy: rest.copy ?? (replica && { replica, content: SAVED }),
    transport: server.connect(rest.receive ?? (event => document.receiveEdited(event))),
    post: rest.post ?? post,
    update,
    saveTogether: async () => undefined,
    uploadPictures: rest.uploadPictures ?? (async text => text.replace('upload:1', '/pictures/1')),
    store: async (id, copy) => {
      if (copy) stored.set(id, copy)
      else stored.delete(id)
      return true
    },
    now: Date.now,
  })
  opened.push(document)
  return { document, server }
}

const settle = (ms = 1_000) => vi.advanceTimersByTimeAsync(ms)
const typeAtEnd = (document: NoteDocument, insert: string) => {
  const { length } = document.state().content.text
  document.edit({ text: [{ from: length, to: length, insert }] })
}

test('shows the cached text at once, and what another device has typed when the server answers', async () => {
  const server = createFakeServer({ title: '봄', text: '처음 글, 휴대폰에서' }, NOTE)
  const { document } = open({ server })
  expect(document.state().content).toEqual(SAVED)
  await settle()
  expect(document.state().content.text).toBe('처음 글, 휴대폰에서')
  expect(isUnsaved(document.state())).toBe(true)
})

test('a save waits until the server has all changes, and names their revision', async () => {
  const { document, server } = open()
  await settle()
  typeAtEnd(document, ' 더')
  const saved = document.save()
  await settle()
  expect(await saved).toBe(true)
  expect(update).toHaveBeenCalledWith({ noteNo: 1, title: '봄', text: '처음 글 더', documentRevision: 1 })
  expect(server.revision()).toBe(1)
  expect(isUnsaved(document.state())).toBe(false)
  expect(stored.size).toBe(0)
})

test('pictures are uploaded before a save, in the document as well', async () => {
  const { document, server } = open()
  await settle()
  typeAtEnd(document, ' ![](upload:1)')
  const saved = document.save()
  await settle()
  expect(await saved).toBe(true)
  expect(server.content().text).toBe('처음 글 ![](/pictures/1)')
})

test('a picture that the editor has replaced during the upload is replaced once', async () => {
  const { document, server } = open({
    async uploadPictures(text) {
      const { state, edit } = document
      if (state().content.text.includes('upload:1')) {
        const from = state().content.text.indexOf('upload:1')
        edit({ text: [{ from, to: from + 'upload:1'.length, insert: '/pictures/1' }] })
      }
      return text.replace('upload:1', '/pictures/1')
    },
  })
  await settle()
  typeAtEnd(document, ' ![](upload:1)')
  const saved = document.save()
  await settle()
  expect(await saved).toBe(true)
  expect(server.content().text).toBe('처음 글 ![](/pictures/1)')
})

test('a lost event opens the document again', async () => {
  const server = createFakeServer(SAVED, NOTE)
  const { document: phone } = open({ server, copyId: 'phone' })
  let isLost = true
  const { document } = open({ server, receive: event => isLost || document.receiveEdited(event) })
  await settle()
  typeAtEnd(phone, ' 하나')
  await settle(100)
  isLost = false
  typeAtEnd(phone, ' 둘')
  await settle(100)
  expect(document.state().content.text).not.toContain('하나')
  await settle(1_500)
  expect(document.state().content.text).toBe('처음 글 하나 둘')
})

test('a connection that is made while the document is opened opens it again', async () => {
  const server = createFakeServer(SAVED, NOTE)
  const { document } = open({ server })
  document.sync.reopen()
  await settle(100)
  expect(server.openCount()).toBe(2)
})

test('without a connection the attempts to open become rare, and typing makes one', async () => {
  const { document, server } = open()
  await settle(100)
  server.setOnline(false)
  document.sync.disconnect()
  const attemptsIn = async (ms: number) => {
    const before = server.openCount()
    await settle(ms)
    return server.openCount() - before
  }
  expect(await attemptsIn(1_000)).toBeGreaterThan(0)
  await settle(60_000)
  const attempts = await attemptsIn(60_000)
  expect(attempts).toBeGreaterThanOrEqual(2)
  expect(attempts).toBeLessThanOrEqual(4)

  while ((await attemptsIn(100)) === 0);
  expect(await attemptsIn(6_000)).toBe(0)
  server.setOnline(true)
  typeAtEnd(document, ' 더')
  await settle(100)
  expect(server.content().text).toBe('처음 글 더')
})

test('during a composition the document opens and is saved, and changes of others wait', async () => {
  const { document, server } = open()
  const release = document.sync.hold()
  typeAtEnd(document, ' 하')
  await settle()
  const { document: phone } = open({ server, copyId: 'phone' })
  await settle()
  phone.edit({ text: [{ from: 0, to: 0, insert: '휴대폰 ' }] })
  await settle()
  expect(document.state().content.text).toBe('처음 글 하')
  const saved = document.save()
  await settle()
  expect(await saved).toBe(true)
  expect(update).toHaveBeenCalledWith(expect.objectContaining({ text: '휴대폰 처음 글 하' }))
  release()
  expect(document.state().content.text).toBe('휴대폰 처음 글 하')
  expect(isUnsaved(document.state())).toBe(false)
})

test('a copy that two tabs send at once is in the document once', async () => {
  const server = createFakeServer({ title: '', text: '' })
  const copy = { replica: null, content: { title: '새 글', text: '한 번만' } }
  const tabs = ['one', 'other'].map(copyId => open({ server, noteNo: null, copyId, copy }).document)
  await settle()
  expect(server.content()).toEqual({ title: '새 글', text: '한 번만' })
  const [one, other] = tabs
  if (one) typeAtEnd(one, ', 하나')
  if (other) typeAtEnd(other, ', 둘')
  await settle()
  expect(server.content().text).toMatch(/^한 번만(, 하나, 둘|, 둘, 하나)$/)
  expect(one?.state().content).toEqual(other?.state().content)
})

test.each([
  ['a new note', null, { title: '', text: '' }],
  ['a saved note', 1, SAVED],
])(
  'a copy of %s that another tab sends is in the document once, also if the user types at once',
  async (_, noteNo, saved) => {
    const server = createFakeServer(saved, noteNo === null ? null : NOTE)
    const copy = { replica: null, content: { title: '봄', text: `${saved.text}한 번만` } }
    const { document: editor } = open({ server, noteNo, copyId: 'editor', copy })
    open({ server, noteNo, copyId: 'sender', copy })
    typeAtEnd(editor, ', 더')
    await settle()
    expect(server.content().text).toBe(`${saved.text}한 번만, 더`)
    open({ server, noteNo, copyId: 'late', copy })
    await settle()
    expect(server.content()).toEqual({ title: '봄', text: `${saved.text}한 번만, 더` })
    expect(editor.state().content).toEqual(server.content())
  },
)

test('the text of a link is not sent until the user changes it', async () => {
  const server = createFakeServer({ title: '', text: '' })
  const { document } = open({
    ...{ server, noteNo: null, start: { isForeign: true } },
    copy: { replica: null, content: { title: '', text: '온 글' } },
  })
  await settle(60_000)
  expect(document.state().content.text).toBe('온 글')
  expect(server.content().text).toBe('')
  typeAtEnd(document, '을 고침')
  await settle()
  expect(server.content().text).toBe('온 글을 고침')
  expect(stored.get('tab')).toMatchObject({ isForeign: false })
})

test('what is typed is on the device within a second, also while the server has it', async () => {
  const { document } = open()
  await settle()
  typeAtEnd(document, ' 더')
  await settle()
  expect(stored.get('tab')).toMatchObject({ noteNo: 1, content: { text: '처음 글 더' }, savedContent: SAVED })
})

test('offline text is merged with what was typed elsewhere, and a requested save is repeated', async () => {
  const { document, server } = open()
  await settle()
  server.setOnline(false)
  typeAtEnd(document, ' 오프라인')
  const saved = document.save()
  await settle(11_000)
  expect(await saved).toBe(false)
  await document.close()
  const copy = stored.get('tab') as StoredDocument
  expect(copy.saveRequestedAt).not.toBeNull()

  server.setOnline(true)
  const { document: phone } = open({ server, copyId: 'phone' })
  await settle()
  phone.edit({ text: [{ from: 0, to: 0, insert: '휴대폰 ' }] })
  await settle()
  const { document: again } = open({ server, replica: copy.replica, start: copy })
  await settle()
  expect(again.state().content.text).toBe('휴대폰 처음 글 오프라인')
  const repeated = again.save()
  await settle()
  expect(await repeated).toBe(true)
  expect(phone.state().content.text).toBe('휴대폰 처음 글 오프라인')
  expect(stored.has('tab')).toBe(false)
})

test('a first save whose reply was lost does not leave the earlier text', async () => {
  const server = createFakeServer({ title: '', text: '' })
  const lostReply = vi.fn(async () => {
    throw new Error('lost')
  })
  const { document } = open({ server, noteNo: null, post: lostReply })
  await settle()
  document.edit({ title: [{ from: 0, to: 0, insert: '새 글' }], text: [{ from: 0, to: 0, insert: '하나' }] })
  const first = document.save()
  await settle()
  expect(await first).toBe(false)
  await document.close()
  const copy = stored.get('tab') as StoredDocument
  expect(copy.mayBePosted).toBe(true)

  const { document: again } = open({ server, noteNo: null, replica: copy.replica, start: copy })
  await settle()
  typeAtEnd(again, ' 둘')
  const second = again.save()
  await settle()
  expect(await second).toBe(true)
  expect(post).toHaveBeenCalledWith(expect.objectContaining({ requestKey: DOCUMENT_ID, text: '하나 둘' }))
  expect(update).toHaveBeenCalledWith(expect.objectContaining({ noteNo: 1, text: '하나 둘' }))
})

test('a state that begins anew keeps what was typed meanwhile', async () => {
  const { document, server } = open()
  await settle()
  server.setOnline(false)
  typeAtEnd(document, ' 내 말')
  await settle()
  server.replace({ title: '봄', text: '새로 처음 글' })
  server.setOnline(true)
  await settle(5_000)
  expect(document.state().content.text).toBe('새로 처음 글 내 말')
  expect(server.content().text).toBe('새로 처음 글 내 말')
})

test('a document that is closed during a save is stored at once', async () => {
  const { document } = open({
    server: createFakeServer({ title: '', text: '' }),
    noteNo: null,
    post: () => new Promise(resolve => setTimeout(() => resolve({ noteNo: 1 }), 5_000)),
  })
  await settle()
  typeAtEnd(document, '처음')
  void document.save()
  await settle(10)
  typeAtEnd(document, ', 그리고')
  void document.close()
  expect(stored.get('tab')?.content.text).toBe('처음, 그리고')
})

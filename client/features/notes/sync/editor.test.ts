import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUndoManager } from '#client/features/documents/documentUndo.ts'
import { createNoteDocument, type NoteDocument } from '#client/features/documents/noteDocument.ts'
import { createFakeServer } from '#client/features/documents/testing/fakeServer.ts'
import { TYPED } from '#client/features/documents/textareaBinding.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { fieldOf } from '#protocol/document/content.ts'
import { createEditor, type Editor } from './editor.ts'

const FIRST = { title: '봄', text: '처음 글이에요.\n세 번째 줄.' }
const NOTE = { ...FIRST, version: 1, lastUpdate: '2026-03-01T00:00:00.000Z', topicNo: 7 }

const opened: NoteDocument[] = []
const saved: string[] = []
beforeEach(() => {
  vi.useFakeTimers()
  saved.length = 0
})
afterEach(() => {
  for (const document of opened.splice(0)) document.sync.stop()
  vi.useRealTimers()
})

function open(
  server: ReturnType<typeof createFakeServer>,
  noteNo: number | null = 1,
  onSave = () => {},
): Editor {
  const document: NoteDocument = createNoteDocument({
    userNo: 5,
    copyId: `tab ${opened.length}`,
    start: { documentId: '', noteNo, topicNo: 7, savedContent: FIRST, savedAt: null },
    copy: null,
    transport: server.connect(event => document.receiveEdited(event)),
    async post({ text }) {
      saved.push(text)
      return { noteNo: 1 }
    },
    async update({ text }) {
      saved.push(text)
      onSave()
    },
    saveTogether: async () => undefined,
    uploadPictures: async text => text,
    store: async () => true,
    now: Date.now,
  })
  opened.push(document)
  return createEditor({ document, isAutosaving: false, now: Date.now })
}

const settle = (ms = 100) => vi.advanceTimersByTimeAsync(ms)
const type = ({ document }: Editor, from: number, to: number, insert: string) =>
  document.edit({ text: [{ from, to, insert }] }, TYPED)
const textOf = (editor: Editor) => editor.state().content.text

test('undoing a restore brings back the text before it, and then what was typed', async () => {
  const editor = open(createFakeServer(FIRST, NOTE))
  await settle()
  const undo = createUndoManager(fieldOf(editor.document.sync.doc(), 'text'))
  const { length } = FIRST.text
  type(editor, length - 5, length, '지은이 고침')
  const changed = textOf(editor)
  await Promise.all([editor.restore(FIRST), settle()])
  type(editor, 0, 0, '앞 ')
  expect(textOf(editor)).toBe(`앞 ${FIRST.text}`)
  undo.undo()
  expect(textOf(editor)).toBe(FIRST.text)
  undo.undo()
  expect(textOf(editor)).toBe(changed)
  undo.undo()
  expect(textOf(editor)).toBe(FIRST.text)
})

test('restoring saves what is typed during the save before it', async () => {
  const late = ['앞 ']
  const editor = open(createFakeServer(FIRST, NOTE), 1, () => {
    for (const words of late.splice(0)) type(editor, 0, 0, words)
  })
  await settle()
  type(editor, 0, 0, '고침 ')
  await Promise.all([editor.restore(FIRST), settle()])
  expect(saved).toEqual([`고침 ${FIRST.text}`, `앞 고침 ${FIRST.text}`, FIRST.text])
  expect(textOf(editor)).toBe(FIRST.text)
})

test('restoring waits until a friend has finished the sentence, which the saved text before it has', async () => {
  const server = createFakeServer(FIRST, NOTE, true)
  const [editor, friend] = [open(server), open(server)]
  await settle()
  const typeNext = async (words: string) => {
    type(friend, textOf(friend).length, textOf(friend).length, words)
    await settle(500)
  }
  await typeNext(' 되돌리는')
  const restoring = editor.restore(FIRST)
  await typeNext(' 동안에도')
  await typeNext(' 써요.')
  expect(editor.state().message?.kind).toBe('waitsForOthers')
  await settle(3_000)
  expect(await restoring).toBe(true)
  expect(saved).toEqual([`${FIRST.text} 되돌리는 동안에도 써요.`, FIRST.text])
  expect(textOf(friend)).toBe(FIRST.text)
})

test('a message leaves as soon as it is outdated', async () => {
  const editor = open(createFakeServer(FIRST, NOTE))
  await settle()
  type(editor, 0, 0, '하나')
  await Promise.all([editor.save('manual'), settle()])
  expect(editor.state().message?.kind).toBe('saved')
  type(editor, 0, 0, '둘')
  expect(editor.state().message).toBeNull()
  editor.toggleAutosave(true)
  expect(editor.state().message?.kind).toBe('autosaveOn')
  editor.document.receiveSaved({ ...FIRST, text: '휴대폰에서', lastUpdate: NOTE.lastUpdate })
  expect(editor.state().message).toBeNull()
})

test('the text is called full until it becomes shorter', async () => {
  const editor = open(createFakeServer(FIRST, NOTE, true))
  await settle()
  editor.tell({ kind: 'full' })
  type(editor, 0, 0, '친구의 말')
  expect(editor.state().message?.kind).toBe('full')
  type(editor, 0, 2, '')
  expect(editor.state().message).toBeNull()
})

test('a refused save is not pending any more once the text has been saved otherwise', async () => {
  const document = createNoteDocument({
    ...{ userNo: 5, copyId: 'tab', copy: null, now: Date.now },
    start: { documentId: 'new', noteNo: 1, topicNo: 7, savedContent: FIRST, savedAt: null },
    transport: createFakeServer(FIRST, NOTE).connect(() => undefined),
    async post({ text }) {
      saved.push(text)
      return { noteNo: 1 }
    },
    update: () => Promise.reject(new CallFailed({ code: 'unavailable', status: 503 })),
    saveTogether: async () => undefined,
    uploadPictures: async text => text,
    store: async () => true,
  })
  const editor = createEditor({ document, isAutosaving: false, now: Date.now })
  await document.sync.flush()
  document.edit({ text: [{ from: 0, to: 0, insert: '새 ' }] })
  expect(await editor.save('manual')).toBe(false)
  expect(editor.state().saveRequestedAt).not.toBeNull()
  document.receiveSaved({ ...FIRST, text: `새 ${FIRST.text}`, lastUpdate: NOTE.lastUpdate })
  expect(await editor.save('manual')).toBe(true)
  expect(editor.state().saveRequestedAt).toBeNull()
  await document.close()
})

test('a title of the text that two devices fill in, one of them offline, is there once', async () => {
  const server = createFakeServer({ title: '', text: '제목이 될 첫 줄' }, { ...NOTE, title: '', text: '' })
  const [phone, desktop] = [open(server), open(server)]
  await settle()
  server.setOnline(false)
  phone.document.sync.disconnect()
  await Promise.all([phone.save('manual'), settle(20_000)])
  server.setOnline(true)
  desktop.document.sync.reopen()
  await settle()
  type(desktop, 0, 0, ' ')
  expect(desktop.state().content.title).toBe('')
  await Promise.all([desktop.save('manual'), settle()])
  phone.document.sync.reopen()
  await settle(5_000)
  expect([phone, desktop].map(each => each.state().content.title)).toEqual([
    '제목이 될 첫 줄',
    '제목이 될 첫 줄',
  ])
  expect(server.content().title).toBe('제목이 될 첫 줄')
})

test('auto-save without a connection gives a draft no title, which another device may have given it', async () => {
  const server = createFakeServer({ title: '', text: '첫 줄' })
  const [phone, desktop] = [open(server, null), open(server, null)]
  await settle()
  server.setOnline(false)
  phone.document.sync.disconnect()
  type(phone, 3, 3, ' 더')
  await Promise.all([phone.save('auto'), settle(20_000)])
  expect(phone.state()).toMatchObject({ content: { title: '', text: '첫 줄 더' }, saveRequestedAt: null })
  server.setOnline(true)
  desktop.document.sync.reopen()
  await settle()
  desktop.setTitle('회의록')
  phone.document.sync.reopen()
  await settle(5_000)
  expect(server.content()).toEqual({ title: '회의록', text: '첫 줄 더' })
  await Promise.all([phone.save('auto'), settle()])
  expect(saved).toEqual(['첫 줄 더'])
})

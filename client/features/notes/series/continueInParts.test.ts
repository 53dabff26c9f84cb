import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUndoManager } from '#client/features/documents/documentUndo.ts'
import { createNoteDocument, type NoteDocument } from '#client/features/documents/noteDocument.ts'
import type { StoredDocument } from '#client/features/documents/storedDocument.ts'
import { createFakeServer } from '#client/features/documents/testing/fakeServer.ts'
import { TYPED } from '#client/features/documents/textareaBinding.ts'
import { createEditor, type Editor } from '#client/features/notes/sync/editor.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { fieldOf } from '#protocol/document/content.ts'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { continueInParts, planContinuation, planInsertion } from './continueInParts.ts'

const USER_NO = 5
const paragraph = (letter: string) => `${letter.repeat(980)}\n\n`
/** Its last 40 percent have two paragraphs. */
const START = ['가', '나', '다', '라'].map(paragraph).join('')
const END = '마'.repeat(700)
const SAVED = { title: '봄', text: START + END }

const opened: NoteDocument[] = []
/** The server: the parts by the key that made them. */
let parts: Map<string, { noteNo: number; after: number; version: number; text: string }>
let saved: string[]
/** The texts that this device stores meanwhile. */
let copies: string[]
let storedKeys: Record<number, readonly string[]>
/** Called before each call of the server. */
let onCall: (name: string) => void | Promise<void>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'] })
  parts = new Map()
  saved = []
  storedKeys = {}
  copies = []
  onCall = () => undefined
})
afterEach(() => {
  for (const document of opened.splice(0)) document.sync.stop()
  vi.useRealTimers()
})

const offline = () => new CallFailed({ code: 'offline', status: 0 })

function open(content = SAVED, noteNo: number | null = 1): Editor {
  const note = { ...content, version: 1, lastUpdate: '2026-03-01T00:00:00.000Z', topicNo: 7 }
  const server = createFakeServer(content, noteNo === null ? null : note)
  const document: NoteDocument = createNoteDocument({
    userNo: USER_NO,
    copyId: `tab ${opened.length}`,
    start: {
      ...{ documentId: '00000000-0000-4000-8000-000000000000', noteNo, topicNo: 7, savedAt: null },
      savedContent: noteNo === null ? { title: '', text: '' } : content,
    },
    copy: noteNo === null ? { replica: null, content } : null,
    transport: server.connect(event => document.receiveEdited(event)),
    async post({ text }) {
      await onCall('post')
      saved.push(text)
      return { noteNo: 1 }
    },
    async update({ text }) {
      await onCall('save')
      saved.push(text)
    },
    saveTogether: async () => undefined,
    uploadPictures: async text => text,
    store: async () => true,
    now: Date.now,
  })
  opened.push(document)
  return createEditor({ document, isAutosaving: false, now: Date.now })
}

const calls = {
  async create({ noteNo: after, text, requestKey }: { noteNo: number; text: string; requestKey: string }) {
    await onCall('create')
    const part = parts.get(requestKey) ?? { noteNo: parts.size + 2, after, version: 1, text }
    parts.set(requestKey, part)
    await onCall('created')
    return { success: true as const, noteNo: part.noteNo, version: part.version }
  },
  async read(noteNo: number) {
    const { version, text } = partOf(noteNo)
    return { version, text }
  },
  async update({ noteNo, text }: { noteNo: number; text: string }) {
    const part = partOf(noteNo)
    Object.assign(part, { text, version: part.version + 1 })
    return part.version
  },
}

function partOf(noteNo: number) {
  const part = [...parts.values()].find(each => each.noteNo === noteNo)
  if (!part) throw new Error('no such part')
  return part
}

const keys = {
  of: (noteNo: number) => storedKeys[noteNo] ?? [],
  store: (noteNo: number, next: readonly string[]) => {
    storedKeys[noteNo] = next
  },
}

async function storeMeanwhile({ content }: StoredDocument) {
  copies.push(content.text)
  return async () => void copies.pop()
}

async function run(editor: Editor, plan: Parameters<typeof continueInParts>[0]['plan'] = planContinuation) {
  const result = continueInParts({ editor, calls, plan, userNo: USER_NO, keys, storeMeanwhile }).then(
    value => ({ value, error: null }),
    (error: unknown) => ({ value: null, error }),
  )
  await vi.advanceTimersByTimeAsync(1_000)
  return result
}

const textOf = (editor: Editor) => editor.state().content.text
const partTexts = () => Array.from(parts.values(), ({ text }) => text)
const type = ({ document }: Editor, at: number, insert: string) =>
  document.edit({ text: [{ from: at, to: at, insert }] }, TYPED)
const settle = () => vi.advanceTimersByTimeAsync(100)

test('moves the last paragraph into the next part, and saves both', async () => {
  const editor = open()
  await settle()
  expect(await run(editor)).toEqual({ value: 2, error: null })
  expect(textOf(editor)).toBe(START)
  expect(saved).toEqual([START])
  expect(partTexts()).toEqual([END])
  expect(storedKeys).toEqual({ 1: [] })
})

test('changes nothing if the part cannot be made, and a repeated attempt makes one', async () => {
  const editor = open()
  await settle()
  onCall = name => {
    if (name === 'create') throw offline()
  }
  expect((await run(editor)).error).toBeInstanceOf(CallFailed)
  expect(textOf(editor)).toBe(SAVED.text)
  onCall = () => undefined
  expect((await run(editor)).value).toBe(2)
  expect(partTexts()).toEqual([END])
})

test('after a lost reply, a repeated attempt makes no second part, which gets what was typed meanwhile', async () => {
  const editor = open()
  await settle()
  onCall = name => {
    if (name === 'created') throw offline()
  }
  expect((await run(editor)).error).toBeInstanceOf(CallFailed)
  expect(textOf(editor)).toBe(SAVED.text)
  type(editor, SAVED.text.length, '끝')
  onCall = () => undefined
  expect((await run(editor)).value).toBe(2)
  expect(partTexts()).toEqual([`${END}끝`])
  expect(textOf(editor)).toBe(START)
})

test('a part of an earlier attempt that was changed since is left alone', async () => {
  const editor = open()
  await settle()
  onCall = name => {
    if (name === 'created') throw offline()
  }
  await run(editor)
  Object.assign(partOf(2), { text: '다른 글', version: 2 })
  onCall = () => undefined
  expect((await run(editor)).value).toBe(3)
  expect(partTexts()).toEqual(['다른 글', END])
})

test('a part of an earlier attempt is left alone if the user has removed its text from the note', async () => {
  const editor = open()
  await settle()
  onCall = name => {
    if (name === 'created') throw offline()
  }
  await run(editor)
  const other = '바'.repeat(700)
  editor.document.edit({ text: [{ from: START.length, to: SAVED.text.length, insert: other }] }, TYPED)
  onCall = () => undefined
  expect((await run(editor)).value).toBe(3)
  expect(partTexts()).toEqual([END, other])
  expect(textOf(editor)).toBe(START)
})

test('what is typed below the text of an earlier attempt leaves that text in one place', async () => {
  const editor = open()
  await settle()
  onCall = name => {
    if (name === 'created') throw offline()
  }
  await run(editor)
  const added = `\n\n${'바'.repeat(200)}`
  const { length } = SAVED.text
  editor.document.edit({ text: [{ from: length, to: length, insert: added }] }, TYPED)
  onCall = () => undefined
  await run(editor)
  expect([textOf(editor), ...partTexts()].join('')).toBe(SAVED.text + added)
  expect(parts.size).toBe(1)
})

test('what is typed while the part is saved is in it or in the note', async () => {
  const editor = open()
  await settle()
  let isTyped = false
  onCall = name => {
    if (name !== 'created' || isTyped) return
    isTyped = true
    type(editor, textOf(editor).length, ' 더')
    type(editor, 0, '앞 ')
  }
  expect((await run(editor)).value).toBe(2)
  expect(textOf(editor)).toBe(`앞 ${START}`)
  expect(partTexts()).toEqual([`${END} 더`])
})

test('undo does not bring back what the next part has', async () => {
  const editor = open({ title: '봄', text: START })
  await settle()
  const undo = createUndoManager(fieldOf(editor.document.sync.doc(), 'text'))
  type(editor, START.length, END)
  await run(editor)
  expect(textOf(editor)).toBe(START)
  undo.undo()
  expect(textOf(editor)).toBe(START)
})

test('a text far beyond the limit becomes several parts in order', async () => {
  const text = Array.from({ length: 14 }, (_, index) => paragraph(String.fromCharCode(0xac00 + index))).join(
    '',
  )
  const editor = open({ title: '봄', text })
  await settle()
  expect((await run(editor)).value).toBe(3)
  expect([textOf(editor), ...partTexts()].join('')).toBe(text)
  expect(Array.from(parts.values(), ({ after }) => after)).toEqual([1, 2])
  for (const each of [textOf(editor), ...partTexts()]) expect(each.length).toBeLessThanOrEqual(NOTE_BODY_MAX)
})

test('a text of one paragraph goes on in an empty part', async () => {
  const text = '가'.repeat(4_600)
  const editor = open({ title: '봄', text })
  await settle()
  expect((await run(editor)).value).toBe(2)
  expect(textOf(editor)).toBe(text)
  expect(partTexts()).toEqual([''])
})

test('a new note is saved first', async () => {
  const editor = open(SAVED, null)
  await settle()
  expect((await run(editor)).value).toBe(2)
  expect(saved).toEqual([SAVED.text, START])
  expect(partTexts()).toEqual([END])
})

test('a new note that is too long is saved without its end, which this device stores meanwhile', async () => {
  const long = { title: '봄', text: START + paragraph('마') + END }
  const editor = open(long, null)
  await settle()
  let stored: string[] = []
  onCall = name => {
    if (name === 'post') stored = [...copies]
  }
  expect((await run(editor)).value).toBe(2)
  expect(stored).toEqual(partTexts())
  expect(saved[0] + (partTexts()[0] ?? '')).toBe(long.text)
  expect(copies).toEqual([])
})

test('a new note that is too long keeps its text if it cannot be saved', async () => {
  const long = { title: '봄', text: START + paragraph('마') + END }
  const editor = open(long, null)
  await settle()
  onCall = () => {
    throw offline()
  }
  expect((await run(editor)).value).toBe(null)
  expect(textOf(editor)).toBe(long.text)
  expect(copies).toEqual([])
})

test('an inserted text and what follows it become parts', async () => {
  const editor = open({ title: '봄', text: '앞\n\n뒤' })
  await settle()
  const insert = Array.from({ length: 9 }, (_, index) => paragraph(String.fromCharCode(0xac00 + index))).join(
    '',
  )
  const plan = planInsertion(insert, () => ({ start: 3, end: 3 }))
  expect((await run(editor, plan)).value).toBe(2)
  expect([textOf(editor), ...partTexts()].join('')).toBe(`앞\n\n${insert}뒤`)
})

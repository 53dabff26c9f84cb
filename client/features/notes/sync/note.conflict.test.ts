import { beforeAll, expect, test, vi } from 'vitest'
import { completeCatalogue } from '#client/platform/language/language.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { NOTE_BODY_MAX, NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { createCopy, mergeContents, type NoteContent } from './note.content.ts'
import { isDirty, newEditorState } from './note.editor.ts'
import { createEditor } from './note.saving.ts'

const LATER = '2026-01-05T03:00:00.000Z'
const theirs = { title: '회의록', text: '전화기에서 쓴 글', version: 7, lastUpdate: LATER }
const savedReply = { success: true as const, version: 8, lastUpdate: LATER }

beforeAll(completeCatalogue)

const uploadPictures = async (text: string) => text

function createEditorInConflict(mine: NoteContent) {
  const update = vi.fn(async (_: { text: string; title: string }) => savedReply)
  const post = vi.fn(async (_: { text: string; requestKey?: string | undefined }) => ({
    success: true as const,
    noteNo: 13,
    version: 1,
  }))
  const start = newEditorState({ noteNo: 12, topicNo: 3, version: 4, content: mine, conflict: theirs })
  const keys = ['one', 'two']
  const makeRequestKey = () => keys.shift() ?? ''
  return {
    editor: createEditor({ start, post, update, uploadPictures, makeRequestKey, now: () => 0 }),
    update,
    post,
  }
}

test('merges both texts into one note, mine under a rule', async () => {
  const { editor, update } = createEditorInConflict({ title: '회의록', text: '책상에서 쓴 글' })
  expect(await editor.keepBoth()).toBe(true)
  expect(update).toHaveBeenCalledWith(expect.objectContaining({ noteNo: 12, version: 7, keepEarlier: true }))
  const text = decodeText(update.mock.calls[0]?.[0].text ?? '')
  expect(text).toBe('전화기에서 쓴 글\n\n---\n\n**내가 쓴 글**\n\n책상에서 쓴 글')
  expect(editor.state()).toMatchObject({ conflict: null, version: 8, content: { text } })
})

test('keeps my title in the merged text', () => {
  expect(mergeContents({ title: '내 제목', text: '나' }, { title: '남의 제목', text: '너' })).toEqual({
    title: '남의 제목',
    text: '너\n\n---\n\n**내가 쓴 글**: 내 제목\n\n나',
  })
})

test('copies my text into a new note if the merged text is too long', async () => {
  const mine = { title: '가'.repeat(NOTE_TITLE_MAX), text: '나'.repeat(NOTE_BODY_MAX) }
  const { editor, post } = createEditorInConflict(mine)
  expect(await editor.keepBoth()).toBe(true)
  const { title } = createCopy(mine)
  expect(title).toHaveLength(NOTE_TITLE_MAX)
  expect(post).toHaveBeenCalledWith({ topicNo: 3, requestKey: 'one', title, text: encodeText(mine.text) })
  expect(editor.state()).toMatchObject({ conflict: null, version: 7, content: { text: theirs.text } })
  expect(editor.state().message).toEqual({ kind: 'copied', title })
  expect(isDirty(editor.state())).toBe(false)
})

test('shortens a decomposed Hangul title by syllables', () => {
  const title = '아주 긴 회의록의 제목'
  expect(createCopy({ title: title.normalize('NFD'), text: '' }).title).toBe(
    createCopy({ title, text: '' }).title,
  )
})

test('does not cut the title of a copy inside a character', () => {
  expect(createCopy({ title: `${'가'.repeat(33)}😀😀`, text: '' }).title).toBe(`${'가'.repeat(33)} (내 글)`)
})

test('repeats a failed copy with the same request key and keeps the conflict until it succeeds', async () => {
  const { editor, post } = createEditorInConflict({ title: '긴 글', text: '나'.repeat(NOTE_BODY_MAX) })
  post.mockRejectedValueOnce(new Error('offline'))
  expect(await editor.keepBoth()).toBe(false)
  expect(editor.state()).toMatchObject({ conflict: theirs, isSaving: false, message: { kind: 'failed' } })
  expect(await editor.keepBoth()).toBe(true)
  expect(post.mock.calls.map(([input]) => input.requestKey)).toEqual(['one', 'one'])
})

test('uses a new request key for the copy of each conflict', async () => {
  const { editor, post } = createEditorInConflict({ title: '긴 글', text: '나'.repeat(NOTE_BODY_MAX) })
  await editor.keepBoth()
  editor.dispatch({ type: 'typed', change: { text: '다'.repeat(NOTE_BODY_MAX) } })
  editor.dispatch({ type: 'conflictFound', noteNo: 12, theirs: { ...theirs, version: 9 } })
  expect(await editor.keepBoth()).toBe(true)
  expect(post.mock.calls.map(([input]) => input.requestKey)).toEqual(['one', 'two'])
})

test('copies text that was typed during the copy, too', async () => {
  const [mine, typedText] = ['나'.repeat(NOTE_BODY_MAX), '더'.repeat(NOTE_BODY_MAX)]
  const { editor, post } = createEditorInConflict({ title: '긴 글', text: mine })
  const copy = editor.keepBoth()
  editor.dispatch({ type: 'typed', change: { text: typedText } })
  expect(await copy).toBe(true)
  expect(post.mock.calls.map(([input]) => decodeText(input.text))).toEqual([mine, typedText])
  expect(editor.state()).toMatchObject({ conflict: null, content: { text: theirs.text } })
})

test('keeps their version in the history when mine is chosen', async () => {
  const { editor, update } = createEditorInConflict({ title: '회의록', text: '책상에서 쓴 글' })
  editor.dispatch({ type: 'mineChosen' })
  await editor.save('manual')
  expect(update).toHaveBeenCalledWith(expect.objectContaining({ version: 7, keepEarlier: true }))
})

test('saves unsaved changes before restoring an earlier version', async () => {
  const update = vi.fn(async (_: { text: string }) => savedReply)
  const start = newEditorState({
    noteNo: 12,
    topicNo: 3,
    version: 4,
    content: { title: '회의록', text: '지금 글' },
  })
  const editor = createEditor({
    start,
    post: vi.fn(),
    update,
    uploadPictures,
    makeRequestKey: () => '',
    now: () => 0,
  })
  expect(await editor.restore({ title: '회의록', text: '이전 글' })).toBe(true)
  expect(update.mock.calls.map(([input]) => decodeText(input.text))).toEqual(['지금 글', '이전 글'])
  expect(update.mock.calls.map(([input]) => 'keepEarlier' in input)).toEqual([false, true])

  update.mockRejectedValueOnce(new Error('offline'))
  editor.dispatch({ type: 'typed', change: { text: '또 쓴 글' } })
  expect(await editor.restore({ title: '회의록', text: '이전 글' })).toBe(false)
  expect(editor.state().content.text).toBe('또 쓴 글')
})

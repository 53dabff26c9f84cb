import { beforeAll, expect, test, vi } from 'vitest'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { completeCatalogue } from '#client/platform/language/language.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { NOTE_BODY_MAX, NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { type EditorState, isBehind, isDirty, isOutdated, newEditorState } from './editor.reducer.ts'
import { createEditor } from './editor.ts'
import { createCopy, mergeContents, type NoteContent } from './note.content.ts'
import type { NoteCalls } from './note.upload.ts'

const NOON = Date.UTC(2026, 0, 5, 3)
const LATER = '2026-01-05T03:00:00.000Z'

beforeAll(completeCatalogue)

function setUp(start: EditorState = newEditorState({ topicNo: 3, requestKey: 'key' }), now = () => NOON) {
  const post = vi.fn<NoteCalls['post']>(async () => ({ success: true, noteNo: 12, version: 1 }))
  const update = vi.fn<NoteCalls['update']>(async ({ version }) => ({
    success: true,
    version: Number(version) + 1,
    lastUpdate: LATER,
  }))
  const keys = ['one', 'two']
  const makeRequestKey = () => keys.shift() ?? ''
  const uploadPictures = async (text: string) => text
  const editor = createEditor({ start, post, update, uploadPictures, makeRequestKey, now })
  const write = (title: string, text = '') => editor.dispatch({ type: 'typed', change: { title, text } })
  const sentTexts = (calls: typeof post | typeof update) =>
    calls.mock.calls.map(([{ text }]) => decodeText(text ?? ''))
  return { editor, post, update, write, sentTexts }
}

const savedContent = { title: '회의록', text: '첫 줄' }
const existing = newEditorState({
  ...{ noteNo: 12, topicNo: 3, requestKey: 'key', version: 4, savedVersion: 4, savedAt: NOON },
  ...{ content: savedContent, savedContent },
})
const gone = new CallFailed({ code: 'notFound', status: 404 })

test('creates the note with the first save and updates its version with the next one', async () => {
  const { editor, post, update, write } = setUp()
  write('회의록', '100%')
  expect(await editor.save('manual')).toBe(true)
  expect(post).toHaveBeenCalledWith({ topicNo: 3, requestKey: 'key', title: '회의록', text: '100%25' })
  expect(editor.state()).toMatchObject({ noteNo: 12, version: 1, message: { kind: 'saved', at: NOON } })

  write('회의록', '둘째')
  await editor.save('auto')
  expect(update).toHaveBeenCalledWith({ noteNo: 12, version: 1, title: '회의록', text: encodeText('둘째') })
  expect(editor.state()).toMatchObject({ version: 2, message: { kind: 'autosaved', at: NOON } })
})

test('does not send an unchanged note', async () => {
  const { editor, update } = setUp(existing)
  expect(await editor.save('manual')).toBe(true)
  expect(update).not.toHaveBeenCalled()
  expect(editor.state().message).toEqual({ kind: 'saved', at: NOON })
})

test('keeps text unsaved that was typed during a save', async () => {
  const { editor, write } = setUp()
  write('회의록', '하나')
  const saving = editor.save('manual')
  expect(editor.state().isSaving).toBe(true)
  write('회의록', '하나 둘')
  await saving
  expect(isDirty(editor.state())).toBe(true)
})

test('creates one note with concurrent saves; the waiting ones save once the text typed in between', async () => {
  const { editor, post, update, write } = setUp()
  write('회의록', '하나')
  const first = editor.save('manual')
  write('회의록', '하나 둘')
  const waiting = [editor.save('manual'), editor.save('manual')]
  expect(await editor.save('auto')).toBe(false)
  expect(await Promise.all([first, ...waiting])).toEqual([true, true, true])
  expect(post).toHaveBeenCalledTimes(1)
  expect(update).toHaveBeenCalledTimes(1)
})

test('repeats a failed first save with the same key and then updates the note', async () => {
  const { editor, post, update, write } = setUp()
  post.mockRejectedValueOnce(new Error('no answer'))
  write('회의록', '하나')
  expect(await editor.save('manual')).toBe(false)
  expect(editor.state().message?.kind).toBe('failed')
  write('회의록', '하나 둘')
  expect(await editor.save('manual')).toBe(true)
  expect(post).toHaveBeenLastCalledWith(expect.objectContaining({ requestKey: 'key' }))
  expect(update).toHaveBeenCalledWith(expect.objectContaining({ version: 1, text: encodeText('하나 둘') }))
  expect(editor.state().version).toBe(2)
})

test('keeps the time of the first save request after a second failure', async () => {
  let at = NOON
  const { editor, post, write } = setUp(undefined, () => at)
  post.mockRejectedValue(new CallFailed({ code: 'offline', status: 0 }))
  write('회의록', '하나')
  await editor.save('manual')
  at += 1_000
  await editor.save('manual')
  expect(editor.state().saveRequestedAt).toBe(NOON)
})

test('does not send invalid content and shows the errors in the fields', async () => {
  const { editor, post, write } = setUp()
  write('   ')
  expect(await editor.save('manual')).toBe(false)
  write('회의록', '가'.repeat(NOTE_BODY_MAX + 1))
  expect(await editor.save('auto')).toBe(false)
  expect(post).not.toHaveBeenCalled()
  expect(editor.state().showsErrors).toBe(true)
})

test.each(['manual', 'auto'] as const)(
  'fills an empty title from the first words (%s save)',
  async reason => {
    const text = '---\n## 오늘 **할** 일\u0007\n- 물'
    const { editor, post, write } = setUp()
    write(' ', text)
    expect(await editor.save(reason)).toBe(true)
    expect(post).toHaveBeenCalledWith(expect.objectContaining({ title: '오늘 할 일' }))
    expect(editor.state().content).toEqual({ title: '오늘 할 일', text })
    expect(isDirty(editor.state())).toBe(false)

    const long = setUp()
    long.write('', '가'.repeat(NOTE_TITLE_MAX + 10))
    expect(await long.editor.save(reason)).toBe(true)
    expect(long.editor.state().content.title).toBe('가'.repeat(NOTE_TITLE_MAX))
  },
)

test('requires a title if there are no words, and auto-save does not fill a title that the user has cleared', async () => {
  const { editor, post, write } = setUp()
  write('', '---\n![](/pictures/0123456789abcdef0123456789abcdef)')
  expect(await editor.save('manual')).toBe(false)
  expect(post).not.toHaveBeenCalled()
  expect(editor.state()).toMatchObject({ showsErrors: true, content: { title: '' } })

  const opened = setUp(existing)
  opened.write('', '첫 줄')
  expect(await opened.editor.save('auto')).toBe(false)
  expect(opened.editor.state().content.title).toBe('')
  expect(await opened.editor.save('manual')).toBe(true)
  expect(opened.editor.state().content.title).toBe('첫 줄')
})

test('converts line breaks of word processors and removes other control characters', async () => {
  const { editor, sentTexts, post, write } = setUp()
  write('붙여넣기', '하나\u000b둘\u0007')
  expect(await editor.save('manual')).toBe(true)
  expect(sentTexts(post)).toEqual(['하나\n둘'])
})

test('saves the text of a deleted note as a new note with a new request key', async () => {
  const { editor, post, update, write } = setUp(existing)
  update.mockRejectedValue(gone)
  write('회의록', '둘째 줄')
  expect(await editor.save('manual')).toBe(false)
  expect(await editor.saveAsNewNote()).toBe(true)
  expect(post.mock.calls).toEqual([
    [{ topicNo: 3, requestKey: 'one', title: '회의록', text: encodeText('둘째 줄') }],
  ])
  expect(editor.state()).toMatchObject({ noteNo: 12, version: 1, message: { kind: 'saved' } })
  expect(isDirty(editor.state())).toBe(false)
})

const newerVersion = { title: '회의록', text: '휴대폰에서', version: 5, lastUpdate: LATER }

test('shows that the note was deleted until its text is saved as a new note', async () => {
  const { editor } = setUp(existing)
  const message = { kind: 'failed', error: gone }
  editor.dispatch({ type: 'newerFound', theirs: newerVersion })
  editor.dispatch({ type: 'failed', error: gone, reason: 'auto' })
  expect(isOutdated(editor.state())).toBe(false)
  editor.dispatch({ type: 'autosaveToggled', on: true })
  await editor.save('manual')
  expect(editor.state()).toMatchObject({ isAutosaving: true, message })
  editor.dispatch({ type: 'conflictFound', noteNo: 12, theirs: newerVersion })
  editor.dispatch({ type: 'failed', error: gone, reason: 'auto' })
  editor.dispatch({ type: 'theirsChosen' })
  expect(editor.state()).toMatchObject({ content: { text: '휴대폰에서' }, message })
  await editor.saveAsNewNote()
  expect(editor.state()).toMatchObject({ message: { kind: 'saved' } })
})

test('offers a newer version while there are no unsaved changes', () => {
  const { editor, write } = setUp(existing)
  editor.dispatch({ type: 'newerFound', theirs: { ...newerVersion, version: 4 } })
  expect(isOutdated(editor.state())).toBe(false)
  editor.dispatch({ type: 'newerFound', theirs: newerVersion })
  expect(isOutdated(editor.state())).toBe(true)
  write('회의록', '여기서')
  editor.dispatch({ type: 'newerAccepted' })
  expect(editor.state()).toMatchObject({ version: 4, content: { text: '여기서' } })
  write('회의록', '첫 줄')
  editor.dispatch({ type: 'newerAccepted' })
  expect(editor.state()).toMatchObject({ version: 5, content: { text: '휴대폰에서' }, savedAt: NOON })
  expect([isDirty(editor.state()), isOutdated(editor.state())]).toEqual([false, false])
})

test('does not report a newer version with the base content, as after a restore from the trash', () => {
  const { editor, write } = setUp(existing)
  write('회의록', '둘째 줄')
  editor.dispatch({ type: 'newerFound', theirs: { ...newerVersion, text: '첫 줄' } })
  expect(editor.state()).toMatchObject({ version: 5, content: { text: '둘째 줄' } })
  expect(isBehind(editor.state())).toBe(false)
  editor.dispatch({ type: 'newerFound', theirs: { ...newerVersion, version: 6 } })
  expect(editor.state().version).toBe(5)
  expect(isBehind(editor.state())).toBe(true)
})

test('keeps the base version of a draft, so that saving it detects a conflict', () => {
  const { editor } = setUp({ ...existing, version: 3, content: { title: '회의록', text: '셋째' } })
  editor.dispatch({ type: 'newerFound', theirs: { ...newerVersion, ...savedContent } })
  expect(editor.state().version).toBe(3)
})

test('saves unsaved changes before restoring an earlier version', async () => {
  const earlier = { title: '회의록', text: '이전 글' }
  const { editor, sentTexts, update, write } = setUp(existing)
  write('회의록', '지금 글')
  expect(await editor.restore(earlier)).toBe(true)
  expect(sentTexts(update)).toEqual(['지금 글', '이전 글'])
  expect(update.mock.calls.map(([input]) => 'keepEarlier' in input)).toEqual([false, true])

  update.mockRejectedValueOnce(new Error('offline'))
  write('회의록', '또 쓴 글')
  expect(await editor.restore(earlier)).toBe(false)
  expect(editor.state().content.text).toBe('또 쓴 글')
})

const theirs = { title: '회의록 2', text: '전화기에서 쓴 글', version: 7, lastUpdate: LATER }
const LONG = { title: '긴 글', text: '나'.repeat(NOTE_BODY_MAX) }

const setUpConflict = (content: NoteContent = { title: '회의록', text: '책상에서 쓴 글' }) =>
  setUp(newEditorState({ noteNo: 12, topicNo: 3, version: 4, content, conflict: theirs }))

test('blocks saving during a conflict until the user decides, and keeps their version in the history', async () => {
  const { editor, update, write } = setUp(existing)
  const found = { ...theirs, text: encodeText(theirs.text), message: '' }
  update.mockResolvedValue({ success: false, conflict: true, ...found })
  write('회의록', '내 글')
  expect(await editor.save('manual')).toBe(false)
  expect(editor.state().conflict).toMatchObject({ title: '회의록 2', text: theirs.text, version: 7 })
  expect(await editor.save('auto')).toBe(false)
  expect(update).toHaveBeenCalledTimes(1)

  editor.dispatch({ type: 'mineChosen' })
  await editor.save('manual')
  const mine = { version: 7, text: encodeText('내 글'), keepEarlier: true }
  expect(update).toHaveBeenLastCalledWith(expect.objectContaining(mine))

  editor.dispatch({ type: 'theirsChosen' })
  const { title, text } = theirs
  expect(editor.state()).toMatchObject({ version: 7, conflict: null, content: { title, text } })
  expect(isDirty(editor.state())).toBe(false)
})

test('merges both texts into one note, mine under a rule and with its title', async () => {
  const { editor, sentTexts, update } = setUpConflict({ title: '회의록 2', text: '책상에서 쓴 글' })
  expect(await editor.keepBoth()).toBe(true)
  expect(update).toHaveBeenCalledWith(expect.objectContaining({ noteNo: 12, version: 7, keepEarlier: true }))
  const text = '전화기에서 쓴 글\n\n---\n\n**내가 쓴 글**\n\n책상에서 쓴 글'
  expect(sentTexts(update)).toEqual([text])
  expect(editor.state()).toMatchObject({ conflict: null, version: 8, content: { text } })

  expect(mergeContents({ title: '내 제목', text: '나' }, { title: '남의 제목', text: '너' })).toEqual({
    title: '남의 제목',
    text: '너\n\n---\n\n**내가 쓴 글**: 내 제목\n\n나',
  })
})

test('copies my text into a new note if the merged text is too long', async () => {
  const mine = { ...LONG, title: '가'.repeat(NOTE_TITLE_MAX) }
  const { editor, post } = setUpConflict(mine)
  expect(await editor.keepBoth()).toBe(true)
  const { title } = createCopy(mine)
  expect(title).toHaveLength(NOTE_TITLE_MAX)
  expect(post).toHaveBeenCalledWith({ topicNo: 3, requestKey: 'one', title, text: encodeText(mine.text) })
  expect(editor.state()).toMatchObject({ conflict: null, version: 7, content: { text: theirs.text } })
  expect(editor.state().message).toEqual({ kind: 'copied', title })
  expect(isDirty(editor.state())).toBe(false)
})

test('shortens a decomposed Hangul title by syllables', () => {
  const copy = (title: string) => createCopy({ title, text: '' }).title
  expect(copy('아주 긴 회의록의 제목'.normalize('NFD'))).toBe(copy('아주 긴 회의록의 제목'))
})

test('repeats a failed copy with the same request key and keeps the conflict until it succeeds', async () => {
  const { editor, post } = setUpConflict(LONG)
  post.mockRejectedValueOnce(new Error('offline'))
  expect(await editor.keepBoth()).toBe(false)
  expect(editor.state()).toMatchObject({ conflict: theirs, isSaving: false, message: { kind: 'failed' } })
  expect(await editor.keepBoth()).toBe(true)
  expect(post.mock.calls.map(([input]) => input.requestKey)).toEqual(['one', 'one'])
})

test('uses a new request key for the copy of each conflict', async () => {
  const { editor, post, write } = setUpConflict(LONG)
  await editor.keepBoth()
  write('긴 글', '다'.repeat(NOTE_BODY_MAX))
  editor.dispatch({ type: 'conflictFound', noteNo: 12, theirs: { ...theirs, version: 9 } })
  expect(await editor.keepBoth()).toBe(true)
  expect(post.mock.calls.map(([input]) => input.requestKey)).toEqual(['one', 'two'])
})

test('copies text that was typed during the copy, too', async () => {
  const { editor, sentTexts, post, write } = setUpConflict(LONG)
  const copy = editor.keepBoth()
  write('긴 글', '더'.repeat(NOTE_BODY_MAX))
  expect(await copy).toBe(true)
  expect(sentTexts(post)).toEqual([LONG.text, '더'.repeat(NOTE_BODY_MAX)])
  expect(editor.state()).toMatchObject({ conflict: null, content: { text: theirs.text } })
})

import { expect, test, vi } from 'vitest'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { encodeText } from '#protocol/encoding.ts'
import { isBehind, isDirty, isOutdated, newEditorState } from './note.editor.ts'
import { createEditor } from './note.saving.ts'

const NOON = Date.UTC(2026, 0, 5, 3)
const LATER = '2026-01-05T03:00:00.000Z'

function setUp(parts: Partial<Parameters<typeof createEditor>[0]> = {}) {
  const post = vi.fn(async () => ({ success: true as const, noteNo: 12, version: 1 }))
  const update = vi.fn(async () => ({ success: true as const, version: 2, lastUpdate: LATER }))
  const editor = createEditor({
    start: newEditorState({ topicNo: 3, requestKey: 'key' }),
    post,
    update,
    uploadPictures: async text => text,
    makeRequestKey: () => 'another key',
    now: () => NOON,
    ...parts,
  })
  return { editor, post, update }
}

const write = (editor: ReturnType<typeof createEditor>, title: string, text = '') =>
  editor.dispatch({ type: 'typed', change: { title, text } })

const existing = newEditorState({
  noteNo: 12,
  topicNo: 3,
  requestKey: 'key',
  version: 4,
  content: { title: '회의록', text: '첫 줄' },
  savedContent: { title: '회의록', text: '첫 줄' },
  savedVersion: 4,
  savedAt: NOON,
})

test('creates the note with the first save and updates its version with the next one', async () => {
  const { editor, post, update } = setUp()
  write(editor, '회의록', '100%')
  expect(await editor.save('manual')).toBe(true)
  expect(post).toHaveBeenCalledWith({ topicNo: 3, requestKey: 'key', title: '회의록', text: '100%25' })
  expect(editor.state()).toMatchObject({ noteNo: 12, version: 1, message: { kind: 'saved', at: NOON } })

  write(editor, '회의록', '둘째')
  await editor.save('auto')
  expect(update).toHaveBeenCalledWith({ noteNo: 12, version: 1, title: '회의록', text: encodeText('둘째') })
  expect(editor.state()).toMatchObject({ version: 2, message: { kind: 'autosaved', at: NOON } })
})

test('keeps text unsaved that was typed during a save', async () => {
  const { editor } = setUp()
  write(editor, '회의록', '하나')
  const saving = editor.save('manual')
  expect(editor.state().isSaving).toBe(true)
  write(editor, '회의록', '하나 둘')
  await saving
  expect(isDirty(editor.state())).toBe(true)
})

test('creates one note with two concurrent saves; the second one saves the text typed in between', async () => {
  const { editor, post, update } = setUp()
  write(editor, '회의록', '하나')
  const first = editor.save('manual')
  write(editor, '회의록', '하나 둘')
  const second = editor.save('manual')
  expect(await editor.save('auto')).toBe(false)
  expect(await Promise.all([first, second])).toEqual([true, true])
  expect(post).toHaveBeenCalledTimes(1)
  expect(update).toHaveBeenCalledTimes(1)
})

test('repeats a failed first save with the same key and then updates the note', async () => {
  const post = vi.fn(async () => ({ success: true as const, noteNo: 12, version: 1 }))
  post.mockRejectedValueOnce(new Error('no answer'))
  const { editor, update } = setUp({ post })
  write(editor, '회의록', '하나')
  expect(await editor.save('manual')).toBe(false)
  expect(editor.state().message?.kind).toBe('failed')
  write(editor, '회의록', '하나 둘')
  expect(await editor.save('manual')).toBe(true)
  expect(post).toHaveBeenLastCalledWith(expect.objectContaining({ requestKey: 'key' }))
  expect(update).toHaveBeenCalledWith(expect.objectContaining({ version: 1, text: encodeText('하나 둘') }))
  expect(editor.state().version).toBe(2)
})

test('keeps the time of the first save request after a second failure', async () => {
  let at = NOON
  const post = () => Promise.reject(new CallFailed({ code: 'offline', status: 0 }))
  const { editor } = setUp({ post, now: () => at })
  write(editor, '회의록', '하나')
  await editor.save('manual')
  at += 1_000
  await editor.save('manual')
  expect(editor.state().saveRequestedAt).toBe(NOON)
})

test('does not send invalid content and shows the errors in the fields', async () => {
  const { editor, post } = setUp()
  write(editor, '   ')
  expect(await editor.save('manual')).toBe(false)
  write(editor, '회의록', '가'.repeat(5001))
  expect(await editor.save('auto')).toBe(false)
  expect(post).not.toHaveBeenCalled()
  expect(editor.state().showsErrors).toBe(true)
})

test('fills an empty title from the first line with words and leaves the text unchanged', async () => {
  const text = '---\n## 오늘 **할** 일\u0007\n- 물'
  for (const reason of ['manual', 'auto'] as const) {
    const { editor, post } = setUp()
    write(editor, ' ', text)
    expect(await editor.save(reason)).toBe(true)
    expect(post).toHaveBeenCalledWith(expect.objectContaining({ title: '오늘 할 일' }))
    expect(editor.state().content).toEqual({ title: '오늘 할 일', text })
    expect(isDirty(editor.state())).toBe(false)
  }
  const { editor } = setUp()
  write(editor, '', '가'.repeat(50))
  expect(await editor.save('manual')).toBe(true)
  expect(editor.state().content.title).toBe('가'.repeat(40))
})

test('requires a title if there are no words, and auto-save does not fill a title that the user has cleared', async () => {
  const { editor, post } = setUp()
  write(editor, '', '---\n![](/pictures/0123456789abcdef0123456789abcdef)')
  expect(await editor.save('manual')).toBe(false)
  expect(post).not.toHaveBeenCalled()
  expect(editor.state()).toMatchObject({ showsErrors: true, content: { title: '' } })

  const opened = setUp({ start: existing })
  write(opened.editor, '', '첫 줄')
  expect(await opened.editor.save('auto')).toBe(false)
  expect(opened.editor.state().content.title).toBe('')
  expect(await opened.editor.save('manual')).toBe(true)
  expect(opened.editor.state().content.title).toBe('첫 줄')
})

test('runs waiting saves one after the other', async () => {
  const { editor, update } = setUp({ start: existing })
  write(editor, '회의록', '둘째 줄')
  const saves = [editor.save('manual'), editor.save('manual'), editor.save('manual')]
  write(editor, '회의록', '셋째 줄')
  expect(await Promise.all(saves)).toEqual([true, true, true])
  expect(update.mock.calls).toHaveLength(2)
})

test('does not send an unchanged note', async () => {
  const { editor, update } = setUp({ start: existing })
  expect(await editor.save('manual')).toBe(true)
  expect(update).not.toHaveBeenCalled()
  expect(editor.state().message).toEqual({ kind: 'saved', at: NOON })
})

test('blocks saving during a conflict until the user decides', async () => {
  const update = vi.fn(async () => conflict)
  const conflict = {
    success: false as const,
    conflict: true as const,
    message: '',
    title: '회의록 2',
    text: encodeText('남의 글'),
    version: 7,
    lastUpdate: LATER,
  }
  const { editor } = setUp({ start: existing, update })
  write(editor, '회의록', '내 글')
  expect(await editor.save('manual')).toBe(false)
  expect(editor.state().conflict).toMatchObject({ title: '회의록 2', text: '남의 글', version: 7 })
  expect(await editor.save('auto')).toBe(false)
  expect(update).toHaveBeenCalledTimes(1)

  editor.dispatch({ type: 'mineChosen' })
  await editor.save('manual')
  expect(update).toHaveBeenLastCalledWith(expect.objectContaining({ version: 7, text: encodeText('내 글') }))

  editor.dispatch({ type: 'theirsChosen' })
  expect(editor.state()).toMatchObject({
    version: 7,
    conflict: null,
    content: { title: '회의록 2', text: '남의 글' },
  })
  expect(isDirty(editor.state())).toBe(false)
})

test('converts line breaks of word processors and removes other control characters', async () => {
  const { editor, post } = setUp()
  write(editor, '붙여넣기', '하나\u000b둘\u0007')
  expect(await editor.save('manual')).toBe(true)
  expect(post).toHaveBeenCalledWith(expect.objectContaining({ text: encodeText('하나\n둘') }))
})

test('saves the text of a deleted note as a new note with a new request key', async () => {
  const update = vi.fn(async () => {
    throw new CallFailed({ code: 'notFound', status: 404 })
  })
  const { editor, post } = setUp({ start: existing, update })
  write(editor, '회의록', '둘째 줄')
  expect(await editor.save('manual')).toBe(false)
  expect(await editor.saveAsNewNote()).toBe(true)
  expect(post.mock.calls).toEqual([
    [{ topicNo: 3, requestKey: 'another key', title: '회의록', text: encodeText('둘째 줄') }],
  ])
  expect(editor.state()).toMatchObject({ noteNo: 12, version: 1, message: { kind: 'saved' } })
  expect(isDirty(editor.state())).toBe(false)
})

test('shows that the note was deleted until its text is saved as a new note', async () => {
  const { editor } = setUp({ start: existing })
  const gone = { kind: 'failed' as const, error: new CallFailed({ code: 'notFound', status: 404 }) }
  const newerVersion = { title: '회의록', text: '휴대폰에서', version: 5, lastUpdate: LATER }
  editor.dispatch({ type: 'newerFound', theirs: newerVersion })
  editor.dispatch({ type: 'failed', error: gone.error, reason: 'auto' })
  expect(isOutdated(editor.state())).toBe(false)
  editor.dispatch({ type: 'autosaveToggled', on: true })
  await editor.save('manual')
  expect(editor.state()).toMatchObject({ isAutosaving: true, message: gone })
  editor.dispatch({ type: 'conflictFound', noteNo: 12, theirs: newerVersion })
  editor.dispatch({ type: 'failed', error: gone.error, reason: 'auto' })
  editor.dispatch({ type: 'theirsChosen' })
  expect(editor.state()).toMatchObject({ content: { text: '휴대폰에서' }, message: gone })
  await editor.saveAsNewNote()
  expect(editor.state()).toMatchObject({ message: { kind: 'saved' } })
})

test('offers a newer version while there are no unsaved changes', () => {
  const { editor } = setUp({ start: existing })
  const newerVersion = { title: '회의록', text: '휴대폰에서', version: 5, lastUpdate: LATER }
  editor.dispatch({ type: 'newerFound', theirs: { ...newerVersion, version: 4 } })
  expect(isOutdated(editor.state())).toBe(false)
  editor.dispatch({ type: 'newerFound', theirs: newerVersion })
  expect(isOutdated(editor.state())).toBe(true)
  write(editor, '회의록', '여기서')
  editor.dispatch({ type: 'newerAccepted' })
  expect(editor.state()).toMatchObject({ version: 4, content: { text: '여기서' } })
  write(editor, '회의록', '첫 줄')
  editor.dispatch({ type: 'newerAccepted' })
  expect(editor.state()).toMatchObject({ version: 5, content: { text: '휴대폰에서' }, savedAt: NOON })
  expect([isDirty(editor.state()), isOutdated(editor.state())]).toEqual([false, false])
})

test('does not report a newer version with the base content, as after a restore from the trash', () => {
  const { editor } = setUp({ start: existing })
  write(editor, '회의록', '둘째 줄')
  const back = { title: '회의록', text: '첫 줄', version: 5, lastUpdate: LATER }
  editor.dispatch({ type: 'newerFound', theirs: back })
  expect(editor.state()).toMatchObject({ version: 5, content: { text: '둘째 줄' } })
  expect(isBehind(editor.state())).toBe(false)
  editor.dispatch({ type: 'newerFound', theirs: { ...back, text: '다른 줄', version: 6 } })
  expect(editor.state().version).toBe(5)
  expect(isBehind(editor.state())).toBe(true)
})

test('keeps the base version of a draft, so that saving it detects a conflict', () => {
  const { editor } = setUp({ start: { ...existing, version: 3, content: { title: '회의록', text: '셋째' } } })
  editor.dispatch({ type: 'newerFound', theirs: { ...existing.savedContent, version: 5, lastUpdate: LATER } })
  expect(editor.state().version).toBe(3)
})

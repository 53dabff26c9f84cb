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
    settlePictures: async text => text,
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
  writing: { title: '회의록', text: '첫 줄' },
  saved: { title: '회의록', text: '첫 줄' },
  savedVersion: 4,
  savedAt: NOON,
})

test('the first save makes the note, the next one updates it with its version', async () => {
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

test('what is typed while a save is under way stays unsaved', async () => {
  const { editor } = setUp()
  write(editor, '회의록', '하나')
  const saving = editor.save('manual')
  expect(editor.state().isSaving).toBe(true)
  write(editor, '회의록', '하나 둘')
  await saving
  expect(isDirty(editor.state())).toBe(true)
})

test('two saves at once make one note; the second brings what was typed in between', async () => {
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

test('a first save that failed is repeated with the same key and then brought up to date', async () => {
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

test('what fails again was asked for when it was asked for first', async () => {
  let at = NOON
  const post = () => Promise.reject(new CallFailed({ code: 'offline', status: 0 }))
  const { editor } = setUp({ post, now: () => at })
  write(editor, '회의록', '하나')
  await editor.save('manual')
  at += 1_000
  await editor.save('manual')
  expect(editor.state().askedAt).toBe(NOON)
})

test('what cannot be saved is not sent, and the fields say why', async () => {
  const { editor, post } = setUp()
  write(editor, '   ')
  expect(await editor.save('manual')).toBe(false)
  write(editor, '회의록', '가'.repeat(5001))
  expect(await editor.save('auto')).toBe(false)
  expect(post).not.toHaveBeenCalled()
  expect(editor.state().showsErrors).toBe(true)
})

test('without a title the first line that has words becomes it, by whichever save; the text stays', async () => {
  const text = '---\n## 오늘 **할** 일\u0007\n- 물'
  for (const how of ['manual', 'auto'] as const) {
    const { editor, post } = setUp()
    write(editor, ' ', text)
    expect(await editor.save(how)).toBe(true)
    expect(post).toHaveBeenCalledWith(expect.objectContaining({ title: '오늘 할 일' }))
    expect(editor.state().writing).toEqual({ title: '오늘 할 일', text })
    expect(isDirty(editor.state())).toBe(false)
  }
  const { editor } = setUp()
  write(editor, '', '가'.repeat(50))
  expect(await editor.save('manual')).toBe(true)
  expect(editor.state().writing.title).toBe('가'.repeat(40))
})

test('without any words a title is asked for, and none is put where another is about to be written', async () => {
  const { editor, post } = setUp()
  write(editor, '', '---\n![](/pictures/0123456789abcdef0123456789abcdef)')
  expect(await editor.save('manual')).toBe(false)
  expect(post).not.toHaveBeenCalled()
  expect(editor.state()).toMatchObject({ showsErrors: true, writing: { title: '' } })

  const opened = setUp({ start: existing })
  write(opened.editor, '', '첫 줄')
  expect(await opened.editor.save('auto')).toBe(false)
  expect(opened.editor.state().writing.title).toBe('')
  expect(await opened.editor.save('manual')).toBe(true)
  expect(opened.editor.state().writing.title).toBe('첫 줄')
})

test('saves that wait for one under way never run into each other', async () => {
  const { editor, update } = setUp({ start: existing })
  write(editor, '회의록', '둘째 줄')
  const saves = [editor.save('manual'), editor.save('manual'), editor.save('manual')]
  write(editor, '회의록', '셋째 줄')
  expect(await Promise.all(saves)).toEqual([true, true, true])
  expect(update.mock.calls).toHaveLength(2)
})

test('an unchanged note is not sent again', async () => {
  const { editor, update } = setUp({ start: existing })
  expect(await editor.save('manual')).toBe(true)
  expect(update).not.toHaveBeenCalled()
  expect(editor.state().message).toEqual({ kind: 'saved', at: NOON })
})

test('a conflict stops saving until the writer has chosen', async () => {
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

  editor.dispatch({ type: 'keptMine' })
  await editor.save('manual')
  expect(update).toHaveBeenLastCalledWith(expect.objectContaining({ version: 7, text: encodeText('내 글') }))

  editor.dispatch({ type: 'tookTheirs' })
  expect(editor.state()).toMatchObject({
    version: 7,
    conflict: null,
    writing: { title: '회의록 2', text: '남의 글' },
  })
  expect(isDirty(editor.state())).toBe(false)
})

test('line breaks of word processors become ours, other control characters go', async () => {
  const { editor, post } = setUp()
  write(editor, '붙여넣기', '하나\u000b둘\u0007')
  expect(await editor.save('manual')).toBe(true)
  expect(post).toHaveBeenCalledWith(expect.objectContaining({ text: encodeText('하나\n둘') }))
})

test('what was written on a note that is gone becomes another note, under a key of its own', async () => {
  const update = vi.fn(async () => {
    throw new CallFailed({ code: 'notFound', status: 404 })
  })
  const { editor, post } = setUp({ start: existing, update })
  write(editor, '회의록', '둘째 줄')
  expect(await editor.save('manual')).toBe(false)
  expect(await editor.saveAnew()).toBe(true)
  expect(post.mock.calls).toEqual([
    [{ topicNo: 3, requestKey: 'another key', title: '회의록', text: encodeText('둘째 줄') }],
  ])
  expect(editor.state()).toMatchObject({ noteNo: 12, version: 1, message: { kind: 'saved' } })
  expect(isDirty(editor.state())).toBe(false)
})

test('that the note is gone stays said, whatever else is done, until its text is another note', async () => {
  const { editor } = setUp({ start: existing })
  const gone = { kind: 'failed' as const, error: new CallFailed({ code: 'notFound', status: 404 }) }
  const newer = { title: '회의록', text: '휴대폰에서', version: 5, lastUpdate: LATER }
  editor.dispatch({ type: 'foundNewer', theirs: newer })
  editor.dispatch({ type: 'failed', error: gone.error, how: 'auto' })
  expect(isOutdated(editor.state())).toBe(false)
  editor.dispatch({ type: 'autosaveSwitched', on: true })
  await editor.save('manual')
  expect(editor.state()).toMatchObject({ isAutosaving: true, message: gone })
  editor.dispatch({ type: 'conflicted', noteNo: 12, theirs: newer })
  editor.dispatch({ type: 'failed', error: gone.error, how: 'auto' })
  editor.dispatch({ type: 'tookTheirs' })
  expect(editor.state()).toMatchObject({ writing: { text: '휴대폰에서' }, message: gone })
  await editor.saveAnew()
  expect(editor.state()).toMatchObject({ message: { kind: 'saved' } })
})

test('what was saved elsewhere is offered while nothing is written here, and taken when it is asked for', () => {
  const { editor } = setUp({ start: existing })
  const newer = { title: '회의록', text: '휴대폰에서', version: 5, lastUpdate: LATER }
  editor.dispatch({ type: 'foundNewer', theirs: { ...newer, version: 4 } })
  expect(isOutdated(editor.state())).toBe(false)
  editor.dispatch({ type: 'foundNewer', theirs: newer })
  expect(isOutdated(editor.state())).toBe(true)
  write(editor, '회의록', '여기서')
  editor.dispatch({ type: 'tookNewer' })
  expect(editor.state()).toMatchObject({ version: 4, writing: { text: '여기서' } })
  write(editor, '회의록', '첫 줄')
  editor.dispatch({ type: 'tookNewer' })
  expect(editor.state()).toMatchObject({ version: 5, writing: { text: '휴대폰에서' }, savedAt: NOON })
  expect([isDirty(editor.state()), isOutdated(editor.state())]).toEqual([false, false])
})

test('what was written on is nothing new as another version, as it comes from the trash', () => {
  const { editor } = setUp({ start: existing })
  write(editor, '회의록', '둘째 줄')
  const back = { title: '회의록', text: '첫 줄', version: 5, lastUpdate: LATER }
  editor.dispatch({ type: 'foundNewer', theirs: back })
  expect(editor.state()).toMatchObject({ version: 5, writing: { text: '둘째 줄' } })
  expect(isBehind(editor.state())).toBe(false)
  editor.dispatch({ type: 'foundNewer', theirs: { ...back, text: '다른 줄', version: 6 } })
  expect(editor.state().version).toBe(5)
  expect(isBehind(editor.state())).toBe(true)
})

test('a draft that was written on an earlier version meets what is there now as a conflict', () => {
  const { editor } = setUp({ start: { ...existing, version: 3, writing: { title: '회의록', text: '셋째' } } })
  editor.dispatch({ type: 'foundNewer', theirs: { ...existing.saved, version: 5, lastUpdate: LATER } })
  expect(editor.state().version).toBe(3)
})

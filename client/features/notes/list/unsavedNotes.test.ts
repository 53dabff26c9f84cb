import { expect, test } from 'vitest'
import { createCopy } from '#client/features/documents/storedDocument.ts'
import type { UnsavedDocument } from '#protocol/documents.ts'
import { NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { joinUnsaved, unsavedOfNote, unsavedPath, unsavedWithoutRow } from './unsavedNotes.ts'

const onServer = (part: Partial<UnsavedDocument>): UnsavedDocument => ({
  ...{ documentId: 'server', noteNo: null, topicNo: 1, title: '서버', excerpt: '' },
  ...{ changedAt: '2026-03-01T00:00:00.000Z', ...part },
})
const onDevice = (documentId: string, text: string, part: Partial<Parameters<typeof createCopy>[0]> = {}) =>
  createCopy({ userNo: 1, topicNo: 1, documentId, content: { title: '', text }, ...part })

test('text on this device stands for the same document on the server', () => {
  const copy = onDevice('one', '# 기기의 글')
  const [first, second, ...others] = joinUnsaved(
    [copy, { ...copy, copyId: 'other tab' }],
    [onServer({ documentId: 'one', title: '옛 제목' }), onServer({})],
  )
  expect(first).toMatchObject({ documentId: 'one', title: '기기의 글', isOnServer: true })
  expect(first?.copies.map(({ copyId }) => copyId)).toEqual(['one', 'other tab'])
  expect(second).toMatchObject({ documentId: 'server', title: '서버', copies: [] })
  expect(others).toEqual([])
})

test('text without a title is listed by its first words, wherever it was written', () => {
  const server = onServer({ documentId: 'phone', title: '', excerpt: '휴대폰에서 쓴 글' })
  const titles = joinUnsaved([onDevice('one', '기기에서 쓴 글')], [server]).map(({ title }) => title)
  expect(titles.sort()).toEqual(['기기에서 쓴 글', '휴대폰에서 쓴 글'])
})

test('a title that is too long for a note, such as a pasted text, is cut in the lists', () => {
  const title = '가나다라 '.repeat(2_000)
  const copy = onDevice('one', '', { content: { title, text: '' } })
  const titles = joinUnsaved([copy], [onServer({ title })]).map(note => note.title.length)
  expect(titles).toEqual([NOTE_TITLE_MAX - 1, NOTE_TITLE_MAX - 1])
  expect(copy.content.title).toBe(title)
})

test('the unsaved text of a note that was moved is listed in its new topic', () => {
  const copy = onDevice('moved', '바뀐 글', { noteNo: 4 })
  const [moved] = joinUnsaved([copy], [onServer({ documentId: 'moved', noteNo: 4, topicNo: 2 })])
  expect(moved).toMatchObject({ topicNo: 2, copies: [copy] })
})

test('a copy without unsaved text is not listed', () => {
  const content = { title: '제목', text: '글' }
  expect(joinUnsaved([onDevice('one', '', { content, savedContent: content, noteNo: 4 })], [])).toEqual([])
})

test('only what has no row of its own is listed, under its topic', () => {
  const notes = joinUnsaved(
    [],
    [
      onServer({ documentId: 'new', topicNo: 1 }),
      onServer({ documentId: 'elsewhere', topicNo: 2 }),
      onServer({ documentId: 'row', noteNo: 4, topicNo: 1 }),
      onServer({ documentId: 'gone', noteNo: 5, topicNo: null }),
    ],
  )
  const rows = [{ noteNo: 4 }]
  const idsOf = (topicNo: number | null) =>
    unsavedWithoutRow(rows, topicNo, notes).map(({ documentId }) => documentId)
  expect(idsOf(1)).toEqual(['new'])
  expect(idsOf(null)).toEqual(['new', 'elsewhere', 'gone'])
  expect(unsavedOfNote(4, notes)?.documentId).toBe('row')
  expect(notes.map(unsavedPath)).toContain('/note/update?no=5')
})

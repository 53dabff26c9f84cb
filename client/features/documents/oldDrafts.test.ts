import { expect, test } from 'vitest'
import { copyOfOldDraft, type OldDraft } from './oldDrafts.ts'

const draft: OldDraft = { title: '제목', text: '쓰던 글', requestKey: 'key', keptAt: 5 }
const base = { title: '제목', text: '저장한 글' }
const NEW = { noteNo: null, savedContent: { title: '', text: '' }, saveRequestedAt: null, mayBePosted: false }

test.each<[string, string, Partial<OldDraft>, object]>([
  ['of a new note', '7/topic/3/key', {}, { ...NEW, topicNo: 3 }],
  ['moved to another topic', '7/topic/3/key', { topicNo: 4 }, { ...NEW, topicNo: 4 }],
  ['of a note', '7/note/12/key', { base, topicNo: 3 }, { noteNo: 12, savedContent: base, topicNo: 3 }],
  ['of a note whose saved text is unknown', '7/note/12/key', { topicNo: 3 }, { ...NEW, topicNo: 3 }],
  ['that waits for a connection', '7/topic/3/key', { askedAt: 4 }, { saveRequestedAt: 4, mayBePosted: true }],
  ['that a link brought', '7/topic/3/key', { isOfLink: true }, { ...NEW, isForeign: true }],
])('a draft %s becomes a copy', (_, key, part, expected) => {
  expect(copyOfOldDraft(key, { ...draft, ...part })).toMatchObject({
    ...{ userNo: 7, documentId: 'key', copyId: 'key', keptAt: 5, replica: null },
    content: { title: '제목', text: '쓰던 글' },
    ...expected,
  })
})

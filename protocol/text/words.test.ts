import { expect, test } from 'vitest'
import { en } from './en.ts'
import type { TextKey } from './index.ts'
import { ko } from './ko.ts'

interface InconsistentTerm {
  word: RegExp
  /** The term to use instead. */
  preferred: string
  /** Keys where the word means something else, or where the specification gives the text. */
  exceptions?: TextKey[]
}

const korean: InconsistentTerm[] = [
  {
    word: /지운|지웠|지워[요졌져진]|지울|지우[기는면]/,
    preferred: '삭제',
    exceptions: [
      // Clears a field.
      'accounts.pictureRemove',
      'hubs.unnamedBy',
      'keys.clearHead',
      // Erases a line that was drawn.
      'passages.erase',
      'passages.erased',
      'lookaround.clearTitle',
      // Deletes from the trash for good.
      'trash.purge',
      'trash.purgeAsk',
      'trash.purgeAllAsk',
      'trash.purgeMany',
    ],
  },
  // Allowed: `고치던` for an edit in progress, and `새로 고치다` (reload).
  { word: /(?<!새로 )(고친|고쳤|고치기|고칠)/, preferred: '수정' },
  { word: /글쓴이/, preferred: '작성자' },
  { word: /토론방/, preferred: '방', exceptions: ['hubs.sameMembers'] },
  { word: /나눈 노트|나눌 노트/, preferred: '공유한 노트' },
  { word: /가져오지 못했어요/, preferred: '불러오지 못했어요' },
  { word: /구경/, preferred: '둘러보기' },
  { word: /아고라/, preferred: '의견' },
  { word: /허브/, preferred: '방' },
  { word: /프로필(?! 사진)/, preferred: '내 정보' },
  { word: /QR(?! 코드)/, preferred: 'QR 코드' },
  { word: /버튼/, preferred: '단추' },
  { word: /되었어요/, preferred: '됐어요' },
  { word: /찾아 보/, preferred: '찾아보' },
  {
    word: /[“”"]/,
    preferred: '‘ ’',
    // Words of a note, not a name.
    exceptions: ['passages.quoted', 'passages.lastComment'],
  },
]

const english: InconsistentTerm[] = [
  { word: /withdr/i, preferred: 'cancel sharing' },
  { word: /\breactions?\b/i, preferred: 'empathy' },
  { word: /thrown? away|take back/i, preferred: 'discard, undo' },
  { word: /earlier versions?/i, preferred: 'history', exceptions: ['notes.historyEmpty'] },
  { word: /\ba mail\b|\b(the|this) mail\b/i, preferred: 'email' },
  { word: /\bmake (a|your) (first|new)/i, preferred: 'create' },
  { word: /\bagora\b/i, preferred: 'Opinions' },
  { word: /\bhubs?\b/i, preferred: 'room' },
  { word: /\bQR(?! code)/, preferred: 'QR code' },
  { word: /\bprofile(?! picture)/i, preferred: 'My information' },
  { word: /‘/, preferred: '“ ”' },
  { word: /'/, preferred: '’' },
]

test.each([
  { name: 'Korean', catalogue: ko, terms: korean },
  { name: 'English', catalogue: en, terms: english },
])('$name uses one term for each thing', ({ catalogue, terms }) => {
  const found = Object.entries(catalogue).flatMap(([key, sentence]) =>
    terms
      .filter(({ word, exceptions = [] }) => word.test(sentence) && !exceptions.includes(key as TextKey))
      .map(({ preferred }) => `${key}: ${sentence} (use ${preferred})`),
  )
  expect(found).toEqual([])
  const unused = terms.flatMap(({ word, exceptions = [] }) =>
    exceptions.filter(key => !word.test(catalogue[key])),
  )
  expect(unused, 'Remove these exceptions: their texts do not contain the word').toEqual([])
})

test.each([
  { name: 'Korean', catalogue: ko },
  { name: 'English', catalogue: en },
])('$name has no superfluous spaces', ({ catalogue }) => {
  // A unit may begin with a space, which separates it from the number.
  const found = Object.entries(catalogue).filter(([, sentence]) => / {2}|\s$| [.,!]/.test(sentence))
  expect(found).toEqual([])
})

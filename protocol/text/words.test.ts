import { expect, test } from 'vitest'
import { en } from './en.ts'
import type { TextKey } from './index.ts'
import { ko } from './ko.ts'

interface Stray {
  word: RegExp
  /** What the product says instead. */
  say: string
  /** Where it is not that thing, or where the specification gives the sentence. */
  but?: TextKey[]
}

const korean: Stray[] = [
  {
    word: /지운|지웠|지워[요졌져진]|지울|지우[기는면]/,
    say: '삭제',
    but: [
      // Of a field that is emptied.
      'accounts.pictureRemove',
      'hubs.unnamedBy',
      'keys.clearHead',
      'lookaround.clearTitle',
      // Out of the trash.
      'trash.purge',
      'trash.purgeAsk',
      'trash.purgeAllAsk',
      'trash.purgeMany',
    ],
  },
  // As somebody's doing under way it may be `고치던`, and `새로 고치다` is to load anew.
  { word: /(?<!새로 )(고친|고쳤|고치기|고칠)/, say: '수정' },
  { word: /글쓴이/, say: '작성자' },
  { word: /토론방/, say: '방', but: ['hubs.sameMembers'] },
  { word: /나눈 노트|나눌 노트/, say: '공유한 노트' },
  { word: /가져오지 못했어요/, say: '불러오지 못했어요' },
  { word: /버튼/, say: '단추' },
  { word: /되었어요/, say: '됐어요' },
  { word: /찾아 보/, say: '찾아보' },
  { word: /[“”"]/, say: '‘ ’' },
]

const english: Stray[] = [
  { word: /withdr/i, say: 'cancel sharing' },
  { word: /\breactions?\b/i, say: 'empathy' },
  { word: /thrown? away|take back/i, say: 'discard, undo' },
  { word: /earlier versions?/i, say: 'history', but: ['notes.historyEmpty'] },
  { word: /\ba mail\b|\b(the|this) mail\b/i, say: 'email' },
  { word: /\bmake (a|your) (first|new)/i, say: 'create' },
  { word: /‘/, say: '“ ”' },
  { word: /'/, say: '’' },
]

test.each([
  { name: 'Korean', catalogue: ko, strays: korean },
  { name: 'English', catalogue: en, strays: english },
])('$name has one word for one thing', ({ catalogue, strays }) => {
  const found = Object.entries(catalogue).flatMap(([key, sentence]) =>
    strays
      .filter(({ word, but = [] }) => word.test(sentence) && !but.includes(key as TextKey))
      .map(({ say }) => `${key}: ${sentence} (say ${say})`),
  )
  expect(found).toEqual([])
  const needless = strays.flatMap(({ word, but = [] }) => but.filter(key => !word.test(catalogue[key])))
  expect(needless, 'These are no exceptions any more').toEqual([])
})

test.each([
  { name: 'Korean', catalogue: ko },
  { name: 'English', catalogue: en },
])('$name has no space too many', ({ catalogue }) => {
  // A unit may begin with the space that parts it from its number.
  const found = Object.entries(catalogue).filter(([, sentence]) => / {2}|\s$| [.,!]/.test(sentence))
  expect(found).toEqual([])
})

import { expect, test } from 'vitest'
import { NOTE_TAGS_MAX, TAG_MAX } from '../limits.ts'
import { noteText } from '../noteText.ts'
import { readTag } from './hashtag.rules.ts'
import { tagsIn } from './tagsIn.ts'

test.each([
  ['#여행', ['여행']],
  ['오늘 #여행 #제주/바다 그리고 #2024_봄', ['여행', '제주/바다', '2024_봄']],
  ['(#여행) 「#제주」 [#바다]', ['여행', '제주', '바다']],
  [
    '줄\n#여행\n\n- #할일\n\n> #인용\n\n| #칸 | b |\n|---|---|\n| #표 | c |',
    ['여행', '할일', '인용', '칸', '표'],
  ],
  ['**#굵게** *#기울임*', ['굵게', '기울임']],
  ['#여행에서 #여행, #제주.', ['여행에서', '여행', '제주']],
  ['#React #react #REACT', ['react']],
  ['#cafe #fffff #abcdef1 #1a2b3c/밝게 #fff색', ['cafe', 'fffff', 'abcdef1', '1a2b3c/밝게', 'fff색']],
  ['#한글'.normalize('NFD'), ['한글']],
  ['#a-b- #a--b #c/', ['a-b', 'a', 'c']],
  ['#旅行 #voyage_é #путешествие', ['旅行', 'voyage_é', 'путешествие']],
  ['#snake_case_name', ['snake_case_name']],
  [`#${'가'.repeat(TAG_MAX)}`, ['가'.repeat(TAG_MAX)]],
])('%j', (text, tags) => {
  expect(tagsIn(text)).toEqual(tags)
})

test.each([
  '# 제목',
  '## #제목의 태그',
  '#제목의 태그\n===',
  '#1 #2024 #-1 #_',
  '#fff #FFF #1a2b3c #A1B2C3 #1a2b3c80',
  'C#언어 a#b 1번#여행 **굵게**#여행',
  '##여행',
  '\\#여행',
  '`#코드` `a` #1',
  '```\n#코드\n```',
  '$#식$ $$ #식 $$',
  '[ #링크](https://example.com) https://example.com/#위치 [[ #위치]] <https://example.com/#a>',
  '![ #그림](https://example.com/a.png)',
  `#${'가'.repeat(TAG_MAX + 1)}`,
  '',
])('no tag in %j', text => {
  expect(tagsIn(text)).toEqual([])
})

test('lists a limited number', () => {
  const text = Array.from({ length: NOTE_TAGS_MAX + 10 }, (_, at) => `#t${at}`).join(' ')
  expect(tagsIn(text)).toHaveLength(NOTE_TAGS_MAX)
})

test('does not change the plain text of a note', () => {
  expect(noteText('앞 #여행 뒤\n\n**#제주**')).toBe('앞 #여행 뒤\n#제주')
})

test.each(['#', '# ', '#a', ' #a', '#a-', ' #a/b'])('takes linear time for many %j', part => {
  const text = part.repeat(5_000)
  const start = performance.now()
  tagsIn(text)
  expect(performance.now() - start).toBeLessThan(1_000)
})

test.each([
  ['#여행', '여행'],
  ['React', 'react'],
  ['여행 ', null],
  ['#', null],
  ['12', null],
  ['fff', null],
  ['여행#제주', null],
])('the key of %j', (words, key) => {
  expect(readTag(words)).toBe(key)
})

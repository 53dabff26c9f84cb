import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import corpus from '../tests/data/passage-edits.json' with { type: 'json' }
import { noteText } from './noteText.ts'
import { anchorPassage, anchorPassages, passageAt } from './passageAnchor.ts'
import { type Passage, passageSchema } from './passages.ts'

function quote(text: string, words: string): Passage {
  const start = text.indexOf(words)
  return passageAt(text, start, start + words.length) as Passage
}

function wordsAt(text: string, span: { start: number; end: number } | null): string | null {
  return span && text.slice(span.start, span.end)
}

describe('passageAt', () => {
  const text = '앞 문장이다.\n  고른 문장이다.  \n뒤 문장이다.'

  test('trims white space and takes the context', () => {
    expect(passageAt(text, 7, 21, 4)).toEqual({
      exact: '고른 문장이다.',
      prefix: '앞 문장이다.\n  ',
      suffix: '  \n뒤 문장이다.',
      start: 10,
      end: 18,
      noteVersion: 4,
      isRepeated: true,
    })
  })

  test('says nothing about repetition if the words are unlike all others', () => {
    expect(quote('하나 둘 셋. 전혀 다른 말을 골랐다.', '전혀 다른 말')).not.toHaveProperty('isRepeated')
    expect(quote('같은 말. 다른 말.', '같은 말')).not.toHaveProperty('isRepeated')
    expect(quote('1월 관리비 10만 원\n2월 관리비 11만 원', '2월 관리비 11만 원')).toHaveProperty(
      'isRepeated',
      true,
    )
  })

  test('never splits a grapheme', () => {
    const family = '👨‍👩‍👧‍👦'
    const emoji = `가${family}나`
    expect(passageAt(emoji, 3, 5)?.exact).toBe(family)
    expect(passageAt(`e\u0301나`, 1, 3)?.exact).toBe('e\u0301나')
    const long = family.repeat(60)
    const passage = passageAt(long, 0, long.length)
    expect(passage?.exact).toBe(family.repeat(Math.floor(300 / family.length)))
    expect(passage?.suffix).toBe(family.repeat(Math.floor(32 / family.length)))
  })

  test('truncates to the limit and is null without visible text', () => {
    const long = '가나다라 '.repeat(100)
    expect(passageAt(long, 0, long.length)?.exact.length).toBe(299)
    expect(passageAt(text, 8, 10)).toBe(null)
    expect(passageAt('\u200b\u200b', 0, 2)).toBe(null)
    expect(passageAt(text, 3, 3)).toBe(null)
  })

  test('makes valid passages of any text', () => {
    const anyText = fc.string({ unit: 'grapheme', maxLength: 700 })
    fc.assert(
      fc.property(anyText, fc.nat(700), fc.nat(700), (any, start, length) => {
        const passage = passageAt(any, Math.min(start, any.length), Math.min(start + length, any.length))
        if (passage === null) return
        expect(any.slice(passage.start, passage.end)).toBe(passage.exact)
        expect(anchorPassage(any, passage)).toEqual({ start: passage.start, end: passage.end })
        // Control characters, which no note has, are not valid.
        if (!/\p{Cc}/u.test(any)) expect(passageSchema.safeParse(passage).success).toBe(true)
      }),
    )
  })
})

describe('anchorPassage', () => {
  test('needs the context of words that occur more than once', () => {
    const text = '하늘: 올래요? 네, 갈게요.\n에바: 올래요? 네, 갈게요.'
    const second = passageAt(text, text.lastIndexOf('네, 갈게요.'), text.length) as Passage
    const before = `오늘 물었다.\n${text}`
    expect(anchorPassage(before, second)).toEqual({ start: before.lastIndexOf('네'), end: before.length })
    expect(anchorPassage('하늘: 올래요? 네, 갈게요.', second)).toBe(null)
  })

  test('of two places with the same words and context it takes none, unless one is where it was', () => {
    const one = '오늘은 비가 온다. 우산을 챙기고 나가자. 내일은 맑다.'
    const passage = quote(one, '우산을 챙기고 나가자.')
    expect(anchorPassage(`${one} ${one}`, passage)?.start).toBe(passage.start)
    expect(anchorPassage(`새로 쓴다. ${one} ${one}`, passage)).toBe(null)
  })

  test('a deleted passage is not the similar words beside it', () => {
    const rows = '2월\t39,500\t11,000\t181,500\n3월\t31,200\t12,500\t172,700\n4월\t28,900\t12,500\t169,400'
    const part = quote(rows, '00\t172')
    expect(anchorPassage(rows.replace(part.exact, ''), part)).toBe(null)
    const cells = '글꼴\t가까이\t멀리\n1안\t보통\t나쁨\n2안\t좋음\t좋음\n소극장은 복사를 골목에 붙인다.'
    const cell = quote(cells, '좋음')
    expect(anchorPassage(cells.replace(cell.exact, ''), cell)).toBe(null)
  })

  test('a result does not depend on the other passages', () => {
    const text = '가나다 라마바 사아자 차카타 파하. 거너더 러머버 서어저 처커터 퍼허.'
    const changed = `새 글. ${text.replace('라마바', '라마파').replace('서어저', '')}`
    const passages = ['라마바 사아자', '거너더 러머버', '처커터', '서어저'].map(words => quote(text, words))
    expect(anchorPassages(changed, passages)).toEqual(passages.map(one => anchorPassage(changed, one)))
  })

  test('contains whole graphemes', () => {
    const passage = quote('기분이 좋다 👍 그렇다', '기분이 좋다 👍')
    const changed = '오늘 기분이 좋다 👍🏽 그렇다'
    expect(wordsAt(changed, anchorPassage(changed, passage))).toBe('기분이 좋다 👍🏽')
  })
})

describe('after random edits', () => {
  const texts = Object.values(corpus.notes).map(lines => noteText(lines.join('\n')))
  const WORDS = [
    '새로 ',
    '그런데 ',
    '덧붙인 문장이다. ',
    'new words ',
    '12,000원 ',
    '\n\n',
    '😀',
    '어제 고쳤다.\n',
  ]
  const anyEdit = fc.record({
    at: fc.nat(3_000),
    removed: fc.nat(40),
    inserted: fc.constantFrom('', ...WORDS),
  })
  const anyChoice = fc.record({
    text: fc.constantFrom(...texts),
    start: fc.nat(3_000),
    length: fc.integer({ min: 2, max: 120 }),
    edits: fc.array(anyEdit, { maxLength: 6 }),
  })

  /** Edits before and after a part of the text, never inside. */
  function editAround(
    text: string,
    { start, end }: Passage,
    edits: readonly (typeof anyEdit extends fc.Arbitrary<infer Edit> ? Edit : never)[],
  ) {
    let [before, after] = [text.slice(0, start), text.slice(end)]
    for (const { at, removed, inserted } of edits) {
      const position = at % (text.length + 1)
      if (position <= before.length) before = splice(before, position, removed, inserted)
      else after = splice(after, Math.min(position - before.length, after.length), removed, inserted)
    }
    return { before, after }
  }

  function splice(text: string, at: number, removed: number, inserted: string): string {
    return text.slice(0, at) + inserted + text.slice(at + removed)
  }

  function withoutSpace(text: string): string {
    return text.replace(/\s+/g, '')
  }

  function choose({ text, start, length }: { text: string; start: number; length: number }): Passage | null {
    const from = start % text.length
    return passageAt(text, from, Math.min(text.length, from + length))
  }

  test('outside of a passage it stays on its words', () => {
    fc.assert(
      fc.property(anyChoice, ({ edits, ...choice }) => {
        const passage = choose(choice)
        fc.pre(passage !== null)
        const { before, after } = editAround(choice.text, passage, edits)
        const changed = before + passage.exact + after
        const found = anchorPassage(changed, passage)
        const isCertain = passage.isRepeated !== true && passage.exact.length >= 12
        if (found !== null || isCertain)
          expect(found).toEqual({ start: before.length, end: before.length + passage.exact.length })
      }),
      { numRuns: 1_000 },
    )
  })

  test('a deleted passage is nowhere', () => {
    fc.assert(
      fc.property(anyChoice, ({ edits, ...choice }) => {
        const passage = choose(choice)
        // A word or two may be found again near by, if they are there and their context was edited too.
        fc.pre(passage !== null && passage.exact.length >= 8)
        const { before, after } = editAround(choice.text, passage, edits)
        const changed = before + after
        const found = anchorPassage(changed, passage)
        if (found === null) return
        expect(wordsAt(changed, found)).toBe(passage.exact)
        // White space is no context: of two equal cells of a row, either may be the one that remains.
        const isSameContext =
          withoutSpace(changed.slice(0, found.start)).endsWith(withoutSpace(passage.prefix)) ||
          withoutSpace(changed.slice(found.end)).startsWith(withoutSpace(passage.suffix))
        expect(isSameContext).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  test('at most a quarter of the words differs', () => {
    fc.assert(
      fc.property(anyChoice, ({ edits, ...choice }) => {
        const passage = choose(choice)
        fc.pre(passage !== null)
        const changed = edits.reduce(
          (text, { at, removed, inserted }) => splice(text, at % (text.length + 1), removed % 8, inserted),
          choice.text,
        )
        const words = wordsAt(changed, anchorPassage(changed, passage))
        if (words === null) return
        expect(distance(passage.exact, words)).toBeLessThanOrEqual(passage.exact.length / 4)
      }),
      { numRuns: 1_000 },
    )
  })
})

/** The Levenshtein distance, with each run of white space as one space. */
function distance(one: string, other: string): number {
  const [a, b] = [one.replace(/\s+/g, ' '), other.replace(/\s+/g, ' ')]
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
    row = next
  }
  return row[b.length] ?? 0
}

describe('passages of a note whose syntax was plain text', () => {
  /** The plain text of earlier releases, and the source. */
  const source =
    '아침에 <u>밑줄 친 말</u>을 적었어요. H<sub>2</sub>O는 물이에요.\n\n> [!note] 알림 제목\n> 알림의 글이에요.\n\n<details>\n<summary>요약</summary>\n숨은 글이에요.\n</details>'
  const before = source.replace(/^> /gm, '').replaceAll('\n\n', '\n')
  const now = noteText(source)

  test.each([
    ['밑줄 친 말', '밑줄 친 말'],
    ['<u>밑줄 친 말</u>을', '밑줄 친 말을'],
    ['H<sub>2</sub>O', 'H2O'],
    ['는 물이에요.', '는 물이에요.'],
    ['[!note] 알림 제목', '알림 제목'],
    ['알림의 글', '알림의 글'],
    ['<summary>요약</summary>\n숨은', '요약\n숨은'],
    ['<details>', null],
  ])('%s', (quoted, words) => {
    expect(wordsAt(now, anchorPassage(now, quote(before, quoted)))).toBe(words)
  })
})

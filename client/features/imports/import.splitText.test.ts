import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMarkdown } from '#protocol/markdown/markdown.parser.ts'
import { textOf } from '#protocol/markdown/token.text.ts'
import { splitText } from './import.splitText.ts'

/** The rendered words by block type, without repeated table headers; footnotes separately. */
function shown(texts: readonly string[]) {
  const body: string[] = []
  /** Linked and emphasized words with the URLs. */
  const marks: string[] = []
  const footnotes = new Set<string>()
  let head = ''
  for (const text of texts) {
    let isFootnote = false
    let isHead = false
    let headWords = ''
    let numbers: number[] = []
    for (const token of parseMarkdown(text)) {
      if (token.type === 'ordered_list_open') numbers.push(Number(token.attrGet('start') ?? 1))
      if (token.type === 'bullet_list_open') numbers.push(Number.NaN)
      if (/_list_close$/.test(token.type)) numbers = numbers.slice(0, -1)
      if (token.type === 'list_item_open') {
        const number = numbers.pop() ?? Number.NaN
        body.push(Number.isNaN(number) ? '-' : `${number}.`)
        numbers.push(number + 1)
      }
      if (/^footnote_(open|close)$/.test(token.type)) isFootnote = token.nesting > 0
      if (token.type === 'thead_open') isHead = true
      if (token.type === 'thead_close') {
        isHead = false
        if (headWords !== head) body.push(headWords)
        head = headWords
        headWords = ''
      }
      if (token.type === 'fence')
        body.push(
          ...token.content.split('\n').flatMap(line => (line === '' ? [] : [`code ${token.info}:${line}`])),
        )
      if (token.type === 'math') body.push(`math:${token.content}`)
      if (token.type === 'heading_open') body.push(token.tag)
      if (token.type !== 'inline') continue
      const words = textOf(token)
      for (const child of token.children ?? [])
        if (isFootnote) continue
        else if (child.nesting > 0) marks.push(`${child.tag} ${child.attrGet('href') ?? ''}`)
        else if (/code|math|footnote/.test(child.type)) marks.push(`${child.type} ${child.content}`)
      if (isFootnote) footnotes.add(words)
      else if (isHead) headWords += words
      else body.push(...words.split(/\s+/).filter(word => word !== ''))
    }
  }
  return { body, marks, footnotes: [...footnotes].toSorted() }
}

function expectSame(text: string, max: number): string[] {
  const parts = splitText(text, max)
  for (const { length } of parts) expect(length).toBeLessThanOrEqual(max)
  expect(shown(parts)).toEqual(shown([text]))
  return parts
}

test('keeps a text that fits unchanged', () => {
  expect(splitText('하나\n\n\n둘\n', 10)).toEqual(['하나\n\n\n둘\n'])
})

test('splits at headings and fills each part', () => {
  const text = '머리말\n\n# 하나\n가나다\n\n## 둘\n라마바\n\n# 셋\n사아자'
  expect(splitText(text, 20)).toEqual(['머리말\n\n# 하나\n가나다', '## 둘\n라마바\n\n# 셋\n사아자'])
})

test('splits a long section at blank lines, then at lines, then between graphemes', () => {
  expect(splitText('# 하나\n\n가나다라\n\n마바사아', 12)).toEqual(['# 하나\n\n가나다라', '마바사아'])
  expect(splitText('가나다라\n마바사아\n자차', 9)).toEqual(['가나다라\n마바사아', '자차'])
  const family = '👨‍👩‍👧‍👦'
  expect(splitText(family.repeat(3), family.length * 2)).toEqual([family.repeat(2), family])
})

test('adds the used definitions to each part', () => {
  const filler = '가나다라 '.repeat(30)
  const text = `[링크][r] 글[^1]\n\n${filler}\n\n[r] 다시[^2]\n\n[r]: https://a.example "말"\n[^1]: 하나 [r]\n\n[^2]: 둘[^1]`
  const parts = expectSame(text, 200)
  expect(parts).toEqual([
    '[링크][r] 글[^1]\n\n[r]: https://a.example "말"\n[^1]: 하나 [r]',
    filler,
    '[r] 다시[^2]\n\n[r]: https://a.example "말"\n[^1]: 하나 [r]\n[^2]: 둘[^1]',
  ])
})

const atEdge = (inline: string) => `${'가나다 '.repeat(45)}${inline} ${'라마바 '.repeat(45)}`

test.each([
  ['code', `\`\`\`js\n${'const a = 1\n\n'.repeat(40)}\`\`\``],
  ['code in other fences, not closed', `~~~~\n${'~~~\n가\n'.repeat(40)}`],
  ['a table', `| 가 | 나 |\n| --- | :-: |\n${'| 하나 | 둘 |\n'.repeat(40)}`],
  ['a list', '- 항목 하나\n  이어서\n'.repeat(40)],
  ['a numbered list, all of one number', '1. 항목\n   이어서\n'.repeat(40)],
  ['a numbered list from 95', Array.from({ length: 40 }, (_, at) => `${95 + at}. 항목`).join('\n')],
  ['a list in a list', `- 밖\n${'  - 안\n'.repeat(60)}`],
  ['a quote', `> ${'가나다라 마바사\n> 둘째 줄\n>\n> '.repeat(30)}끝`],
  ['a quote with code', `> \`\`\`js\n${'> a()\n'.repeat(60)}> \`\`\``],
  ['emphasis at the edge', atEdge('**굵게 이어지는 말 여럿 그리고 더**')],
  ['a link at the edge', atEdge('[이어지는 말 여럿 그리고 더](https://a.example/b)')],
  ['code within a line at the edge', atEdge('`a  *b* c d e f g h`')],
  ['lines that would begin a list', '가나다라마바사\n2. 둘째 줄이 아니라 글\n'.repeat(20)],
])('renders each part of %s as in the whole', (_, text) => {
  const parts = expectSame(text, 200)
  expect(parts.length).toBeGreaterThan(1)
})

const inline = ['**굵게**', '`코드`', '[링크][r]', '[^2]', '$x^2$', '[가](https://a.example)']
const word = fc.constantFrom('가나', '각주[^1]', 'ab c', '😀', ...inline)
const line = fc.array(word, { minLength: 1, maxLength: 8 }).map(words => words.join(' '))
const lines = (write: (line: string) => string, maxLength = 6) =>
  fc.array(line, { minLength: 1, maxLength }).map(found => found.map(write).join('\n'))
const block = fc.oneof(
  line,
  lines(each => each, 4),
  line.map(words => `## ${words}`),
  lines(each => `- ${each}`),
  lines(each => `1. ${each}\n   더`),
  lines(each => `> ${each}`),
  lines(each => each, 9).map(code => `\`\`\`js\n${code}\n\`\`\``),
  lines(each => `| ${each} |`).map(rows => `| 머리 |\n| --- |\n${rows}`),
  fc.constantFrom('$$\nx^2\n$$', '---'),
)

test('the parts of any text together render like the text', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 2, maxLength: 12 }), blocks => {
      const definitions = '[r]: https://b.example\n\n[^1]: 하나\n\n[^2]: 둘'
      expectSame(`# 처음\n\n각주[^1] [^2]\n\n${blocks.join('\n\n끝\n\n')}\n\n${definitions}`, 400)
    }),
    { numRuns: 60 },
  )
})

test('every part of any text fits, and no word is lost', () => {
  const lines = Array.from({ length: 300 }, (_, at) => {
    const words = `낱말${at} `.repeat(1 + (at % 40))
    const shapes = ['', `# 제목 ${at}`, words, '```', `- 항목 ${at}`, '나'.repeat(at)]
    return shapes[(at * 7) % shapes.length] ?? ''
  })
  const text = lines.join('\n')
  for (const max of [60, 500, 5_000]) {
    const parts = splitText(text, max)
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(max)
    const signs = (written: string) => written.replace(/\s|```/g, '')
    expect(signs(parts.join(''))).toBe(signs(text))
  }
})

const numbered = (count: number, write: (at: number) => string, between = '\n') =>
  Array.from({ length: count }, (_, at) => write(at)).join(between)
const longWords = (count: number, name: string) => numbered(count, at => `${name}${at}`, ' ')

test.each([
  `1. 처음\n${numbered(1_500, at => `   줄${at}`)}`,
  `1. 처음\n\n${numbered(1_500, at => `   단락${at}\n`)}`,
  `100000000. 처음\n${numbered(1_500, at => `           줄${at}`)}`,
  `각주[^1]\n\n[^1]: ${longWords(2_000, '긴')}`,
  `각주[^1]\n\n[^1]: 처음\n${numbered(1_000, at => `    이어${at}`)}`,
  `${numbered(30, at => `줄${at}[^${at}]`)}\n\n${numbered(30, at => `[^${at}]: ${longWords(60, `각주${at}의`)}`)}`,
  `${numbered(300, at => `줄${at} \`[^${at}]\` 가나다라마바\n`)}\n${numbered(300, at => `[^${at}]: 각주${at}`)}`,
  numbered(300, at => `줄${at} [r]\n\n[r]: https://a.example/주소${at}\n`),
])('loses no word of long items, long or many definitions, and unused definitions (%#)', text => {
  const parts = splitText(text, 5_000)
  expect(parts.every(({ length }) => length <= 5_000)).toBe(true)
  const wordsIn = (written: string) => written.match(/[가-힣]+\d[\d가-힣]*/g) ?? []
  const found = new Set(parts.flatMap(wordsIn))
  expect(wordsIn(text).filter(word => !found.has(word))).toEqual([])
})

test.each([
  '가 '.repeat(25_000),
  '\n'.repeat(50_000),
  '# 가\n'.repeat(10_000),
  '```\n'.repeat(50_000),
  '`'.repeat(25_000),
  `${'~'.repeat(3_000)}\n${'가\n'.repeat(3_000)}`,
  `> - ${'`'.repeat(300)}\n${'>   가\n'.repeat(3_000)}`,
])('splits a very long text of any kind (%#)', text => {
  expect(splitText(text, 5_000).every(({ length }) => length <= 5_000)).toBe(true)
})

import { describe, expect, test } from 'vitest'
import { parseMarkdown } from './markdown.parser.ts'

/** The formulas of a text: `[source, delimiter]`. */
function formulasIn(text: string): [string, string][] {
  return parseMarkdown(text)
    .flatMap(token => [token, ...(token.children ?? [])])
    .filter(token => token.type === 'math')
    .map(({ content, markup }) => [content, markup])
}

describe('inline', () => {
  test.each([
    ['넓이는 $x^2$이다', 'x^2'],
    ['$\\frac{1}{2}$', '\\frac{1}{2}'],
    ['($a$)', 'a'],
    ['$3x + 2$', '3x + 2'],
    ['$\\$5$', '\\$5'],
    ['$a*b*c_d_$', 'a*b*c_d_'],
    ['$[x](y)$', '[x](y)'],
    ['**$x$**', 'x'],
    ['$5와 $x$', 'x'],
    ['$\\text{밑변}$', '\\text{밑변}'],
  ])('%s', (text, formula) => {
    expect(formulasIn(text)).toEqual([[formula, '$']])
  })

  test.each([
    '$5와 $10',
    '$5와 10$',
    '$100달러에서 200$까지',
    '10$과 20$',
    'US$5, HK$7',
    '$5~$10',
    '$1,000 또는 $2,000',
    '$HOME/$USER와 $PATH',
    '$ x $',
    '$x\ny$',
    '\\$x$',
    '`$x$`',
    '$',
    '$$',
    '$$$',
    '$$ $$',
  ])('%s is none', text => {
    expect(formulasIn(text)).toEqual([])
  })
})

describe('display', () => {
  test.each([
    ['$$x$$', 'x'],
    ['$$\nx\n$$', 'x'],
    ['$$x\n\ny$$', 'x\n\ny'],
    ['글\n$$\nx\n$$\n글', 'x'],
    ['글 $$x$$ 글', 'x'],
    ['> $$\n> x\n> $$', 'x'],
    ['- $$\n  x\n  $$', 'x'],
  ])('%j', (text, formula) => {
    expect(formulasIn(text)).toEqual([[formula, '$$']])
  })

  test.each(['$$\nx', '$$\nx\n\n글', '    $$x'])('%j is unfinished, and text', text => {
    expect(formulasIn(text)).toEqual([])
  })
})

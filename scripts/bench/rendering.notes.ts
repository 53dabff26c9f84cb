import { common } from 'lowlight'
import { notes } from './markdown.notes.ts'

/** The longest note, in characters. */
const LENGTH = 5000

const fill = (part: string, length = LENGTH) => part.repeat(Math.floor(length / part.length))
const nested = (open: string, close: string, times: number) => `${open.repeat(times)}x${close.repeat(times)}`
const display = (tex: string) => `$$${tex}$$`

/** Formulas that try to be slow: growing macros, nested boxes, thousands of cells or symbols. */
const FORMULAS: Record<string, string> = {
  'a macro of 1,000 signs': `\\def\\a{${'x'.repeat(1000)}}${'\\a '.repeat(200)}`,
  'a macro that doubles': `\\def\\a{xxxx}${'\\edef\\a{\\a\\a}'.repeat(25)}\\a`,
  ...Object.fromEntries(
    [
      ['\\sqrt{', '}'],
      ['\\frac{1}{', '}'],
      ['\\cfrac{1}{1+', '}'],
      ['\\left(\\frac{1}{', '}\\right)'],
      ['\\begin{matrix}a&', '\\end{matrix}'],
      ['\\boxed{', '}'],
      ['\\colorbox{red}{$', '$}'],
      ['\\raisebox{1em}{$', '$}'],
      ['\\overbrace{', '}^{2}'],
      ['\\dddot{', '}'],
      ['\\pmb{', '}'],
      ['\\Bra{', '}'],
      ['\\mathchoice{x}{x}{x}{', '}'],
    ].flatMap(([open = '', close = '']) =>
      [12, 60, 150].map(times => [`${open} ${times} deep`, nested(open, close, times)]),
    ),
  ),
  '{ to the end': nested('{', '}', 2490),
  'x^{ to the end': nested('x^{', '}', 1240),
  '\\sqrt{ to the end': nested('\\sqrt{', '}', 700),
  ...Object.fromEntries(
    [
      'x',
      'x+',
      'x^2_1',
      '\\text{가}',
      '\\frac12',
      '\\sqrt x',
      '\\int_0^1',
      '\\left(x\\right)',
      '\\Bigg(',
      '\\widehat{a}',
      '\\rule{9em}{9em}',
    ].flatMap(part => [
      [`${part} to the end`, fill(part, 4980)],
      [`${part} 500 characters`, fill(part, 500)],
    ]),
  ),
  '& to the end': `\\begin{matrix}${fill('&', 4950)}\\end{matrix}`,
  'a\\\\ to the end': `\\begin{matrix}${fill('a\\\\', 4950)}\\end{matrix}`,
  '40 columns': `\\begin{matrix}${fill(`${'a&'.repeat(40)}\\\\`, 4950)}\\end{matrix}`,
}

const CODES = [
  '{[(',
  'a(',
  '<a ',
  '"',
  '/*',
  '1 ',
  'let a = 1;\n',
  '<',
  '${',
  'a.',
  '\\',
  '@a ',
  '-',
  'a b ',
  'a',
]

/** Notes of thousands of formulas, blocks or elements. */
const MANY = [
  '$x$ ',
  '$x^2_1$ ',
  '$x$\n\n',
  '$$x$$\n\n',
  '- $x$\n',
  `$${'x+'.repeat(490)}x$ `,
  '```js\nlet a\n```\n\n',
  '~~~\n\n~~~\n',
  '- \n',
  '-\n',
  '- - - - - - - - - - a\n',
  `${'> '.repeat(20)}a\n\n`,
  '>a\n\n',
  '---\n\n',
  '*a* ',
  '*a*b',
  '**a** ',
  '`a` ',
  '<tel:1>',
  ' \u00a0\n a\n',
  '- [ ] a\n',
  'aא',
  '👨‍👩‍👧‍👦',
]

/** Notes that try to be slow to parse, render, lay out or paint. */
export const slowNotes: readonly { name: string; text: string }[] = [
  ...Object.entries(FORMULAS).map(([name, tex]) => ({ name: `formula: ${name}`, text: display(tex) })),
  {
    name: 'formulas: 700 different',
    text: Array.from({ length: 700 }, (_, index) => `$x_{${index}}$`).join(' '),
  },
  { name: 'formulas in a table', text: `|a|b|\n|-|-|\n${fill('|$x$|$y$|\n', 4900)}` },
  ...Object.keys(common).flatMap(language =>
    CODES.map(part => ({
      name: `${language}: ${JSON.stringify(part)}`,
      text: `\`\`\`${language}\n${fill(part, 4970)}\n\`\`\``,
    })),
  ),
  ...MANY.map(part => ({ name: `many: ${JSON.stringify(part)}`, text: fill(part) })),
  { name: 'table of 50 columns', text: `${'|a'.repeat(50)}\n${'|-'.repeat(50)}\n${fill('a\n', 90)}` },
  {
    name: 'table of 800 columns',
    text: `${'|a'.repeat(800)}|\n${'|-'.repeat(800)}|\n${'|a'.repeat(800)}|\n`,
  },
  ...notes,
]

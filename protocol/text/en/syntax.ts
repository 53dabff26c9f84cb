import type { SyntaxExample } from '../ko/syntax.ts'

export const syntax: SyntaxExample[] = [
  { name: 'Headings', source: '# Large\n### Small' },
  { name: 'Bold, italic, both', source: '**bold**, *italic*, ***both***' },
  { name: 'Strikethrough, highlight', source: '~~struck out~~, ==highlighted==' },
  { name: 'Footnote', source: 'Put it after a word.[^1]\n\n[^1]: It appears at the end.' },
  { name: 'List', source: '- First\n  - below it\n    - and below that\n- Second' },
  { name: 'Numbered list', source: '1. Meet\n2. Talk\n3. Sum up' },
  { name: 'Tasks', source: '- [x] Collect sources\n- [ ] Write a draft' },
  { name: 'Quote', source: '> A thought grows when it is shared.\n>> Indeed.' },
  {
    name: 'Callout',
    source: '> [!tip] Read this first\n> The kinds are note, tip, important, warning, caution.',
  },
  {
    name: 'Collapsed',
    source: '<details>\n<summary>Show the answer</summary>\n\nIt is **42**.\n\n</details>',
  },
  {
    name: 'Underline, raised, lowered, key',
    source: '<u>underlined</u>, H<sub>2</sub>O, 10<sup>3</sup>, <kbd>Ctrl</kbd>',
  },
  { name: 'Table', source: '| Day | Task |\n| --- | --- |\n| Mon | Draft |\n| Fri | Talk |' },
  { name: 'Link', source: '[Geulmaru](https://example.com)' },
  {
    name: 'Picture',
    source: '![What it shows](https://example.com/photo.jpg)',
    shown: '*The picture at that address*',
  },
  { name: 'Code', source: '`print("hello")`' },
  { name: 'Several lines of code', source: '```python\nfor i in range(3):\n    print(i)\n```' },
  { name: 'Formula', source: '$E = mc^2$' },
  { name: 'Formula on its own lines', source: '$$\n\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}\n$$' },
  { name: 'Diagram (Mermaid)', source: '```mermaid\nflowchart LR\n  Draft --> Edit --> Share\n```' },
  { name: 'Circled numbers', source: '(1) Prepare (2) Do (3) Sum up' },
  { name: 'Arrows', source: '-> <- <-> => <=>' },
  { name: 'Rule', source: 'above\n\n---\n\nbelow' },
  { name: 'Signs as typed', source: '\\*stars\\* \\(1) \\->' },
  { name: 'Leading spaces', source: '    Indented by four spaces' },
]

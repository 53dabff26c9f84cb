import { expect, test } from 'vitest'
import { classesIn, parseStyles, usedStyles } from './usedStyles.ts'

const used = (css: string, html: string) => usedStyles(parseStyles(css), classesIn(html))
const PAGE = '<main class="card card--open"><p class="md">a.b</p></main>'

test.each([
  ['elements', 'p,h1{margin:0}', 'p,h1{margin:0}'],
  ['used classes', '.card{margin:0}.row{margin:0}', '.card{margin:0}'],
  ['a list with a used class', '.row,.card .md{margin:0}', '.row,.card .md{margin:0}'],
  [
    'only all classes of a selector',
    '.card .row{margin:0}.card.card--open:hover{margin:0}',
    '.card.card--open:hover{margin:0}',
  ],
  ['whole names', '.car{margin:0}', ''],
  [
    'arguments',
    '.card:not(.row:is(.x,.y)) a[href=".z"]{margin:0}',
    '.card:not(.row:is(.x,.y)) a[href=".z"]{margin:0}',
  ],
  ['groups', '@layer a{@media print{.row{margin:0}.md{margin:0}}}', '@layer a{@media print{.md{margin:0}}}'],
  ['no empty group', '@container b (min-width:1px){.row{margin:0}}', ''],
  [
    'statements and other at-rules',
    '@layer a,b;@keyframes c{to{opacity:0}}',
    '@layer a,b;@keyframes c{to{opacity:0}}',
  ],
  [
    'braces in strings',
    '.md:before{content:"}\\""}.card{content:\'{\'}',
    '.md:before{content:"}\\""}.card{content:\'{\'}',
  ],
])('keeps %s', (_, css, expected) => {
  expect(used(css, PAGE)).toBe(expected)
})

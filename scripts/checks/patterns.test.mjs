import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import { expect, test } from 'vitest'
import { root } from '../lib/project.mjs'
import { patternsIn } from './patterns.mjs'
import { sourceFiles } from './sourceFiles.mjs'

/** Patterns that may take long, and why none ever does: what they read is not people's. */
const harmless = {
  '/<script(?![^>]*\\bsrc=)[^>]*>([\\s\\S]*?)<\\/script>/g':
    'reads the page that was built, once, at the start',
}

/** Patterns that are made at run time, which nobody can check beforehand, and why each is linear. */
const made = {
  "client/features/comments/comments.links.ts new RegExp(`https?://|${WWW_OR_MAIL.source}`, 'gi')":
    'a pattern that is checked where it is written, or one of two schemes',
  'server/config.ts new RegExp(`^[\\\\x21-\\\\x7e]{${TOKEN_LENGTH_MIN},}$`)':
    'one class from start to end; reads the configuration',
  "client/features/comments/comments.mentions.ts new RegExp(patterns.join(''))":
    'at most 40 signs, each itself, a class of syllables or one of two that begin otherwise; nothing repeats',
  "server/features/accounts/accounts.repository.ts new RegExp([...text].map(escapeForRegExp).join(''))":
    'the signs of a query of an administrator, as long as one may be, each itself; nothing repeats',
  'server/features/agora/agora.patterns.ts new RegExp(parts.length > 0 ? `${parts.join(BETWEEN)}|${asWritten}` : asWritten)':
    'at most 40 signs, each a class; between them repeat only signs that are in no such class',
  "server/features/notes/searchFields.ts new RegExp(signs.map(sign => syllablesOf(sign) ?? escapeForRegExp(sign)).join(''), 'g')":
    'at most 40 signs, each itself or a class of syllables; nothing repeats',
  'server/features/notes/searchFields.ts new RegExp(`[${INITIALS}]`)': 'one of nineteen letters of our own',
  'server/features/notes/search.pipeline.ts new RegExp(word.pattern.source)':
    'the pattern of a word of a query, as above',
  'server/features/notes/search.pipeline.ts new RegExp(`^[^\\\\n]*${word.pattern.source}`)':
    'the same behind a beginning that ends with the first line; the database gives up after three seconds',
  "server/platform/mongo/glibcFallback.ts new RegExp(`^${name}=\"?([\\\\w-]+)`, 'm')":
    "two names of our own, in the machine's /etc/os-release",
}

const sources = sourceFiles(['.ts', '.tsx', '.mjs'])
  .filter(path => /^(protocol|server|client)\//.test(path) && !/\.test\.tsx?$|\/testing\//.test(path))
  .map(path => ({ path, ...patternsIn(path, readFileSync(join(root, path), 'utf8')) }))

/** Each pattern once, with the files that have it. */
const literals = new Map()
for (const { path, literals: found } of sources)
  for (const { pattern, flags } of found) {
    const name = `/${pattern}/${flags}`
    literals.set(name, { pattern, flags, paths: [...(literals.get(name)?.paths ?? []), path] })
  }

/** Never by the clock, which a busy machine would run out; the same tries each time. */
const parameters = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  recallTimeout: null,
  randomSeed: 0,
}

test.each([...literals].filter(([name]) => !(name in harmless)))(
  '%s takes no longer than its text is long',
  { timeout: 120_000 },
  async (_, { pattern, flags, paths }) => {
    // A program of its own does it where there is one for this machine, for a fifth of what `checkSync` takes.
    const { status, attack } = await check(pattern, flags, parameters)
    expect({ status, attack: attack?.pattern, paths }).toMatchObject({ status: 'safe' })
  },
)

test('every exception is still needed', () => {
  for (const name of Object.keys(harmless)) expect([...literals.keys()]).toContain(name)
})

test('a pattern is made at run time only where it is known why that is safe', () => {
  const found = sources.flatMap(source => source.made.map(code => `${source.path} ${code}`))
  expect(found.toSorted()).toEqual(Object.keys(made).toSorted())
})

test('text is normalised in one place, which bounds the work', () => {
  const normalizing = sources.filter(({ normalizes }) => normalizes).map(({ path }) => path)
  // Pasting joins neighbouring text nodes of the DOM, which has the same name.
  expect(normalizing).toEqual([
    'protocol/normalization.ts',
    'client/features/notes/attachments/html.inline.ts',
  ])
})

test('patterns are found wherever they stand', () => {
  expect(literals.size).toBeGreaterThan(70)
  const source = `
    const a = <p title={text.replace(/x+/g, '/no/')}>/neither/</p> // /nor/
    new RegExp(a); RegExp('b'); text.match(\`c\`); text.search('d'); text.match(e)
    text?.normalize('NFC')
  `
  expect(patternsIn('x.tsx', source)).toEqual({
    literals: [{ pattern: 'x+', flags: 'g' }],
    made: ['new RegExp(a)', "RegExp('b')", 'text.match(`c`)', "text.search('d')"],
    normalizes: true,
  })
})

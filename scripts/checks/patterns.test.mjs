import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import { expect, test } from 'vitest'
import { root } from '../lib/project.mjs'
import { patternsIn } from './patterns.mjs'
import { sourceFiles } from './sourceFiles.mjs'

/** Patterns that are slow for some texts, and why they never get such a text. */
const slowButSafe = {
  '/<script(?![^>]*\\bsrc=)[^>]*>([\\s\\S]*?)<\\/script>/g': 'reads our built page once, at the start',
}

/** Patterns that are built at run time, which cannot be checked here, and why each is linear. */
const builtPatterns = {
  "client/features/comments/comments.links.ts new RegExp(`https?://|${WWW_OR_MAIL.source}`, 'gi')":
    'a checked literal, or one of two schemes',
  "client/features/notes/find/find.rules.ts new RegExp([...literal].map(escapeForRegExp).join(''), query.isCaseSensitive ? 'g' : 'gi')":
    'the literal characters of a query; nothing repeats',
  "client/features/notes/find/expression.engine.ts new RegExp(text, isCaseSensitive ? 'gmu' : 'gimu')":
    'the expression of the user, in a worker that is ended after 400 ms',
  'server/config.values.ts new RegExp(`^[\\\\x21-\\\\x7e]{${TOKEN_LENGTH_MIN},}$`)':
    'one character class; reads the configuration',
  "protocol/searchText.ts new RegExp(patterns.join(''))":
    'at most 200 characters, each literal, a class of syllables or one of two alternatives; nothing repeats',
  "server/features/accounts/accounts.repository.ts new RegExp([...text].map(escapeForRegExp).join(''))":
    'the literal characters of an administrator’s query; nothing repeats',
  'server/features/agora/agora.patterns.ts new RegExp(parts.length > 0 ? `${parts.join(BETWEEN)}|${asWritten}` : asWritten)':
    'at most 40 character classes; the repeated characters between them are in none of these classes',
  "protocol/searchHits.ts new RegExp([...folded].map(sign => syllablesOf(sign) ?? escapeForRegExp(sign)).join(''), 'g')":
    'at most 40 characters, each literal or a class of syllables; nothing repeats',
  'server/features/notes/searchFields.ts new RegExp(`[${INITIALS}]`)': 'a class of nineteen constant letters',
  'server/features/notes/search.pipeline.ts new RegExp(word.pattern.source)':
    'the pattern of a query word, as above',
  'server/features/notes/search.pipeline.ts new RegExp(`^[^\\\\n]*${word.pattern.source}`)':
    'the same after the start of the first line; the database stops after three seconds',
  "server/platform/mongo/glibcFallback.ts new RegExp(`^${name}=\"?([\\\\w-]+)`, 'm')":
    'two constant names; reads /etc/os-release',
}

const sources = sourceFiles(['.ts', '.tsx', '.mjs'])
  .filter(path => /^(protocol|server|client)\//.test(path) && !/\.test\.tsx?$|\/testing\//.test(path))
  .map(path => ({ path, ...patternsIn(path, readFileSync(join(root, path), 'utf8')) }))

/** Each pattern with its files. */
const literals = new Map()
for (const { path, literals: found } of sources)
  for (const { pattern, flags } of found) {
    const name = `/${pattern}/${flags}`
    literals.set(name, { pattern, flags, paths: [...(literals.get(name)?.paths ?? []), path] })
  }

/** No time limits, which a busy machine would exceed, and the same attempts in each run. */
const parameters = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  recallTimeout: null,
  randomSeed: 0,
}

/** Whether a pattern repeats anything. One that does not takes constant time at each position of the text. */
function hasRepetition(pattern) {
  const withoutClasses = pattern.replace(/\\[pPu]\{[^}]*\}|\\./g, '').replace(/\[[^\]]*\]/g, '')
  return /[*+{]/.test(withoutClasses)
}

test.each([...literals].filter(([name, { pattern }]) => !(name in slowButSafe) && hasRepetition(pattern)))(
  '%s takes linear time',
  { timeout: 120_000 },
  async (_, { pattern, flags, paths }) => {
    // `check` uses a native program if there is one for this machine; `checkSync` takes five times as long.
    const { status, attack } = await check(pattern, flags, parameters)
    expect({ status, attack: attack?.pattern, paths }).toMatchObject({ status: 'safe' })
  },
)

test('every exception is still needed', () => {
  for (const name of Object.keys(slowButSafe)) expect([...literals.keys()]).toContain(name)
})

test('every pattern that is built at run time is listed with a reason', () => {
  const found = sources.flatMap(source => source.builtPatterns.map(code => `${source.path} ${code}`))
  expect(found.toSorted()).toEqual(Object.keys(builtPatterns).toSorted())
})

test('only one module normalizes text, because it bounds the work', () => {
  const normalizing = sources.filter(({ normalizes }) => normalizes).map(({ path }) => path)
  // The second file calls `Node.normalize`.
  expect(normalizing).toEqual([
    'protocol/normalization.ts',
    'client/features/notes/attachments/html.inline.ts',
  ])
})

test('patternsIn finds literals and built patterns', () => {
  expect(literals.size).toBeGreaterThan(70)
  const source = `
    const a = <p title={text.replace(/x+/g, '/no/')}>/neither/</p> // /nor/
    new RegExp(a); RegExp('b'); text.match(\`c\`); text.search('d'); text.match(e)
    text?.normalize('NFC')
  `
  expect(patternsIn('x.tsx', source)).toEqual({
    literals: [{ pattern: 'x+', flags: 'g' }],
    builtPatterns: ['new RegExp(a)', "RegExp('b')", 'text.match(`c`)', "text.search('d')"],
    normalizes: true,
  })
})

import { expect, test } from 'vitest'
import { clientEvents, serverEvents } from '../../protocol/events.ts'
import { LONG_FORM } from '../lib/testKinds.mjs'
import { read, sourceFiles } from './sourceFiles.mjs'

const LINES_MAX = 350
const COMMENT_WIDTH_MAX = 140
/** Sample texts and policies. */
const prose = [
  'scripts/demo/content/',
  'client/features/lookaround/content/',
  'server/features/accounts/policies/',
]

const files = sourceFiles(['.ts', '.tsx', '.mjs', '.css']).map(path => ({ path, text: read(path) }))
const scripts = files.filter(({ path }) => !path.endsWith('.css'))
const productFiles = scripts.filter(({ path }) => /^(protocol|server|client)\//.test(path) && !isTest(path))

function isTest(path) {
  return /\.test\.(tsx?|mjs)$|\/testing\//.test(path)
}

test('files have at most 350 lines, and comments fit the width', () => {
  const checked = files.filter(({ path }) => !prose.some(folder => path.startsWith(folder)))
  const long = checked.filter(({ text }) => text.split('\n').length - 1 > LINES_MAX)
  expect(long.map(({ path }) => path)).toEqual([])
  const wide = checked.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter(line => line.length > COMMENT_WIDTH_MAX && /^\s*(\/\/|\/\*\*|\* )/.test(line))
      .map(line => `${path}: ${line}`),
  )
  expect(wide).toEqual([])
})

test('comments name only constants that exist', () => {
  const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm
  const constant = /\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g
  const namedInCode = new Set(scripts.flatMap(({ text }) => text.replace(comment, '').match(constant) ?? []))
  const unknown = scripts.flatMap(({ path, text }) =>
    (text.match(comment) ?? [])
      .flatMap(each => each.match(constant) ?? [])
      .filter(name => !namedInCode.has(name))
      .map(name => `${path}: ${name}`),
  )
  expect(namedInCode.size).toBeGreaterThan(500)
  expect(unknown).toEqual([])
})

test('every text of the catalogue is used', () => {
  const keys = productFiles
    .filter(({ path }) => path.startsWith('protocol/text/ko/'))
    .flatMap(({ text }) => Array.from(text.matchAll(/^ {2}'([a-zA-Z.]+)':/gm), ([, key]) => key))
  const code = productFiles
    .filter(({ path }) => !/^protocol\/text\/(?!index)/.test(path))
    .map(({ text }) => text)
    .join('\n')
  // For example `quota.${name}`.
  const prefixes = Array.from(code.matchAll(/`([a-zA-Z]+\.[a-zA-Z.]*)\$\{/g), ([, prefix]) => prefix)
  expect(keys.length).toBeGreaterThan(500)
  expect(
    keys.filter(key => !code.includes(`'${key}'`) && !prefixes.some(prefix => key.startsWith(prefix))),
  ).toEqual([])
})

test('memoized components rerender when the language changes', () => {
  const memoized = productFiles.filter(({ text }) => /\bmemo\(/.test(text) && /\bt\(/.test(text))
  expect(memoized.length).toBeGreaterThan(0)
  expect(memoized.filter(({ text }) => !text.includes('useLanguage()')).map(({ path }) => path)).toEqual([])
})

/** Only these may name a language; everything else derives from `protocol/text/languages.ts`. */
const LANGUAGE_FILES = /^protocol\/text\/([a-z]{2}\/|[a-z]{2}\.ts$|languages\.ts$)/
/** A quoted language or locale. Sorting by the rules of one locale is independent of the interface's language. */
const LANGUAGE = /(?<!localeCompare\(.*)(["'])(?:ko|en)(?:-[A-Z]{2})?\1(?!, (?:numericOrdering|strength))/

test('languages are named only in their texts and in the table of languages', () => {
  const named = productFiles
    .filter(({ path }) => !LANGUAGE_FILES.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter(line => LANGUAGE.test(line))
        .map(line => `${path}: ${line.trim()}`),
    )
  expect(named).toEqual([])
  const [, byDefault] = /DEFAULT_LANGUAGE = '(\w+)'/.exec(read('protocol/text/languages.ts')) ?? []
  expect(read('client/index.html')).toContain(`<html lang="${byDefault}">`)
})

test('the server and the client both name every event', () => {
  const codeOf = folder =>
    productFiles
      .filter(({ path }) => path.startsWith(`${folder}/`) && !path.startsWith('client/dev/'))
      .map(({ text }) => text)
      .join('\n')
  const names = Object.keys({ ...serverEvents, ...clientEvents })
  expect(names.length).toBeGreaterThan(40)
  const missing = ['server', 'client'].flatMap(folder => {
    const code = codeOf(folder)
    return names.filter(name => !code.includes(`'${name}'`)).map(name => `${name}: not in ${folder}/`)
  })
  expect(missing, 'The sender or the subscription of an event is missing').toEqual([])
})

test('features publish events only in their services and *.events.ts', () => {
  const publishers = productFiles
    .filter(
      ({ path, text }) =>
        path.startsWith('server/features/') && /\blive\s*\.(?:emit|publish)To\w+\(/.test(text),
    )
    .map(({ path }) => path)
  expect(publishers.length).toBeGreaterThan(5)
  expect(publishers.filter(path => !/\.(events|service)\.ts$/.test(path))).toEqual([])
})

/**
 * Browser APIs that may be missing, throw or never answer, and the files that may use them. These files have time limits and
 * fallbacks.
 */
const BROWSER_APIS = [
  [/\bindexedDB\b|\bIDBFactory\b/, ['deviceStore.ts']],
  [/import [^;]*?\b(?:createStore|defaultGetStore)\b[^;]*?from 'idb-keyval'/, []],
  [/\blocalStorage\b|\bsessionStorage\b/, ['storage.ts']],
  [/\bnew BroadcastChannel\b/, ['broadcast.ts']],
  [/\bnavigator\.serviceWorker\b|['"]serviceWorker['"] in navigator/, ['serviceWorker.ts']],
  [/\bNotification\.\w|\bnew Notification\(|\.pushManager\b/, ['push.ts']],
  [/\bnavigator\.clipboard\b/, ['clipboard.ts']],
  [/\bcrypto\.subtle\b/, ['requestKey.ts']],
  [/\bnavigator\.(?:storage|permissions)\b/, []],
  [/(?<![\w.])caches\./, []],
  [/\bURL\.canParse\b/, []],
  [/\.checkVisibility\b/, ['visibility.ts']],
  [/\bnavigator\.locks\b|\block(?:s|Manager)?\.request\(/, ['client/features/documents/locks.ts']],
  // `openWorker` limits how long it waits for a worker.
  [/(?<!openWorker\(\s*\(\) => )\bnew (?:Shared)?Worker\(/, []],
].map(([pattern, names]) => ({
  pattern,
  allowed: names.map(name => (name.includes('/') ? name : `client/platform/browser/${name}`)),
}))

test.each(BROWSER_APIS)('$pattern is used only in $allowed', ({ pattern, allowed }) => {
  const users = productFiles
    .filter(({ path }) => path.startsWith('client/') && !path.startsWith('client/dev/'))
    .filter(({ text }) => pattern.test(text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')))
    .map(({ path }) => path)
  expect(users.toSorted()).toEqual(allowed.toSorted())
})

test('only the mark at the end of its title moves a browser test to the long run', () => {
  const specs = scripts.filter(({ path }) => path.startsWith('tests/browser/') && path.endsWith('.spec.ts'))
  const marked = specs.flatMap(({ text }) =>
    Array.from(text.matchAll(/^\s*test(?:\.\w+)?\(\s*(['"`])(.*)\1,/gm), ([, , title]) => title).filter(
      title => title.includes('@'),
    ),
  )
  expect(marked.length).toBeGreaterThan(0)
  expect(marked.filter(title => !title.endsWith(` ${LONG_FORM}`) || title.split('@').length > 2)).toEqual([])
  const otherMarks = /test\.describe\(\s*['"`][^'"`]*@|\btag:\s*\[?\s*['"`]@/
  expect(specs.filter(({ text }) => otherMarks.test(text)).map(({ path }) => path)).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/project.mjs'

const documents = ['CONTRIBUTING.md', 'README.md', 'docs/architecture.md', 'docs/operations.md']
const folders = ['client', 'docs', 'protocol', 'scripts', 'server', 'tests']
const fileEnding = /\.(css|html|json|md|mjs|ts|tsx)$/

/** Named as what one is about to make, or what the product makes. */
const madeLater = [
  'protocol/text/ko/about.ts',
  'client/features/about/AboutScreen.tsx',
  'server/features/bookmarks/bookmarks.repository.ts',
  'ja.ts',
]

const files = [
  ...readdirSync(root),
  ...folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true }).map(path => join(folder, path)),
  ),
]
const { scripts, dependencies, optionalDependencies, devDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)

test.each(documents)('%s names files that there are', document => {
  const missing = pathsIn(readFileSync(join(root, document), 'utf8')).filter(path => !isThere(path))
  expect(missing).toEqual([])
})

test.each(documents)('%s names scripts that there are', document => {
  const text = readFileSync(join(root, document), 'utf8')
  expect(named(text, /npm run ([a-z:]+)/g).filter(name => !(name in scripts))).toEqual([])
})

test.each([
  ...['README.md', 'CHANGELOG.md', 'docs/operations.md'].map(document => [
    document,
    /(?<=[\s(])'([가-힣][^'\n]*)'/g,
  ]),
  ...['privacy', 'terms'].map(policy => [`server/features/accounts/policies/${policy}.ko.ts`, /‘([^’]*)’/g]),
])('%s calls what is on the screens as they do', (document, quoted) => {
  const folder = join(root, 'protocol/text/ko')
  const sentences = readdirSync(folder).flatMap(file =>
    named(readFileSync(join(folder, file), 'utf8'), /'([^'\n]*)',?$/gm),
  )
  // What the terms call themselves and their parties.
  const others = ['서비스', '운영자']
  const isSaid = name => sentences.some(said => said === name || said.startsWith(`${name} {`))
  const names = named(readFileSync(join(root, document), 'utf8'), quoted)
  expect(names.filter(name => !others.includes(name) && !isSaid(name))).toEqual([])
})

test('README says of each dependency why it is there, and of nothing else', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const [, table = ''] = readme.split('## Why each dependency is there')
  const listed = named(table.split('## Licence')[0], /^\| ([^|]+) \|/gm)
    .flatMap(cell => cell.split(', '))
    .map(name => name.replace(' (optional)', ''))
    .filter(name => !['package', '---'].includes(name))
  const wanted = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
    // Types follow what they are of.
    .filter(name => !name.startsWith('@types/'))
  expect(listed.toSorted()).toEqual(wanted.toSorted())
})

test('what the recipes make is not in the code yet', () => {
  const recipes = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const made = [
    ...named(recipes, /^ +path: ('[^']+'),$/gm),
    ...named(recipes, /^ +('[a-z]+:[a-z]+'): z\.object/gm),
    ...named(recipes, /^`(\/[a-z]+)`\.$/gm).map(path => `'${path}'`),
  ]
  expect(made).toHaveLength(3)
  const declared = ['client/paths.ts', ...files.filter(path => /^protocol\/[a-zA-Z]+\.ts$/.test(path))]
  const code = declared.map(path => readFileSync(join(root, path), 'utf8')).join('')
  expect(code).toContain("path: '/api/topic/rename'")
  expect(made.filter(name => code.includes(name))).toEqual([])
})

test('a file that is not there is seen', () => {
  const there = '`server/app.ts`, `app.ts`, `*.cache.ts`, `notes/unsent/`, `fetch`, `https://a.example/b.md`'
  const missing = [
    'server/nowhere.ts',
    'client/ui/*.nothing',
    'platform/app.ts',
    'nowhere.ts',
    '*.nothing.ts',
  ]
  const text = `${there} ${missing.map(path => `\`${path}\``).join()}`
  expect(pathsIn(text).filter(path => !isThere(path))).toEqual(missing)
})

const named = (text, pattern) => Array.from(text.matchAll(pattern), ([, name]) => name)

/** What stands in backticks and begins with a folder of ours, or ends as a file does. */
function pathsIn(text) {
  return named(text, /`([^`\s]+)`/g).filter(
    path =>
      folders.some(folder => path.startsWith(`${folder}/`)) ||
      (fileEnding.test(path) && !/^(https?:|\/)/.test(path)),
  )
}

/** As a whole, or, of a path that begins in the middle, as the end of one. */
function isThere(path) {
  if (madeLater.includes(path)) return true
  const parts = path
    .replace(/\/$/, '')
    .split(/\*|<[a-z]+>/)
    .map(escaped)
  const begin = folders.some(folder => path.startsWith(`${folder}/`)) ? '^' : '(^|/)'
  const pattern = new RegExp(`${begin}${parts.join('[^/]*')}$`)
  return files.some(file => pattern.test(file))
}

function escaped(text) {
  return text.replace(/[.+()[\]{}|\\^$?]/g, '\\$&')
}

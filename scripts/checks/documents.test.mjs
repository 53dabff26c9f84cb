import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/project.mjs'

const documents = ['CONTRIBUTING.md', 'README.md', 'docs/architecture.md', 'docs/operations.md']
const folders = ['client', 'docs', 'protocol', 'scripts', 'server', 'tests']

/** Named in a recipe as what one is about to make. */
const madeByRecipes = ['protocol/text/ko/about.ts', 'client/features/about/AboutScreen.tsx']

const files = folders.flatMap(folder => [
  folder,
  ...readdirSync(join(root, folder), { recursive: true }).map(path => join(folder, path)),
])
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

test.each(documents)('%s names files that there are', document => {
  const missing = pathsIn(readFileSync(join(root, document), 'utf8')).filter(path => !isThere(path))
  expect(missing).toEqual([])
})

test.each(documents)('%s names scripts that there are', document => {
  const text = readFileSync(join(root, document), 'utf8')
  const named = Array.from(text.matchAll(/npm run ([a-z:]+)/g), ([, name]) => name)
  expect(named.filter(name => !(name in scripts))).toEqual([])
})

test('a file that is not there is seen', () => {
  expect(
    pathsIn('`server/nowhere.ts`, `client/ui/*.nothing` and `fetch`').filter(path => !isThere(path)),
  ).toEqual(['server/nowhere.ts', 'client/ui/*.nothing'])
})

/** What stands in backticks and begins with a folder of ours. */
function pathsIn(text) {
  const inTicks = Array.from(text.matchAll(/`([^`\s]+)`/g), ([, path]) => path)
  return inTicks.filter(path => folders.some(folder => path.startsWith(`${folder}/`)))
}

function isThere(path) {
  if (madeByRecipes.includes(path)) return true
  const parts = path
    .replace(/\/$/, '')
    .split(/\*|<[a-z]+>/)
    .map(escaped)
  const pattern = new RegExp(`^${parts.join('[^/]*')}$`)
  return files.some(file => pattern.test(file))
}

function escaped(text) {
  return text.replace(/[.+()[\]{}|\\^$?]/g, '\\$&')
}

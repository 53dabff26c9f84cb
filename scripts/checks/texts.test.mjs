import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/project.mjs'
import { sourceFiles } from './sourceFiles.mjs'

const read = path => readFileSync(join(root, path), 'utf8')
const sources = sourceFiles(['.ts', '.tsx']).filter(path => !path.includes('.test.'))

test('every sentence is said somewhere', () => {
  const keys = sources
    .filter(path => path.startsWith('protocol/text/ko/'))
    .flatMap(path => Array.from(read(path).matchAll(/^ {2}'([a-zA-Z.]+)':/gm), ([, key]) => key))
  const code = sources
    .filter(path => /^(client|protocol|server)\//.test(path) && !/^protocol\/text\/(?!index)/.test(path))
    .map(read)
    .join('\n')
  // Such as `quota.${name}`.
  const beginnings = Array.from(code.matchAll(/`([a-zA-Z]+\.[a-zA-Z.]*)\$\{/g), ([, beginning]) => beginning)

  expect(keys.length).toBeGreaterThan(500)
  expect(
    keys.filter(key => !code.includes(`'${key}'`) && !beginnings.some(each => key.startsWith(each))),
    'Take these from protocol/text/, in each language',
  ).toEqual([])
})

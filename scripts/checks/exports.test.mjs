import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/project.mjs'
import { sourceFiles } from './sourceFiles.mjs'

const sources = sourceFiles(['.ts', '.tsx', '.mjs']).map(path => ({
  path,
  code: readFileSync(join(root, path), 'utf8'),
}))

test('what is exported is used by another file', () => {
  const usedBy = new Map()
  for (const { path, code } of sources)
    for (const word of new Set(code.match(/[\w$]+/g))) usedBy.set(word, [...(usedBy.get(word) ?? []), path])
  // Of types many are named so that a signature can be read.
  const unused = sources
    .filter(({ path }) => /^(client|protocol|server)\//.test(path))
    .flatMap(({ path, code }) =>
      Array.from(
        code.matchAll(/^export (?:async )?(?:const|function|class|let) ([\w$]+)/gm),
        ([, name]) => name,
      )
        .filter(name => usedBy.get(name).length === 1)
        .map(name => `${path}: ${name}`),
    )
  expect(unused, 'Take away the word export, or what nothing uses').toEqual([])
})

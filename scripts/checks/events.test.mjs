import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/project.mjs'
import { sourceFiles } from './sourceFiles.mjs'

const telling = /\blive\s*\.(emitTo\w+|tell\w+)\(/

test('what features tell stands in their *.events.ts alone', () => {
  const tellers = sourceFiles(['.ts'])
    .filter(path => path.startsWith('server/features/') && !path.endsWith('.test.ts'))
    .filter(path => telling.test(readFileSync(join(root, path), 'utf8')))
  expect(tellers.length).toBeGreaterThan(5)
  expect(
    tellers.filter(path => !path.endsWith('.events.ts')),
    'Tell it in the *.events.ts beside it, with a word on why of two events the right one wins',
  ).toEqual([])
})

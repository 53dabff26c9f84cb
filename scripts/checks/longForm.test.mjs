import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/project.mjs'
import { LONG_FORM } from '../lib/testKinds.mjs'

const directory = join(root, 'tests/browser')

test('a browser test bears no other mark than that of the long form, at the end of its title', () => {
  const marks = readdirSync(directory)
    .filter(name => name.endsWith('.spec.ts'))
    .flatMap(name => {
      const titles = readFileSync(join(directory, name), 'utf8').matchAll(/^\s*test\(\s*(['"`])(.*)\1,/gm)
      return Array.from(titles, ([, , title]) => ({ name, title })).filter(({ title }) => title.includes('@'))
    })
  expect(marks.length).toBeGreaterThan(0)
  expect(
    marks.filter(({ title }) => !title.endsWith(` ${LONG_FORM}`) || title.split('@').length > 2),
  ).toEqual([])
})

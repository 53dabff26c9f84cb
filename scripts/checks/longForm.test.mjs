import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/project.mjs'
import { LONG_FORM } from '../lib/testKinds.mjs'

const directory = join(root, 'tests/browser')

const specs = readdirSync(directory)
  .filter(name => name.endsWith('.spec.ts'))
  .map(name => ({ name, text: readFileSync(join(directory, name), 'utf8') }))

test('a browser test bears no other mark than that of the long form, at the end of its own title', () => {
  const marks = specs.flatMap(({ name, text }) => {
    const titles = text.matchAll(/^\s*test(?:\.\w+)?\(\s*(['"`])(.*)\1,/gm)
    return Array.from(titles, ([, , title]) => ({ name, title })).filter(({ title }) => title.includes('@'))
  })
  expect(marks.length).toBeGreaterThan(0)
  expect(
    marks.filter(({ title }) => !title.endsWith(` ${LONG_FORM}`) || title.split('@').length > 2),
  ).toEqual([])
})

test('no browser test is moved between the forms by anything but its title', () => {
  const groups = /test\.describe\(\s*['"`][^'"`]*@|\btag:\s*\[?\s*['"`]@/
  expect(specs.filter(({ text }) => groups.test(text)).map(({ name }) => name)).toEqual([])
})

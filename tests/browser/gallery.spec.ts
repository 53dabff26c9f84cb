import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from './fixtures.ts'

const built = resolve('dist/client')

test('what is built for people has nothing of the developers’ gallery', async () => {
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter(path =>
    /\.(js|css|html|json)$/.test(path),
  )
  const traces = files.filter(path => /gallery/i.test(path + readFileSync(join(built, path), 'utf8')))
  expect(files.length).toBeGreaterThan(20)
  expect(traces).toEqual([])
})

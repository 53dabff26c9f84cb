import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ko } from '#protocol/text/ko.ts'
import { expect, test } from './fixtures.ts'

/** Strings from the gallery's catalogue, its addresses and its sample responses. */
const marks = ['catalogue__', '/dev/gallery', 'jieun@example.com']

test('the production build contains nothing of the developers’ gallery', () => {
  expect(marksIn('client/dev')).toEqual(marks)
  expect(marksIn('dist/client')).toEqual([])
})

function marksIn(folder: string): string[] {
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.(tsx?|js|css|html)$/.test(path))
    .map(path => readFileSync(join(folder, path), 'utf8'))
  return marks.filter(mark => texts.some(text => text.includes(mark)))
}

test("the gallery's address shows no screen", async ({ openPage, site }) => {
  const page = await openPage(site.url, 1440, '/dev/gallery')
  await expect(page.getByRole('main')).toContainText(ko['shell.unknownPage'])
})

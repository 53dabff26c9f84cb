import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, writeNote } from '#tests/support/users.ts'
import { expect, PHONE, test } from './fixtures.ts'

test('the built page links existing pictures, and unknown addresses get 404', async ({ site, request }) => {
  const html = await (await request.get(`${site.url}/home`)).text()
  const icons = Array.from(
    html.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g),
    ([, path]) => path,
  )
  const [preview] = Array.from(html.matchAll(/og:image" content="([^"]+)"/g), ([, url = '']) => url)
  const files = [...icons, new URL(preview ?? '').pathname]
  expect(files).toHaveLength(4)
  for (const path of files) {
    const picture = await request.get(site.url + path)
    expect([path, picture.status()]).toEqual([path, 200])
    expect(picture.headers()['content-type']).toMatch(/^image\//)
  }
  expect(html.match(/<title>/g)).toHaveLength(1)
  expect(html).toContain(ko['preview.productMore'])

  const nothing = await request.get(`${site.url}/no/such/screen`)
  expect(nothing.status()).toBe(404)
})

test('an unknown address shows an explanation and ways on', async ({ site, openPage }) => {
  const page = await openPage(site.url, 390, '/no/such/screen')
  for (const path of ['/no/such/screen', '/dev/gallery']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: ko['shell.unknownPage'] })).toBeAttached()
    await expect(page.getByRole('main').getByRole('link', { name: ko['shell.toHome'] })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: ko['home.lookAround'] })).toBeVisible()
  }
})

test('a member finds search and recent notes where a note is gone', async ({ site, openAs }) => {
  const user = await newUser(site.url)
  await writeNote(user, '남은 노트', '')
  const page = await openAs(user, PHONE, paths.note(99_999))
  await expect(page.getByText(ko['notes.gone'])).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: ko['search.open'] }).click()
  await page.getByRole('combobox').fill('남은')
  await expect(page.getByRole('option', { name: /남은 노트/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('region', { name: ko['missing.recent'] })
    .getByRole('link', { name: '남은 노트' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: '남은 노트' })).toBeVisible()
})

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

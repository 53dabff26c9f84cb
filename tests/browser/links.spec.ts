import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ko } from '#protocol/text/ko.ts'
import { expect, test } from './fixtures.ts'

test('the built page links existing pictures, and unknown addresses get 404', async ({ site, request }) => {
  const html = await (await request.get(`${site.url}/home`)).text()
  const icons = Array.from(
    html.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g),
    ([, path]) => path,
  )
  const [preview] = Array.from(html.matchAll(/og:image" content="([^"]+)"/g), ([, url = '']) => url)
  const paths = [...icons, new URL(preview ?? '').pathname]
  expect(paths).toHaveLength(4)
  for (const path of paths) {
    const picture = await request.get(site.url + path)
    expect([path, picture.status()]).toEqual([path, 200])
    expect(picture.headers()['content-type']).toMatch(/^image\//)
  }
  expect(html.match(/<title>/g)).toHaveLength(1)
  expect(html).toContain(ko['preview.productMore'])

  const nothing = await request.get(`${site.url}/no/such/screen`)
  expect(nothing.status()).toBe(404)
})

test('an unknown address shows an explanation and a link home', async ({ site, openPage }) => {
  const page = await openPage(site.url, 390, '/no/such/screen')
  for (const path of ['/no/such/screen', '/dev/gallery']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: ko['shell.unknownPage'] })).toBeAttached()
    await expect(page.getByRole('link', { name: ko['shell.toHome'] })).toBeVisible()
  }
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

import { paths } from '#client/paths.ts'
import { makeHub, newPerson, shareNewNote, writeNote } from '#tests/support/person.ts'
import { DESKTOP } from './editor.ts'
import { expect, firstInShort, type OpenAs, type Site, test } from './fixtures.ts'
import { fetched } from './steps.ts'

test.use({ savesData: false })

/** What browsers make of our policies. That no screen breaks its own is looked at after every test that shows it (fixtures.ts). */

const TEXT = [
  '한강에서 **만나요** [지도](https://example.com)',
  '```js\nconst 인원 = 4\n```',
  '$$\na^2 + b^2 = c^2\n$$',
].join('\n\n')

test('the web font and all that is fetched ahead come under the policy @long', async ({
  site,
  openPage,
  openAs,
}) => {
  const person = await newPerson(site.url)
  const noteNo = await writeNote(person, '약속', TEXT)
  const visitor = await openPage(site.url, DESKTOP)
  const member = await openAs(person, DESKTOP, paths.note(noteNo))
  for (const [page, screen] of [
    [visitor, 'VisitorHome'],
    [member, 'AgoraScreen'],
  ] as const) {
    await expect.poll(() => fetched(page)).toContainEqual(expect.stringMatching(/woff2$/))
    await expect.poll(() => fetched(page)).toContainEqual(expect.stringContaining(screen))
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('main')).not.toBeEmpty()
  }
})

/** PUBLIC_URL of the site is another address (fixtures.ts), so nothing but 'self' lets the line through. */
async function expectLive(site: Site, openAs: OpenAs, hostname: string): Promise<void> {
  const url = Object.assign(new URL(site.url), { hostname }).origin
  const [reader, friend] = [await newPerson(url), await newPerson(url)]
  const hubNo = await makeHub(reader, friend)
  const page = await openAs(reader, DESKTOP, paths.discussion(hubNo))
  await expect(page.getByText('이 방의 친구 (2) · 지금 1명')).toBeVisible()
  await shareNewNote(friend, hubNo, '방금 나눈 노트')
  await expect(page.getByText('방금 나눈 노트')).toBeVisible()
}

for (const [hostname, form] of firstInShort('localhost', '127.0.0.1'))
  test(`what is shared arrives live at ${hostname}${form}`, ({ site, openAs }) =>
    expectLive(site, openAs, hostname))

test('a page of ours opens no line to anybody else, asks for no device and runs no words', async ({
  site,
  browser,
}) => {
  const page = await browser.newPage()
  await page.goto(site.url)
  const forbidden = await page.evaluate(async () => {
    const violations: string[] = []
    document.addEventListener('securitypolicyviolation', event => violations.push(event.effectiveDirective))
    const rejections = {
      websocket: await new Promise(resolve => {
        const line = new WebSocket('ws://localhost:9/')
        line.onopen = () => resolve(false)
        line.onerror = () => resolve(true)
      }),
      fetch: await fetch('https://example.com').then(
        () => false,
        () => true,
      ),
      place: await new Promise(resolve => {
        navigator.geolocation.getCurrentPosition(
          () => resolve(false),
          error => resolve(error.message),
        )
      }),
    }
    try {
      Function('return 1')()
    } catch {
      // Told as a violation.
    }
    // The events come in tasks of their own.
    await new Promise(resolve => setTimeout(resolve))
    return { ...rejections, violations }
  })
  expect(forbidden).toEqual({
    websocket: true,
    fetch: true,
    place: expect.stringContaining('permissions policy'),
    violations: expect.arrayContaining(['connect-src', 'script-src']),
  })
  await page.close()
})

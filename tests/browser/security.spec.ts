import { paths } from '#client/paths.ts'
import { makeHub, newUser, shareNewNote } from '#tests/support/users.ts'
import { DESKTOP, expect, firstInShort, type OpenAs, type Site, test } from './fixtures.ts'

test.use({ savesData: false })

/** How browsers enforce our policies. The fixtures check after every test that no page violates them. */

/** The site's PUBLIC_URL is another address (fixtures.ts), so only 'self' allows the connection. */
async function expectLive(site: Site, openAs: OpenAs, hostname: string): Promise<void> {
  const url = Object.assign(new URL(site.url), { hostname }).origin
  const [reader, friend] = [await newUser(url), await newUser(url)]
  const hubNo = await makeHub(reader, friend)
  const page = await openAs(reader, DESKTOP, paths.discussion(hubNo))
  await expect(page.getByText('이 방의 친구 (2) · 지금 1명')).toBeVisible()
  await shareNewNote(friend, hubNo, '방금 나눈 노트')
  await expect(page.getByText('방금 나눈 노트')).toBeVisible()
}

for (const [hostname, form] of firstInShort('localhost', '127.0.0.1'))
  test(`shares arrive live at ${hostname}${form}`, ({ site, openAs }) => expectLive(site, openAs, hostname))

test('a page cannot connect elsewhere, use devices, or evaluate strings', async ({ site, browser }) => {
  const page = await browser.newPage()
  await page.goto(site.url)
  const forbidden = await page.evaluate(async () => {
    const violations: string[] = []
    document.addEventListener('securitypolicyviolation', event => violations.push(event.effectiveDirective))
    const rejections = {
      websocket: await new Promise(resolve => {
        const socket = new WebSocket('ws://localhost:9/')
        socket.onopen = () => resolve(false)
        socket.onerror = () => resolve(true)
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
      // The browser also reports a violation.
    }
    // The events arrive in separate tasks.
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

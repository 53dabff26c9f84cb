import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { nameHub } from '#protocol/hubs.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newPerson, writeNote } from '#tests/support/person.ts'
import { expect, test } from './fixtures.ts'

/** A phone whose letters are twice as large: WCAG 1.4.4 wants that nothing is lost by it. */

const PHONE = 390
const TWICE = 32

async function enlarge(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: TWICE } })
}

test('what a room is called is read whole in the list', async ({ site, openAs }) => {
  const me = await newPerson(site.url, '글쓴이')
  const hubNo = await makeHub(me, await newPerson(site.url, '친구'))
  await me.does(nameHub, { hubNo, name: '한 달에 한 편' })
  const page = await openAs(me, PHONE, paths.friends)
  await enlarge(page)
  const name = page.getByText('한 달에 한 편', { exact: true })
  await expect.poll(() => cutBy(name)).toBe(0)
})

test('the buttons below a text that is written are whole', async ({ site, openAs }) => {
  const me = await newPerson(site.url, '글쓴이')
  const page = await openAs(me, PHONE, paths.updateNote(await writeNote(me)))
  await enlarge(page)
  const leave = page.getByRole('button', { name: ko['notes.saveAndExit'], exact: true })
  await expect(leave).toBeInViewport({ ratio: 1 })
})

/** How many pixels of a line do not fit. */
function cutBy(line: Locator): Promise<number> {
  return line.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
}

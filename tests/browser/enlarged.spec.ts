import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { nameHub } from '#protocol/hubs.ts'
import { en } from '#protocol/text/en.ts'
import { say } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { comeBy, invite } from '#tests/support/invitations.ts'
import { makeHub, newPerson, shareNewNote, writeNote } from '#tests/support/person.ts'
import { expect, test } from './fixtures.ts'
import { inEnglish } from './steps.ts'

/** A phone whose letters are twice as large: WCAG 1.4.4 wants that nothing is lost by it. */

const PHONE = 390
const DESKTOP = 1280
const TWICE = 32

async function enlarge(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: TWICE } })
}

test('a room, the buttons of the editor and what is found are read whole @long', async ({ site, openAs }) => {
  const me = await newPerson(site.url, '글쓴이')
  const hubNo = await makeHub(me, await newPerson(site.url, '친구'))
  await me.does(nameHub, { hubNo, name: '한 달에 한 편' })
  const noteNo = await writeNote(me, '회의에서 정한 것')

  const page = await openAs(me, PHONE, paths.friends)
  await enlarge(page)
  const name = page.getByText('한 달에 한 편', { exact: true })
  await expect.poll(() => cutBy(name)).toBe(0)

  await page.goto(paths.updateNote(noteNo))
  const leave = page.getByRole('button', { name: ko['notes.saveAndExit'], exact: true })
  await expect(leave).toBeInViewport({ ratio: 1 })

  // When it was written, too.
  await page.goto(paths.home)
  await page.clock.setFixedTime(Date.now() + 2 * 60 * 60 * 1000)
  await page.getByRole('button', { name: ko['search.open'] }).first().click()
  await page.getByRole('dialog').getByRole('combobox').fill('회의')
  await expect(page.getByRole('option').locator('time')).toBeInViewport({ ratio: 1 })
})

test('the header covers nothing of what stays in sight below it @long', async ({ site, openAs }) => {
  const me = await newPerson(site.url, '글쓴이')
  const hubNo = await makeHub(me, await newPerson(site.url, '친구'))
  for (let number = 1; number <= 5; number += 1) await shareNewNote(me, hubNo, `노트 ${number}`)

  for (const width of [DESKTOP, PHONE]) {
    const page = await openAs(me, width, paths.discussion(hubNo))
    await enlarge(page)
    await page.getByRole('link', { name: '노트 5', exact: true }).scrollIntoViewIfNeeded()
    const top = async (place: Locator) => (await place.boundingBox())?.y ?? Number.NaN
    const share = page.getByRole('button', { name: ko['shares.fromRoom'], exact: true })
    const header = page.getByRole('banner')
    await expect
      .poll(async () => (await top(share)) - ((await header.boundingBox())?.height ?? Number.NaN))
      .toBeGreaterThanOrEqual(0)
  }
})

test('no word of a button is broken, in English either @long', async ({ site, openAs }) => {
  const [me, friend] = [await newPerson(site.url, '글쓴이'), await newPerson(site.url, '친구')]
  const newcomer = await newPerson(site.url, '새친구')
  const hubNo = await makeHub(me, friend)
  await comeBy(await invite(me, hubNo), newcomer)
  const page = await openAs(me, PHONE, paths.discussion(hubNo), inEnglish)
  await enlarge(page)
  await page.getByText('Friends in this room (3)').click()
  await page
    .getByRole('button', { name: say(en, 'invitations.removeMemberName', { name: newcomer.name }) })
    .click()
  const question = page.getByRole('group').filter({ hasText: en['invitations.removeMemberDetail'] })
  for (const word of [en['common.cancel'], en['invitations.removeMember']])
    await expect.poll(() => linesOf(question.getByRole('button', { name: word, exact: true }))).toBe(1)
})

test('how many entries are new is read whole on the bell @long', async ({ site, openAs }) => {
  const [me, friend] = [await newPerson(site.url, '글쓴이'), await newPerson(site.url, '친구')]
  await makeHub(friend, me)
  const page = await openAs(me, DESKTOP, paths.agora)
  await enlarge(page)
  const count = page
    .getByRole('button', { name: say(ko, 'inbox.bell', { count: 1 }) })
    .getByText('1', { exact: true })
  await expect(count).toBeVisible()
  const spilled = await count.evaluate(element => {
    const words = document.createRange()
    words.selectNodeContents(element)
    return words.getBoundingClientRect().height - element.getBoundingClientRect().height
  })
  expect(spilled).toBeLessThanOrEqual(0)
})

/** On how many lines its words stand. */
function linesOf(words: Locator): Promise<number> {
  return words.evaluate(element => {
    const range = document.createRange()
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
    range.selectNode(text ?? element)
    return range.getClientRects().length
  })
}

/** How many pixels of a line do not fit. */
function cutBy(line: Locator): Promise<number> {
  return line.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
}

import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { setReaction } from '#protocol/reactions.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, makeHub, newPerson, shareNewNote } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { longThread, said } from './talking.ts'

/** 공감 with a note and its comments. */

/** No higher than this is a finger's tip, in CSS pixels. */
const FINGER = 44

/** Whatever is pressed in it is as high as a finger, and nothing else lies over it. */
async function expectReached(card: Locator): Promise<void> {
  for (const button of await card.getByRole('button').all()) {
    const isHit = await button.evaluate((element, finger) => {
      element.scrollIntoView({ block: 'center' })
      const { x, y, width, height } = element.getBoundingClientRect()
      const reach = finger / 2 - 1
      return [-reach, reach].every(from => {
        const hit = document.elementFromPoint(x + width / 2, y + height / 2 + from)
        return hit !== null && element.contains(hit)
      })
    }, FINGER)
    expect(isHit, (await button.textContent()) ?? '').toBe(true)
  }
}

const TOGGLE = /^공감( \d+)?$/
const DESKTOP = 1440
const PHONE = 390

test('공감 beside who wrote a note has the colours of mine only when it is mine @long', async ({
  site,
  openAs,
}) => {
  const { open } = await longThread(site, openAs, DESKTOP, 0)
  const page = await open()
  const pill = page.getByRole('article').getByRole('button', { name: TOGGLE })
  const colour = () => pill.evaluate(button => getComputedStyle(button).backgroundColor)
  const before = await colour()
  await pill.click()
  await expect(pill).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(colour).not.toBe(before)
})

test('where it has no room beside who wrote a note 공감 stands at the end of the next line, beside what else is done @long', async ({
  site,
  openAs,
}) => {
  const { open } = await longThread(site, openAs, PHONE, 0)
  const page = await open()
  const [reaction, report] = await Promise.all(
    [TOGGLE, ko['reports.report']].map(name =>
      page.locator('.note__byline').getByRole('button', { name }).boundingBox(),
    ),
  )
  if (!reaction || !report) throw new Error('nothing to compare')
  expect(report.x - (reaction.x + reaction.width)).toBeLessThan(24)
})

test('empathy with a note and with a comment shows on both screens, and who it is', async ({
  site,
  openAs,
}) => {
  const { writer, reader, place, open } = await longThread(site, openAs, DESKTOP, 1)
  const [theirs, mine] = [
    await openAs(writer, PHONE, paths.noteInHub(place.noteNo, place.hubNo)),
    await open(),
  ]
  const onNote = (page: Page) => page.getByRole('article').getByRole('button', { name: TOGGLE })
  await onNote(mine).click()
  await expect(onNote(mine)).toHaveAttribute('aria-pressed', 'true')
  await expect(onNote(theirs)).toHaveText('공감 1')
  await expect(onNote(theirs)).toHaveAttribute('aria-pressed', 'false')
  await expect(theirs.getByRole('article').getByText(reader.name)).toBeVisible()

  const onComment = (page: Page) => said(page, '이야기 1번째').getByRole('button', { name: TOGGLE })
  await onComment(theirs).click()
  await expect(onComment(mine)).toHaveText('공감 1')
  await expectAccessible(mine)
  await onComment(theirs).click()
  await expect(onComment(mine)).toHaveText('공감')
  await mine.reload()
  await expect(onNote(mine)).toHaveText('공감 1')
  await expect(onNote(mine)).toHaveAttribute('aria-pressed', 'true')
})

test('who else empathizes is told to whoever presses, on a card, a note and a comment @long', async ({
  site,
  openAs,
}) => {
  const [reader, ...friends] = [
    await newPerson(site.url, '읽는이'),
    ...(await Promise.all(['첫친구', '둘째친구', '셋째친구'].map(name => newPerson(site.url, name)))),
  ]
  const hubNo = await makeHub(reader, ...friends)
  const noteNo = await shareNewNote(reader, hubNo)
  for (const person of [reader, ...friends]) await person.does(setReaction, { hubNo, noteNo, isOn: true })
  const page = await openAs(reader, PHONE, paths.discussion(hubNo))
  const others = page.getByRole('button', { name: ko['reactions.who'] })
  const all = page.getByText([reader, ...friends].map(({ name }) => name).join(', '), { exact: true })
  await others.click()
  await expect(all).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(all).toHaveCount(0)
  await expect(others).toBeFocused()
  await others.press('Enter')
  await expect(all).toBeVisible()
  // Nothing is said about it yet, and no line stands free for that.
  const card = page.getByRole('listitem').filter({ has: others })
  const sheet = card.locator('.shared-note__sheet')
  expect((await sheet.boundingBox())?.height).toBeLessThan(150)
  await page.keyboard.press('Escape')
  await expectReached(card)

  const commentNo = await comment(reader, { hubNo, noteNo }, '그래요')
  for (const person of [reader, ...friends])
    await person.does(setReaction, { hubNo, noteNo, commentNo, isOn: true })
  await expect(card).toContainText('그래요')
  await expectReached(card)
  expect((await sheet.boundingBox())?.height).toBeLessThan(172)
  await page.goto(paths.noteInHub(noteNo, hubNo))
  for (const part of [page.getByRole('article'), said(page, '그래요')]) {
    await part.getByRole('button', { name: ko['reactions.who'] }).click()
    await expect(all).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE)
  }
  expect((await said(page, '그래요').locator('.comment__body').boundingBox())?.height).toBeLessThan(94)
})

import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, makeHub, newPerson, shareNewNote, writeNote } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { bodyOf, PHONE } from './editor.ts'
import { expect, test } from './fixtures.ts'

const barOf = (page: Page) => page.getByRole('navigation', { name: ko['shell.bottomBar'] })

/** How far the bar's upper edge is below the lower one of what is to stand above it, in whole CSS pixels, as a page is scrolled. */
async function roomBelow(page: Page, above: string): Promise<number> {
  const top = (await barOf(page).boundingBox())?.y ?? 0
  const room = await page
    .locator(above)
    .evaluate((element, edge) => edge - element.getBoundingClientRect().bottom, top)
  return Math.round(room)
}

test('on phones the ways of every day are at the thumb, and cover nothing', async ({ site, openAs }) => {
  const [me, friend] = [await newPerson(site.url, '엄지'), await newPerson(site.url, '친구')]
  const hubNo = await makeHub(friend, me)
  const theirs = await shareNewNote(friend, hubNo, '같이 읽을 노트')
  const page = await openAs(me, PHONE, paths.topics)
  const bar = barOf(page)

  await test.step('with what is unread and what is new', async () => {
    await expect(bar.getByRole('link', { name: /^친구/ })).toContainText(
      ko['common.unread'].replace('{count}', '1'),
    )
    await expect(bar.getByRole('link', { name: /^소식, 새 소식 1개/ })).toBeVisible()
    await expect(bar.getByRole('link', { name: '노트', exact: true })).toHaveAttribute('aria-current', 'page')
    await expectAccessible(page)
  })

  await test.step('the last line of a page, the box of a thread and what is told stand above it', async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    expect(await roomBelow(page, '.footer')).toBeGreaterThanOrEqual(0)
    await bar.getByRole('link', { name: /^친구/ }).click()
    await expect(page).toHaveURL(paths.friends)
    await comment(friend, { hubNo, noteNo: theirs }, '읽었나요?')
    await page.goto(paths.noteInHub(theirs, hubNo))
    await expect(page.getByRole('log').getByText('읽었나요?')).toBeVisible()
    await expect(bar).toBeVisible()
    await expect(bar.getByRole('link', { name: /^친구/ })).toHaveAttribute('aria-current', 'page')
    expect(await roomBelow(page, '.comments__foot')).toBeGreaterThanOrEqual(0)
  })

  await test.step('it gives way to the editor', async () => {
    await bar.getByRole('link', { name: ko['shell.shortNewNote'] }).click()
    await expect(bodyOf(page)).toBeVisible()
    await expect(bar).toBeHidden()
  })

  await test.step('and there is none on anything wider', async () => {
    await page.goto(paths.friends)
    await expect(bar).toBeVisible()
    await page.setViewportSize({ width: 768, height: 900 })
    await expect(page.locator('.bottom-bar')).toHaveCount(0)
  })
})

test('it is gone while a keyboard takes the room, where the page gets smaller and where it does not @long', async ({
  site,
  newPage,
}) => {
  const me = await newPerson(site.url, '자판')
  await writeNote(me, '찾을 노트', '글')
  const page = await newPage(site.url, PHONE)
  await page.addInitScript(() => {
    const seen = Object.assign(new EventTarget(), { scale: 1, height: innerHeight, offsetTop: 0 })
    Object.defineProperty(window, 'visualViewport', { value: seen })
  })
  await page.addInitScript(token => sessionStorage.setItem('authToken', token), me.token)
  const see = (height: number, scale = 1) =>
    page.evaluate(
      parts => {
        Object.assign(window.visualViewport as object, parts)
        window.visualViewport?.dispatchEvent(new Event('resize'))
      },
      { height, scale },
    )
  await page.goto(paths.agora)
  await expect(barOf(page)).toBeVisible()
  await page.getByRole('textbox').first().focus()
  await expect(barOf(page)).toBeVisible()
  await see(514)
  await expect(barOf(page)).toBeHidden()
  await see(844)
  await expect(barOf(page)).toBeVisible()
  // Looking closer.
  await see(422, 2)
  await expect(barOf(page)).toBeVisible()
  await see(514)
  await page.getByRole('textbox').first().blur()
  await expect(barOf(page)).toBeVisible()
})

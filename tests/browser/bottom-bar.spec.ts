import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, makeHub, newUser, shareNewNote, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { bodyField, PHONE } from './editor.ts'
import { expect, test } from './fixtures.ts'

const bottomBar = (page: Page) => page.getByRole('navigation', { name: ko['shell.bottomBar'] })

/**
 * Returns the space between the bottom of an element and the top of the bar, in whole CSS pixels at the current
 * scroll position.
 */
async function spaceAboveBar(page: Page, above: string): Promise<number> {
  const top = (await bottomBar(page).boundingBox())?.y ?? 0
  const space = await page
    .locator(above)
    .evaluate((element, edge) => edge - element.getBoundingClientRect().bottom, top)
  return Math.round(space)
}

test('on phones the bottom bar offers the main screens and covers nothing', async ({ site, openAs }) => {
  const [me, friend] = [await newUser(site.url, '엄지'), await newUser(site.url, '친구')]
  const hubNo = await makeHub(friend, me)
  const theirs = await shareNewNote(friend, hubNo, '같이 읽을 노트')
  const page = await openAs(me, PHONE, paths.topics)
  const bar = bottomBar(page)

  await test.step('with the unread counts', async () => {
    await expect(bar.getByRole('link', { name: /^친구/ })).toContainText(
      ko['common.unread'].replace('{count}', '1'),
    )
    await expect(bar.getByRole('link', { name: /^소식, 새 소식 1개/ })).toBeVisible()
    await expect(bar.getByRole('link', { name: '노트', exact: true })).toHaveAttribute('aria-current', 'page')
    await expectAccessible(page)
  })

  await test.step('the end of a page, the comment box and toasts are above the bar', async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    expect(await spaceAboveBar(page, '.footer')).toBeGreaterThanOrEqual(0)
    await bar.getByRole('link', { name: /^친구/ }).click()
    await expect(page).toHaveURL(paths.friends)
    await comment(friend, { hubNo, noteNo: theirs }, '읽었나요?')
    await page.goto(paths.noteInHub(theirs, hubNo))
    await expect(page.getByRole('log').getByText('읽었나요?')).toBeVisible()
    await expect(bar).toBeVisible()
    await expect(bar.getByRole('link', { name: /^친구/ })).toHaveAttribute('aria-current', 'page')
    expect(await spaceAboveBar(page, '.comments__footer')).toBeGreaterThanOrEqual(0)
  })

  await test.step('the editor hides it', async () => {
    await bar.getByRole('link', { name: ko['shell.shortNewNote'] }).click()
    await expect(bodyField(page)).toBeVisible()
    await expect(bar).toBeHidden()
  })

  await test.step('wider windows have none', async () => {
    await page.goto(paths.friends)
    await expect(bar).toBeVisible()
    await page.setViewportSize({ width: 768, height: 900 })
    await expect(page.locator('.bottom-bar')).toHaveCount(0)
  })
})

test('the bar hides while the on-screen keyboard is open, whether the keyboard resizes the page or not @long', async ({
  site,
  newPage,
}) => {
  const me = await newUser(site.url, '자판')
  await writeNote(me, '찾을 노트', '글')
  const page = await newPage(site.url, PHONE)
  await page.addInitScript(() => {
    const viewport = Object.assign(new EventTarget(), { scale: 1, height: innerHeight, offsetTop: 0 })
    Object.defineProperty(window, 'visualViewport', { value: viewport })
  })
  await page.addInitScript(token => sessionStorage.setItem('authToken', token), me.token)
  const setViewport = (height: number, scale = 1) =>
    page.evaluate(
      parts => {
        Object.assign(window.visualViewport as object, parts)
        window.visualViewport?.dispatchEvent(new Event('resize'))
      },
      { height, scale },
    )
  await page.goto(paths.agora)
  await expect(bottomBar(page)).toBeVisible()
  await page.getByRole('textbox').first().focus()
  await expect(bottomBar(page)).toBeVisible()
  await setViewport(514)
  await expect(bottomBar(page)).toBeHidden()
  await setViewport(844)
  await expect(bottomBar(page)).toBeVisible()
  // Pinch zoom.
  await setViewport(422, 2)
  await expect(bottomBar(page)).toBeVisible()
  await setViewport(514)
  await page.getByRole('textbox').first().blur()
  await expect(bottomBar(page)).toBeVisible()
})

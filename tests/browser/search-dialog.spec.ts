import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { searchAll } from '#protocol/search.ts'
import { en } from '#protocol/text/en.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newPerson, shareNewNote, writeNote } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { bodyOf, DESKTOP, PHONE } from './editor.ts'
import { expect, test } from './fixtures.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: ko['search.name'] })
const fieldOf = (page: Page) => page.getByRole('combobox', { name: ko['search.name'] })
const activeOf = (page: Page) => page.getByRole('dialog').getByRole('option', { selected: true })
const buttonOf = (page: Page) => page.getByRole('button', { name: ko['search.open'] })

test('before anything is typed it leads to a new note, the inbox and the trash @long', async ({
  site,
  openAs,
}) => {
  const page = await openAs(await newPerson(site.url), PHONE, paths.inbox)
  await buttonOf(page).click()
  const shortcuts = page.getByRole('group', { name: ko['search.shortcuts'] }).getByRole('option')
  await expect(shortcuts).toHaveText([ko['notes.write'], ko['inbox.title'], ko['trash.title']])
  await expectAccessible(page)
  await fieldOf(page).fill('가'.repeat(41))
  await expect(dialogOf(page).getByText(ko['notes.findQuery'])).toBeVisible()
  await fieldOf(page).fill('')
  await fieldOf(page).press('ArrowUp')
  await expect(activeOf(page)).toHaveText(ko['trash.title'])
  await fieldOf(page).press('Enter')
  await expect(page).toHaveURL(paths.trash)
  await expect(dialogOf(page)).toBeHidden()
})

test('what one has is found from anywhere by the keyboard', async ({ site, openAs }) => {
  const me = await newPerson(site.url, '지은')
  const friend = await newPerson(site.url, '이서윤')
  const hubNo = await makeHub(me, friend)
  await shareNewNote(friend, hubNo, '연습 일지')
  const noteNo = await writeNote(me, '성수 이사 점검표', '혜리와 나, 두 집이 하나로 **합쳐진다**')
  for (const title of ['이사 전날', '이사 업체', '이사한 뒤']) await writeNote(me, title, '')
  const page = await openAs(me, DESKTOP, paths.note(noteNo))
  let searches = 0
  page.on('request', request => {
    if (request.url().endsWith(searchAll.path)) searches += 1
  })

  await test.step('Ctrl+K opens it where nothing is selected, and Esc gives the focus back', async () => {
    // What hears the key comes with it.
    await expect(buttonOf(page)).toBeVisible()
    await page.getByRole('link', { name: ko['notes.continueWriting'] }).click()
    const body = bodyOf(page)
    await body.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+k')
    await expect(body).toHaveValue(/^\[혜리와 .*\]\(https:\/\/\)$/)
    await expect(dialogOf(page)).toBeHidden()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Control+k')
    await expect(fieldOf(page)).toBeFocused()
    await expect(page.getByRole('group', { name: ko['search.recent'] })).toContainText('성수 이사 점검표')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(body).toBeFocused()
  })

  await test.step('it lists notes, rooms and what friends share, the best first, with marks', async () => {
    await buttonOf(page).click()
    await fieldOf(page).pressSequentially('ㅇㅅ')
    await expect(activeOf(page)).toContainText('이사한 뒤')
    await expect(activeOf(page).locator('mark')).toHaveText('이사')
    await expect(page.getByRole('status').filter({ hasText: '초성으로 찾았어요 · 6개' })).toBeVisible()
    await expect(page.getByRole('group', { name: ko['search.rooms'] }).locator('mark').first()).toHaveText(
      '이서',
    )
    await expect(page.getByRole('group', { name: ko['search.sharedNotes'] })).toContainText('연습 일지')
    await expectAccessible(page)
  })

  await test.step('the arrows move, and more of a group is shown and left again', async () => {
    await page.keyboard.press('ArrowUp')
    await expect(activeOf(page)).toContainText('연습 일지')
    for (let pressed = 0; pressed < 4; pressed += 1) await page.keyboard.press('ArrowDown')
    await expect(activeOf(page)).toHaveText('4개 모두 보기')
    await expect(fieldOf(page)).toHaveAttribute('aria-activedescendant', /more-notes$/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option', { name: '성수 이사 점검표' })).toBeVisible()
    await expect(dialogOf(page).getByRole('group')).toHaveCount(1)
    await page.getByRole('option', { name: ko['search.less'] }).click()
    await expect(dialogOf(page).getByRole('group')).toHaveCount(3)
    await expect(fieldOf(page)).toBeFocused()
  })

  await test.step('Enter at once opens what is found by what is typed, not by what was typed before', async () => {
    await fieldOf(page).fill('합쳐진다 이사')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/note\\?no=${noteNo}$`))
    await expect(dialogOf(page)).toBeHidden()
    await expect(page.getByRole('heading', { name: '성수 이사 점검표' })).toBeVisible()
  })

  await test.step('the same words are not asked for twice, and nothing found says so', async () => {
    await page.keyboard.press('Control+k')
    await fieldOf(page).fill('없는 말')
    await expect(page.getByText('‘없는 말’에 맞는')).toBeVisible()
    searches = 0
    await fieldOf(page).pressSequentially('  ')
    await fieldOf(page).press('Backspace')
    await fieldOf(page).fill('이사 업체')
    await expect(activeOf(page)).toContainText('이사 업체')
    expect(searches).toBe(1)
  })

  await test.step('a search that fails says so and can be repeated', async () => {
    await page.route(`**${searchAll.path}`, route => route.abort('internetdisconnected'))
    await fieldOf(page).fill('이사 전날')
    await expect(page.getByRole('alert')).toContainText(ko['error.unreachable'])
    await page.unroute(`**${searchAll.path}`)
    await page.getByRole('button', { name: ko['common.retry'] }).click()
    await expect(activeOf(page)).toContainText('이사 전날')
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL(/\/note\/update\?no=/)
  })
})

test('on a phone it fills the screen, and nothing is wider @long', async ({ site, openAs }) => {
  const me = await newPerson(site.url)
  const noteNo = await writeNote(me, '봄 소풍', `${'아주 긴 글이에요 '.repeat(20)}김밥`)
  const page = await openAs(me, PHONE, paths.topics)
  const button = await buttonOf(page).boundingBox()
  expect(button?.width).toBeGreaterThanOrEqual(44)
  expect(button?.height).toBeGreaterThanOrEqual(44)
  await buttonOf(page).click()
  await fieldOf(page).fill('김밥 소풍')
  await expect(activeOf(page).locator('mark')).toHaveText(['소풍', '김밥'])
  expect(await dialogOf(page).boundingBox()).toEqual({ x: 0, y: 0, width: PHONE, height: 844 })
  await activeOf(page).click()
  await expect(page).toHaveURL(new RegExp(`no=${noteNo}$`))
})

test.describe('with the web font', () => {
  test.use({ savesData: false })

  test('the header holds it beside the menu of an administrator in either language, in one line @long', async ({
    site,
    openAs,
    grant,
  }) => {
    const me = await newPerson(site.url)
    await grant(me.email)
    const page = await openAs(me, DESKTOP, paths.topics)
    const bar = page.locator('.header__bar')
    await page.waitForFunction(() => document.documentElement.style.getPropertyValue('--font-web') !== '')
    await page.evaluate(() => document.fonts.ready)
    for (const [language, { name, menu }] of Object.entries({
      한국어: { name: ko['search.open'], menu: ko['shell.administration'] },
      English: { name: en['search.open'], menu: en['shell.administration'] },
    })) {
      if (language === 'English') await page.getByRole('button', { name: language }).click()
      await expect(page.getByRole('link', { name: menu })).toBeVisible()
      await expect(page.getByRole('button', { name })).toBeVisible()
      const usual = await bar.evaluate(element => element.clientHeight)
      for (const width of [768, 992, 1120, 1280, DESKTOP]) {
        await page.setViewportSize({ width, height: 844 })
        // The bar measures itself anew a moment after its width has changed.
        const fits = async () => {
          const inDrawer = await page.getByRole('button', { name: /^(메뉴 열기|Open menu)/ }).isVisible()
          const inBar = await page.getByRole('link', { name: menu }).isVisible()
          const beyond = await bar.evaluate(element => element.scrollWidth - element.clientWidth)
          return inBar !== inDrawer && beyond === (inDrawer ? 12 : 0)
        }
        await expect.poll(fits, `${language}, ${width} px`).toBe(true)
        expect(await bar.evaluate(element => element.clientHeight), `${language}, ${width} px`).toBe(usual)
        if (width >= 992) await expect(page.getByRole('link', { name: menu })).toBeVisible()
      }
    }
  })
})

test('visitors have nothing to find @long', async ({ site, openPage }) => {
  const page = await openPage(site.url, DESKTOP)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // What stands around every screen comes once the page rests.
  await page.waitForLoadState('networkidle')
  await expect(buttonOf(page)).toBeHidden()
})

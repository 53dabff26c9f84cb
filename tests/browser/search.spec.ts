import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { searchAll } from '#protocol/search.ts'
import { en } from '#protocol/text/en.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, shareNewNote, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { bodyField } from './editor.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { newHub } from './steps.ts'

const searchDialog = (page: Page) => page.getByRole('dialog', { name: ko['search.name'] })
const searchField = (page: Page) => page.getByRole('combobox', { name: ko['search.name'] })
const activeOption = (page: Page) => page.getByRole('dialog').getByRole('option', { selected: true })
const searchButton = (page: Page) => page.getByRole('button', { name: ko['search.open'] })

test('on a phone it fills the screen, and links before any input @long', async ({ site, openAs }) => {
  const me = await newUser(site.url)
  const page = await openAs(me, PHONE, paths.inbox)
  await searchButton(page).click()
  const shortcuts = page.getByRole('group', { name: ko['search.shortcuts'] }).getByRole('option')
  await expect(shortcuts).toHaveText([
    ko['notes.write'],
    ko['daily.open'],
    ko['inbox.title'],
    ko['trash.title'],
  ])
  await searchField(page).fill('가'.repeat(41))
  await expect(searchDialog(page).getByText(ko['notes.findQuery'])).toBeVisible()
  await searchField(page).fill('')
  await searchField(page).press('ArrowUp')
  await expect(activeOption(page)).toHaveText(ko['trash.title'])
  await searchField(page).press('Enter')
  await expect(page).toHaveURL(paths.trash)
  await expect(searchDialog(page)).toBeHidden()

  await test.step('on a phone it fills the screen without overflow', async () => {
    const noteNo = await writeNote(me, '봄 소풍', `${'아주 긴 글이에요 '.repeat(20)}김밥`)
    await page.goto(paths.topics)
    const button = await searchButton(page).boundingBox()
    expect(button?.width).toBeGreaterThanOrEqual(44)
    expect(button?.height).toBeGreaterThanOrEqual(44)
    await searchButton(page).click()
    await searchField(page).fill('김밥 소풍')
    await expect(activeOption(page).locator('mark')).toHaveText(['소풍', '김밥'])
    expect(await searchDialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: PHONE, height: 844 })
    await activeOption(page).click()
    await expect(page).toHaveURL(paths.found(paths.note(noteNo), '김밥 소풍'))
  })
})

test("the keyboard finds the user's content from any screen", async ({ site, openAs }) => {
  const [me, friend, hubNo] = await newHub(site, '지은', '이서윤')
  await shareNewNote(friend, hubNo, '연습 일지')
  const noteNo = await writeNote(me, '성수 이사 점검표', '혜리와 나, 두 집이 하나로 **합쳐진다**')
  for (const title of ['이사 전날', '이사 업체', '이사한 뒤']) await writeNote(me, title, '')
  const page = await openAs(me, DESKTOP, paths.note(noteNo))
  let searches = 0
  page.on('request', request => {
    if (request.url().endsWith(searchAll.path)) searches += 1
  })
  await test.step('Ctrl+K opens it unless text is selected, and Esc returns the focus', async () => {
    // The shortcut's listener loads with the dialog.
    await expect(searchButton(page)).toBeVisible()
    await page.getByRole('link', { name: ko['notes.continueWriting'] }).click()
    const body = bodyField(page)
    await body.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+k')
    await expect(body).toHaveValue(/^\[혜리와 .*\]\(https:\/\/\)$/)
    await expect(searchDialog(page)).toBeHidden()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Control+k')
    await expect(searchField(page)).toBeFocused()
    await expect(page.getByRole('group', { name: ko['search.recent'] })).toContainText('성수 이사 점검표')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(body).toBeFocused()
  })
  await test.step('it lists notes, rooms and shared notes, the best first, with highlights', async () => {
    await searchButton(page).click()
    await searchField(page).pressSequentially('ㅇㅅ')
    await expect(activeOption(page)).toContainText('이사한 뒤')
    await expect(activeOption(page).locator('mark')).toHaveText('이사')
    await expect(page.getByRole('status').filter({ hasText: '초성으로 찾았어요 · 6개' })).toBeVisible()
    await expect(page.getByRole('group', { name: ko['search.rooms'] }).locator('mark').first()).toHaveText(
      '이서',
    )
    await expect(page.getByRole('group', { name: ko['search.sharedNotes'] })).toContainText('연습 일지')
    await expectAccessible(page)
  })
  await test.step('the arrow keys move, and a group expands and collapses', async () => {
    await page.keyboard.press('ArrowUp')
    await expect(activeOption(page)).toContainText('연습 일지')
    for (let pressed = 0; pressed < 4; pressed += 1) await page.keyboard.press('ArrowDown')
    await expect(activeOption(page)).toHaveText('4개 모두 보기')
    await expect(searchField(page)).toHaveAttribute('aria-activedescendant', /more-notes$/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option', { name: '성수 이사 점검표' })).toBeVisible()
    await expect(searchDialog(page).getByRole('group')).toHaveCount(1)
    await page.getByRole('option', { name: ko['search.less'] }).click()
    await expect(searchDialog(page).getByRole('group')).toHaveCount(3)
    await expect(searchField(page)).toBeFocused()
  })
  await test.step('Enter right after typing opens a result of the new query, not of the previous one', async () => {
    await searchField(page).fill('합쳐진다 이사')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(paths.found(paths.note(noteNo), '합쳐진다 이사'))
    await expect(searchDialog(page)).toBeHidden()
    await expect(page.getByRole('heading', { name: '성수 이사 점검표' })).toBeVisible()
  })
  await test.step('a repeated query is not fetched again, and an empty result says so', async () => {
    await page.keyboard.press('Control+k')
    await searchField(page).fill('없는 말')
    await expect(page.getByText('‘없는 말’에 맞는')).toBeVisible()
    searches = 0
    await searchField(page).pressSequentially('  ')
    await searchField(page).press('Backspace')
    await searchField(page).fill('이사 업체')
    await expect(activeOption(page)).toContainText('이사 업체')
    expect(searches).toBe(1)
  })
  await test.step('a failed search says so and can be retried', async () => {
    await page.route(`**${searchAll.path}`, route => route.abort('internetdisconnected'))
    await searchField(page).fill('이사 전날')
    await expect(page.getByRole('alert')).toContainText(ko['error.unreachable'])
    await page.unroute(`**${searchAll.path}`)
    await page.getByRole('button', { name: ko['common.retry'] }).click()
    await expect(activeOption(page)).toContainText('이사 전날')
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL(/\/note\/update\?no=/)
  })
})

test.describe('with the web font', () => {
  test.use({ savesData: false })

  test('the header fits on one line, also in English @long', async ({ newAdministrator, openAs }) => {
    const page = await openAs(await newAdministrator(), DESKTOP, paths.topics)
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
      for (const width of [PHONE, 768, 992, 1120, 1280, DESKTOP]) {
        await page.setViewportSize({ width, height: 844 })
        // The bar measures itself again shortly after its width changes.
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

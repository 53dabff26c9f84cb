import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { NOTICE_CONTENT_MAX } from '#protocol/limits.ts'
import { createNotice, deleteNotice, getNotices } from '#protocol/notices.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, type TestUser } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { openFromMenu } from './steps.ts'

const title = '토요일 새벽 점검 안내'
const content = '토요일 새벽 3시부터 30분 동안 점검해요.\n그동안 쓰던 글은 기기에 남아 있어요.'

const field = (page: Page, name: string) => page.getByRole('main').getByLabel(name, { exact: true })
const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click()
const section = (page: Page) => page.getByRole('region', { name: ko['notices.title'] })
const toggle = (page: Page) => section(page).getByRole('button')
const item = (page: Page, name: string) => section(page).getByRole('listitem').filter({ hasText: name })

/** Deletes the notices of other tests. */
async function withoutNotices(administrator: TestUser): Promise<TestUser> {
  const { itemList } = await administrator.call(getNotices, {})
  for (const { noticeNo } of itemList) await administrator.call(deleteNotice, { noticeNo })
  return administrator
}

test('a notice appears live on open home screens', async ({ site, newAdministrator, openAs }) => {
  const page = await openAs(await withoutNotices(await newAdministrator()), 1440, paths.home)
  const home = await openAs(await newUser(site.url, '회원'), 390, paths.home)
  await expect(home.getByRole('heading', { level: 1 })).toBeVisible()
  await openFromMenu(page, ko['shell.administration'])
  await page.getByRole('link', { name: ko['administration.toNotices'] }).click()
  await expect(page).toHaveURL(/\/managenotice$/)

  // Only complete notices are submitted, after a preview.
  await field(page, ko['notices.noticeTitle']).fill(title)
  await field(page, ko['notices.content']).fill('짧아요')
  await press(page, ko['notices.create'])
  await expect(page.getByText(ko['notices.checkText'])).toBeVisible()
  await field(page, ko['notices.content']).fill('긴'.repeat(NOTICE_CONTENT_MAX + 1))
  await press(page, ko['notices.create'])
  await expect(page.getByText(ko['notices.tooLong'])).toBeVisible()
  await field(page, ko['notices.content']).fill(content)
  const preview = page.getByRole('region', { name: ko['notices.preview'] })
  await expect(preview).toContainText(title)
  await expect(section(home)).toHaveCount(0)
  await press(page, ko['notices.create'])
  const created = page.getByText(/^\d+번 공지를 등록했어요/)
  await expect(created).toBeVisible()
  const number = (await created.textContent())?.match(/\d+/)?.[0] ?? ''
  await expect(field(page, ko['notices.noticeTitle'])).toHaveValue('')

  // Collapsed at first and not focusable; expanded it shows its line break.
  await expect(toggle(home)).toHaveText(ko['home.showNotices'])
  await expect(toggle(home)).toHaveAttribute('aria-expanded', 'false')
  await expect(home.getByText('그동안 쓰던 글')).toBeHidden()
  // The newest title shows while the list is collapsed.
  await expect(section(home).getByText(title).and(home.locator(':visible'))).toHaveCount(1)
  await expect(section(home).getByRole('listitem')).toHaveCount(0)
  await toggle(home).click()
  await expect(toggle(home)).toHaveText(ko['home.hideNotices'])
  await expect(toggle(home)).toHaveAttribute('aria-expanded', 'true')
  await expect(item(home, title)).toContainText('방금')
  const text = section(home).getByText('그동안 쓰던 글')
  await expect(text).toBeVisible()
  expect(await text.textContent()).toBe(content)
  await expect(text).toHaveCSS('white-space', 'pre-line')
  await expectAccessible(home)

  // Load, change, hide, show and delete it.
  await field(page, ko['notices.number']).fill(number)
  await page.keyboard.press('Enter')
  await expect(field(page, ko['notices.content'])).toHaveValue(content)
  await field(page, ko['notices.noticeTitle']).fill('')
  await field(page, ko['notices.content']).fill('점검을 일요일로 미뤘어요.')
  await press(page, ko['notices.update'])
  await expect(item(home, title)).toContainText('점검을 일요일로 미뤘어요.')
  await expect(toggle(home)).toHaveAttribute('aria-expanded', 'true')

  // Visitors at home may receive the event before the form gets its response.
  await expect(field(page, ko['notices.number'])).toHaveValue('')
  await field(page, ko['notices.number']).fill(number)
  await press(page, ko['notices.read'])
  await expect(field(page, ko['notices.noticeTitle'])).toHaveValue(title)
  await field(page, ko['notices.display']).selectOption(ko['notices.hidden'])
  await press(page, ko['notices.update'])
  await expect(section(home)).toHaveCount(0)
  await expect(field(page, ko['notices.display'])).toHaveValue('1')

  await field(page, ko['notices.number']).fill(number)
  await press(page, ko['common.delete'])
  // The confirmation names the notice, because numbers are easily mistyped.
  await expect(page.getByText(`‘${title}’ 공지(${number}번)를 삭제할까요?`)).toBeVisible()
  await page.getByRole('group').getByRole('button', { name: ko['common.delete'] }).click()
  await expect(page.getByText(`${number}번 공지를 삭제했어요.`)).toBeVisible()
  await field(page, ko['notices.noticeTitle']).fill('사라질 제목')
  await field(page, ko['notices.number']).fill(number)
  await press(page, ko['notices.read'])
  await expect(page.getByText(ko['notices.checkNumber'])).toBeVisible()
  for (const name of [ko['notices.number'], ko['notices.noticeTitle'], ko['notices.content']])
    await expect(field(page, name)).toHaveValue('')
  await page.getByRole('link', { name: ko['administration.back'] }).click()
  await expect(page.getByRole('heading', { level: 1, name: ko['administration.title'] })).toBeVisible()

  await test.step('a member who is not an administrator finds neither the forms nor their menu item', async () => {
    await home.setViewportSize({ width: 1440, height: 900 })
    for (const path of [paths.administration, paths.manageNotices]) {
      await home.goto(path)
      await expect(home).toHaveURL(/\/home$/)
      await expect(home.getByRole('button', { name: ko['shell.signOut'] })).toBeVisible()
      await expect(home.getByRole('link', { name: ko['shell.administration'], exact: true })).toHaveCount(0)
    }
  })
})

test('visitors see no notice; keys open it @long', async ({ site, newAdministrator, openPage, openAs }) => {
  const administrator = await withoutNotices(await newAdministrator())
  await administrator.call(createNotice, { display: 1, title, content })
  const visitor = await openPage(site.url, 1440)
  await expect(visitor.getByRole('heading', { name: ko['home.lookAround'] })).toBeVisible()
  await expect(section(visitor)).toHaveCount(0)
  const page = await openAs(await newUser(site.url, '회원'), 1440, paths.home)
  await expect(toggle(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: ko['home.lookAround'] })).toHaveCount(0)

  // With the keyboard only.
  await toggle(page).focus()
  await page.keyboard.press('Enter')
  await expect(item(page, title)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(section(page).getByText(content.slice(0, 10))).toBeHidden()
  await expect(toggle(page)).toHaveText(ko['home.showNotices'])
})

test('an unfinished notice is kept, also offline @long', async ({ newAdministrator, openAs }) => {
  const administrator = await withoutNotices(await newAdministrator())
  const page = await openAs(administrator, 1440, paths.manageNotices)
  await field(page, ko['notices.noticeTitle']).fill(title)
  await field(page, ko['notices.content']).fill(content)
  await page.context().setOffline(true)
  await press(page, ko['notices.create'])
  await expect(page.getByRole('main').getByText(ko['notices.failed'])).toBeVisible()
  await field(page, ko['notices.number']).fill('1')
  await press(page, ko['notices.read'])
  await expect(page.getByRole('main').getByText(ko['notices.failed'])).toBeVisible()
  await expect(field(page, ko['notices.content'])).toHaveValue(content)
  await page.context().setOffline(false)
  await press(page, ko['notices.create'])
  await expect(page.getByText(/^\d+번 공지를 등록했어요/)).toBeVisible()

  await test.step('an unfinished notice is kept for its author', async () => {
    await page.goto(paths.manageNotices)
    // A select does not look like a read-only field.
    const backgroundOf = (name: string) =>
      field(page, name).evaluate(element => getComputedStyle(element).backgroundColor)
    expect(await backgroundOf(ko['notices.display'])).toBe(await backgroundOf(ko['notices.noticeTitle']))
    await field(page, ko['notices.noticeTitle']).fill(title)
    await openFromMenu(page, ko['shell.friends'])
    await expect(page).toHaveURL(paths.friends)
    await page.goBack()
    await expect(field(page, ko['notices.noticeTitle'])).toHaveValue(title)
    await page.reload()
    await expect(field(page, ko['notices.noticeTitle'])).toHaveValue(title)

    // Loading a notice replaces the draft, and undo restores it.
    const { noticeNo } = await administrator.call(createNotice, { display: '1', title: '지난 공지', content })
    await field(page, ko['notices.number']).fill(String(noticeNo))
    await press(page, ko['notices.read'])
    await expect(field(page, ko['notices.noticeTitle'])).toHaveValue('지난 공지')
    await page.getByRole('status').getByRole('button', { name: ko['common.undo'] }).click()
    await expect(field(page, ko['notices.noticeTitle'])).toHaveValue(title)
  })
})

test('a hidden notice stays hidden when it is changed @long', async ({ newAdministrator, openAs }) => {
  const administrator = await withoutNotices(await newAdministrator())
  const { noticeNo } = await administrator.call(createNotice, { display: 0, title, content })
  const page = await openAs(administrator, 390, paths.manageNotices)
  const hidden = page.getByRole('region', { name: ko['notices.hiddenOnes'] })
  await expect(hidden.getByRole('listitem').filter({ hasText: `${noticeNo}번` })).toContainText(title)
  await expectAccessible(page)

  await field(page, ko['notices.number']).fill(String(noticeNo))
  await field(page, ko['notices.content']).fill('번호만 알고 고친 내용이에요.')
  await press(page, ko['notices.update'])
  await expect(page.getByText(`${noticeNo}번 공지를 수정했어요.`)).toBeVisible()
  expect((await administrator.call(getNotices, {})).itemList).toEqual([])

  await hidden.getByRole('button', { name: ko['notices.read'] }).first().click()
  await expect(field(page, ko['notices.content'])).toHaveValue('번호만 알고 고친 내용이에요.')
  await expect(field(page, ko['notices.display'])).toHaveValue('0')
  await field(page, ko['notices.display']).selectOption(ko['notices.shown'])
  await press(page, ko['notices.update'])
  await expect(hidden.getByText(`${noticeNo}번`, { exact: true })).toBeHidden()
  expect((await administrator.call(getNotices, {})).itemList).toMatchObject([{ noticeNo }])
})

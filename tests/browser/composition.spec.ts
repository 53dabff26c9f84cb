import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, PASSWORD, suggest } from '#tests/support/users.ts'
import { bodyField, openNewNote, titleField } from './editor.ts'
import { DESKTOP, expect, test } from './fixtures.ts'
import { openInputMethod } from './inputMethod.ts'
import { openFromMenu, openNewTopic } from './steps.ts'

/**
 * Types Hangul through an input method into every text field: no syllable is lost, and no text is submitted by
 * mistake.
 */

async function typeIn(page: Page, field: Locator) {
  const method = await openInputMethod(page)
  await field.focus()
  const before = urlOf(page)
  const requests: string[] = []
  const recordRequest = (request: { url(): string; method(): string }) => {
    if (request.method() === 'POST') requests.push(request.url())
  }
  page.on('request', recordRequest)

  for (const step of ['ㅎ', '하', '한']) await method.compose(step)
  await method.commit('한')
  for (const step of ['ㄱ', '그', '글']) await method.compose(step)
  await method.key('Enter')
  await expect(field).toHaveValue('한글')
  await method.commit('글')
  await expect(field).toHaveValue('한글')

  for (const step of ['ㅇ', '으']) await method.compose(step)
  // Backspace within a syllable deletes one jamo; Space commits the syllable and follows it.
  await method.key('Backspace')
  await method.compose('ㅇ')
  await method.compose('아')
  await method.key(' ')
  await method.commit('아')
  await page.keyboard.press('Space')
  await method.compose('ㄴ')
  await expect(field).toHaveValue('한글아 ㄴ')
  await method.compose('나')
  await method.commit('나')
  await expect(field).toHaveValue('한글아 나')
  await expect(field).toBeFocused()

  page.off('request', recordRequest)
  // Requests that pages send on their own: availability checks, list refetches after opening or after events, and the
  // counts of rooms, of the bell and of the administration, which load a moment after the connection.
  const automatic =
    /checkregdata|getsuggestions|note\/getnotes|topic\/gettopics|friends\/(gethubs|getblocked|unread)|inbox\/count|mail\/get|admin\/(countreports|getcounts|getreports)/
  expect(requests.filter(url => !automatic.test(url))).toEqual([])
  expect(urlOf(page)).toBe(before)
}

/** The URL without the draft key, which the editor adds while there are unsaved changes. */
function urlOf(page: Page): string {
  return page.url().replace(/&draft=[\w-]+$/, '')
}

/** Navigates to a screen and waits for its heading; the previous screen may have fields of the same names. */
async function goTo(page: Page, name: string) {
  await openFromMenu(page, name)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('fields for visitors', async ({ site, openPage }) => {
  const page = await openPage(site.url, DESKTOP)
  const main = page.getByRole('main')
  await typeIn(page, main.getByRole('textbox'))
  await goTo(page, ko['shell.signIn'])
  for (const label of [ko['accounts.email'], ko['accounts.password']])
    await typeIn(page, main.getByLabel(label, { exact: true }))
  await goTo(page, ko['shell.signUp'])
  const fields = [
    ko['accounts.email'],
    ko['accounts.username'],
    ko['accounts.password'],
    ko['accounts.passwordConfirm'],
  ]
  for (const label of fields) await typeIn(page, main.getByLabel(label, { exact: true }))
  await typeIn(page, main.getByLabel(ko['accounts.mobile']))
  await page.goto('/user/reqpwreset')
  await typeIn(page, main.getByLabel(ko['accounts.email'], { exact: true }))
})

test('fields of my info @long', async ({ site, openAs }) => {
  const page = await openAs(await newUser(site.url), DESKTOP, paths.myInfo)
  await typeIn(page, page.getByLabel(ko['myInfo.currentPassword']))
  await page.getByLabel(ko['myInfo.currentPassword']).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const fields = [ko['accounts.mobile'], ko['myInfo.newPassword'], ko['myInfo.newPasswordConfirm']]
  for (const label of fields) await typeIn(page, page.getByRole('main').getByLabel(label).first())
})

test('fields for administrators @long', async ({ site, newAdministrator, openAs }) => {
  await suggest(await newUser(site.url))
  const page = await openAs(await newAdministrator(), DESKTOP, paths.administration)
  await page.getByRole('button', { name: ko['agora.toAnswer'] }).first().click()
  await typeIn(page, page.getByRole('textbox', { name: ko['agora.answerLabel'] }))
  await page.goto(paths.manageNotices)
  const main = page.getByRole('main')
  for (const label of [ko['notices.number'], ko['notices.noticeTitle'], ko['notices.content']])
    await typeIn(page, main.getByLabel(label, { exact: true }))
})

test('notes, names, search and suggestions', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await typeIn(page, titleField(page))
  await typeIn(page, bodyField(page))
  await bodyField(page).fill('- 목록')
  await bodyField(page).press('Control+End')
  const method = await openInputMethod(page)
  await method.compose('가')
  await method.key('Enter')
  await method.commit('가')
  await expect(bodyField(page)).toHaveValue('- 목록가')

  await openFromMenu(page, ko['shell.notes'])
  await openNewTopic(page)
  await typeIn(page, page.getByLabel(ko['topics.newTopic']))
  await openFromMenu(page, ko['shell.friends'])
  await typeIn(page, page.getByRole('textbox', { name: ko['hubs.search'] }))
  await openFromMenu(page, ko['shell.opinions'])
  await typeIn(page, page.getByRole('textbox', { name: ko['agora.opinion'] }))
})

test('fields of the lookaround @long', async ({ site, openPage }) => {
  const page = await openPage(site.url, DESKTOP)
  await page.goto('/lookaround/createnote')
  await typeIn(page, titleField(page))
  await typeIn(page, bodyField(page))
  await expect(page.locator('.md')).toHaveText('한글아 나')
})

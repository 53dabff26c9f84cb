import type { CDPSession, Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { newPerson, PASSWORD, signedIn, suggest } from '#tests/support/person.ts'
import { bodyOf, DESKTOP, openNewNote, titleOf } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { choose } from './steps.ts'

/** Hangul typed through an input method into every text field: no syllable is lost, and nothing is sent by mistake. */

const TAKEN_BY_INPUT_METHOD = 229

class InputMethod {
  private readonly line: CDPSession

  constructor(line: CDPSession) {
    this.line = line
  }

  /** A key that the input method takes, as it is told to the page while a syllable is composed. */
  async key(key: string) {
    const event = { key, windowsVirtualKeyCode: TAKEN_BY_INPUT_METHOD }
    await this.line.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event })
    await this.line.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
  }

  async compose(syllable: string) {
    await this.key('Process')
    const end = syllable.length
    await this.line.send('Input.imeSetComposition', {
      text: syllable,
      selectionStart: end,
      selectionEnd: end,
    })
  }

  async commit(syllable: string) {
    await this.line.send('Input.insertText', { text: syllable })
  }
}

async function typeIn(page: Page, field: Locator) {
  const method = new InputMethod(await page.context().newCDPSession(page))
  await field.focus()
  const before = addressOf(page)
  const requests: string[] = []
  const note = (request: { url(): string; method(): string }) => {
    if (request.method() === 'POST') requests.push(request.url())
  }
  page.on('request', note)

  for (const step of ['ㅎ', '하', '한']) await method.compose(step)
  await method.commit('한')
  for (const step of ['ㄱ', '그', '글']) await method.compose(step)
  await method.key('Enter')
  await expect(field).toHaveValue('한글')
  await method.commit('글')
  await expect(field).toHaveValue('한글')

  for (const step of ['ㅇ', '으']) await method.compose(step)
  // Backspace within a syllable takes back one jamo; Space ends the syllable and stands after it.
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

  page.off('request', note)
  // What is asked without being sent: whether a name is taken, the lists that were just opened or hear of what was saved, and the
  // numbers at the rooms, at the bell and of what administrators look at, which wait a moment for the connection.
  const unsent =
    /checkregdata|getsuggestions|note\/getnotes|topic\/gettopics|friends\/(gethubs|getblocked|unread)|inbox\/count|admin\/(countreports|getcounts|getreports)/
  expect(requests.filter(url => !unsent.test(url))).toEqual([])
  expect(addressOf(page)).toBe(before)
}

/** Without the key of a draft: an editor's address names it while something is unsaved. */
function addressOf(page: Page): string {
  return page.url().replace(/&draft=[\w-]+$/, '')
}

/** To a screen that bears its name; until it is there, the one before it may have fields of the same names. */
async function goTo(page: Page, name: string) {
  await choose(page, name)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('before signing in', async ({ site, openPage }) => {
  test.slow()
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

test('in my info @long', async ({ site, openAs }) => {
  test.slow()
  const page = await openAs(await newPerson(site.url), DESKTOP, paths.myInfo)
  await typeIn(page, page.getByLabel(ko['myInfo.currentPassword']))
  await page.getByLabel(ko['myInfo.currentPassword']).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const fields = [ko['accounts.mobile'], ko['myInfo.newPassword'], ko['myInfo.newPasswordConfirm']]
  for (const label of fields) await typeIn(page, page.getByRole('main').getByLabel(label).first())
})

test('as an administrator @long', async ({ site, openAs, grant }) => {
  test.slow()
  const { email } = await newPerson(site.url)
  await grant(email)
  await suggest(await newPerson(site.url))
  const page = await openAs(await signedIn(site.url, email), DESKTOP, paths.administration)
  await page.getByRole('button', { name: ko['agora.toAnswer'] }).first().click()
  await typeIn(page, page.getByRole('textbox', { name: ko['agora.answerLabel'] }))
  await page.goto(paths.manageNotices)
  const main = page.getByRole('main')
  for (const label of [ko['notices.number'], ko['notices.noticeTitle'], ko['notices.content']])
    await typeIn(page, main.getByLabel(label, { exact: true }))
})

test('writing, naming, finding and suggesting', async ({ site, openAs }) => {
  test.slow()
  const page = await openNewNote(site, openAs, DESKTOP)
  await typeIn(page, titleOf(page))
  await typeIn(page, bodyOf(page))
  await bodyOf(page).fill('- 목록')
  await bodyOf(page).press('Control+End')
  const method = new InputMethod(await page.context().newCDPSession(page))
  await method.compose('가')
  await method.key('Enter')
  await method.commit('가')
  await expect(bodyOf(page)).toHaveValue('- 목록가')

  await choose(page, ko['shell.notes'])
  await typeIn(page, page.getByLabel(ko['topics.newTopic']))
  await typeIn(page, page.getByRole('searchbox', { name: ko['notes.find'] }))
  await choose(page, ko['shell.friends'])
  await typeIn(page, page.getByRole('textbox', { name: ko['hubs.search'] }))
  await choose(page, ko['shell.opinions'])
  await typeIn(page, page.getByRole('textbox', { name: ko['agora.opinion'] }))
})

test('in the lookaround @long', async ({ site, openPage }) => {
  test.slow()
  const page = await openPage(site.url, DESKTOP)
  await page.goto('/lookaround/createnote')
  await typeIn(page, titleOf(page))
  await typeIn(page, bodyOf(page))
  await expect(page.locator('.md')).toHaveText('한글아 나')
})

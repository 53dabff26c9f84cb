import type { Page } from '@playwright/test'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { databaseUrl } from '#tests/support/services.ts'
import { delayRequests } from './delays.ts'
import {
  bodyField,
  fetchNoteText,
  openNewNote,
  save,
  savedMessage,
  saveWithTitle,
  storedDrafts,
  titleField,
} from './editor.ts'
import { DESKTOP, expect, test } from './fixtures.ts'
import { openTab } from './steps.ts'

/** No failure loses text, and 'saved' appears only for text that the server has. */

const autosavedMessage = (page: Page) => page.getByText(/^\d\d:\d\d:\d\d 자동 저장했어요$/)
const retrySave = (page: Page) => page.getByRole('button', { name: ko['notes.saveAgain'] })

/** Leaves the editor for its list, which has exactly these notes. */
async function expectListed(page: Page, titles: string[]): Promise<void> {
  await page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()
  await expect(page).toHaveURL(/notelist/)
  await expect(page.locator('.note-row__title')).toHaveText(titles)
}

test('a crashed tab leaves its draft to the next tab', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const url = page.url()
  await titleField(page).fill('쓰다 만 글')
  await bodyField(page).fill('아직 저장하지 않았어요')
  await expect.poll(() => storedDrafts(page)).toEqual(['아직 저장하지 않았어요'])
  const token = await page.evaluate(() => sessionStorage.getItem('authToken') ?? '')
  const died = page.waitForEvent('crash')
  await page.goto('chrome://crash').catch(() => undefined)
  await died

  const next = await openTab(page, url, token)
  await next.getByRole('button', { name: ko['notes.draftContinue'] }).click()
  await expect(titleField(next)).toHaveValue('쓰다 만 글')
  await expect(bodyField(next)).toHaveValue('아직 저장하지 않았어요')
})

test('drafts of other tabs are offered once their tabs are closed', async ({ site, openAs }) => {
  test.slow()
  const one = await openNewNote(site, openAs, DESKTOP)
  const url = one.url()
  await bodyField(one).fill('먼저 쓴 글')
  await expect.poll(() => storedDrafts(one)).toEqual(['먼저 쓴 글'])
  const other = await openTab(one, url)
  await expect(bodyField(other)).toHaveValue('')
  await bodyField(other).fill('나중에 쓴 글')
  await expect.poll(async () => (await storedDrafts(other)).sort()).toEqual(['나중에 쓴 글', '먼저 쓴 글'])
  const next = await openTab(one, url)
  await Promise.all([one.close(), other.close()])

  for (const text of ['나중에 쓴 글', '먼저 쓴 글']) {
    await next.goto(url)
    await next.getByRole('button', { name: ko['notes.draftContinue'] }).click()
    await expect(bodyField(next)).toHaveValue(text)
    await saveWithTitle(next, text)
  }
})

test.describe('with one process per tab', () => {
  test.use({ tabsDieAlone: true })

  test('another tab with the same note is announced until it crashes', async ({ site, openAs }) => {
    test.slow()
    const one = await openNewNote(site, openAs, DESKTOP)
    await saveWithTitle(one, '두 탭의 노트')
    await bodyField(one).fill('첫 탭에서 쓴 글')
    await expect.poll(() => storedDrafts(one)).toEqual(['첫 탭에서 쓴 글'])
    const other = await openTab(one, one.url())
    await expect(bodyField(other)).toHaveValue('')
    await expect(one.getByText(ko['notes.otherTab'])).toBeVisible()
    await expect(other.getByText(ko['notes.otherTab'])).toBeVisible()
    await bodyField(other).fill('죽은 탭에서 쓴 글')
    await expect
      .poll(async () => (await storedDrafts(one)).sort())
      .toEqual(['죽은 탭에서 쓴 글', '첫 탭에서 쓴 글'])

    const died = other.waitForEvent('crash')
    await other.goto('chrome://crash').catch(() => undefined)
    await died
    await expect(one.getByText(ko['notes.otherTab'])).toBeHidden()
    // The crashed tab wrote last, but a reload continues this tab's text.
    await one.reload()
    await expect(bodyField(one)).toHaveValue('첫 탭에서 쓴 글')
    await save(one)
    await expect(savedMessage(one)).toBeVisible()
    await one.reload()
    await expect(bodyField(one)).toHaveValue('죽은 탭에서 쓴 글')
  })
})

test('a server that crashes during a save leaves one note with all text', async ({ mongoUrl, openAs }) => {
  test.slow()
  const environment = {
    MONGODB_URL: await databaseUrl(mongoUrl, 'dying'),
    JWT_SECRET: 'a secret that both of its starts know',
  }
  const node = await startBuiltNode(environment)
  const page = await openNewNote(node, openAs, DESKTOP)
  await titleField(page).fill('서버가 죽어도')
  await bodyField(page).fill('글은 남아요')
  // The server dies while it receives the save.
  await page.route('**/api/note/post', async route => {
    await node.kill()
    await route.continue()
  })
  await save(page)
  await expect(page.getByText(ko['notes.saveFailed'])).toBeVisible()
  await expect(savedMessage(page)).toHaveCount(0)
  await expect(bodyField(page)).toHaveValue('글은 남아요')
  await expect.poll(() => storedDrafts(page)).toEqual(['글은 남아요'])
  await page.unroute('**/api/note/post')

  await bodyField(page).press('Control+End')
  await page.keyboard.insertText(', 모두.')
  // The client retries on its own.
  const restarted = await startBuiltNode({ ...environment, PORT: new URL(node.url).port })
  await expect(savedMessage(page)).toBeVisible({ timeout: 30_000 })
  await page.reload()
  await expect(bodyField(page)).toHaveValue('글은 남아요, 모두.')
  await expectListed(page, ['서버가 죽어도'])
  await restarted.stop()
})

test('a lost response creates no second note', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const url = page.url()
  await titleField(page).fill('한 번만')
  await page.route('**/api/note/post', async route => {
    await route.fetch()
    await route.abort()
  })
  await save(page)
  await expect(page.getByText(ko['notes.saveFailed'])).toBeVisible()
  await page.unroute('**/api/note/post')
  await bodyField(page).fill('그 뒤에 쓴 글')
  await retrySave(page).click()
  await expect(savedMessage(page)).toBeVisible()
  await page.reload()
  await expect(bodyField(page)).toHaveValue('그 뒤에 쓴 글')
  await expectListed(page, ['한 번만'])

  await test.step('saving repeatedly creates one note, and success is reported only after the response', async () => {
    await page.goto(url)
    await titleField(page).fill('두 번 눌러도')
    const answer = await delayRequests(page, '**/api/note/post')
    const sent = page.waitForRequest('**/api/note/post')
    await save(page)
    await page.keyboard.press('Control+s')
    await page.keyboard.press('Control+s')
    await sent
    await bodyField(page).fill('그사이에 쓴 글')
    await expect(savedMessage(page)).toHaveCount(0)
    answer()
    await expect(savedMessage(page)).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
    await expectListed(page, ['두 번 눌러도', '한 번만'])
    await page.getByRole('link', { name: '두 번 눌러도' }).click()
    await expect(page.getByRole('article').getByText('그사이에 쓴 글')).toBeVisible()
  })
})

test('auto-save survives minutes offline and reports success truly', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await page.clock.install()
  await page.reload()
  await titleField(page).fill('지하철에서')
  await page.getByRole('switch', { name: ko['notes.autosave'] }).check()
  await page.context().setOffline(true)
  for (const text of ['한 역', '한 역, 두 역', '한 역, 두 역, 세 역']) {
    await bodyField(page).fill(text)
    const failed = page.waitForEvent('requestfailed', request => request.url().endsWith('/api/note/post'))
    await page.clock.fastForward('01:00')
    await failed
    await expect(page.getByText(ko['notes.saveFailed'])).toBeVisible()
    await expect(autosavedMessage(page)).toHaveCount(0)
    expect(await storedDrafts(page)).toEqual([text])
  }

  // The network returns but the response of the save is lost: the save does not count.
  let losesAnswers = true
  await page.route('**/api/note/post', async route => {
    if (!losesAnswers) return route.continue()
    await route.fetch()
    await route.abort()
  })
  const lost = page.waitForEvent('requestfailed', request => request.url().endsWith('/api/note/post'))
  await page.context().setOffline(false)
  await lost
  await expect(page.getByText(ko['notes.saveFailed'])).toBeVisible()
  await expect(autosavedMessage(page)).toHaveCount(0)
  losesAnswers = false

  await bodyField(page).fill('한 역, 두 역, 세 역, 내릴 역')
  // A save with a lost response may still be in flight.
  await expect(async () => {
    await page.clock.fastForward('01:00')
    await expect(page.locator('.writing__save-status--saved')).toBeAttached({ timeout: 1_000 })
  }).toPass()
  await expect(autosavedMessage(page)).toBeVisible()
  expect(await fetchNoteText(page)).toBe('한 역, 두 역, 세 역, 내릴 역')
  await expect.poll(() => storedDrafts(page)).toEqual([])
  await expectListed(page, ['지하철에서'])
})

test('two tabs that edit one note lose neither text', async ({ site, openAs }) => {
  const first = await openNewNote(site, openAs, DESKTOP)
  await saveWithTitle(first, '두 탭')
  const second = await openTab(first, first.url())
  await expect(bodyField(second)).toBeVisible()
  await bodyField(first).fill('첫 탭의 글')
  await bodyField(second).fill('둘째 탭의 글')
  await save(first)
  await expect(savedMessage(first)).toBeVisible()
  await save(second)
  await expect(second.getByText(ko['notes.conflict'])).toBeVisible()
  await expect(savedMessage(second)).toHaveCount(0)
  await second.getByRole('button', { name: ko['notes.conflictKeepMine'] }).click()
  await expect(bodyField(second)).toBeFocused()
  await expect(savedMessage(second)).toBeVisible()
  await second.getByText(ko['notes.history']).click()
  await second
    .getByRole('button', { name: /\d:\d\d/ })
    .first()
    .click()
  await expect(second.locator('.diff__text del')).toHaveText('첫')
})

test('without storage text lasts as long as the page, and is stored later', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
    window.addEventListener('room', () => Object.assign(IDBObjectStore.prototype, { put }))
  })
  await titleField(page).fill('자리가 없어도')
  await bodyField(page).fill('어딘가에는')
  await expect(page.getByText(ko['notes.saveStatusNowhere'])).toBeVisible()
  await page.getByRole('link', { name: ko['notes.toList'] }).click()
  await page.getByRole('link', { name: '자리가 없어도' }).click()
  await expect(bodyField(page)).toHaveValue('어딘가에는')
  expect(await storedDrafts(page)).toEqual([])

  await page.getByRole('button', { name: ko['shell.signOut'] }).click()
  const confirmation = page.getByRole('dialog', { name: ko['accounts.signOutAsk'] })
  await expect(confirmation).toContainText(formatText(ko, 'notes.unkeptAtLeaving', { count: 1 }))
  await confirmation.getByRole('button', { name: ko['common.cancel'] }).click()
  await expect(confirmation).toBeHidden()

  await page.evaluate(() => window.dispatchEvent(new Event('room')))
  await bodyField(page).fill('어딘가에는 있다')
  await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
  await expect.poll(() => storedDrafts(page)).toEqual(['어딘가에는 있다'])
  await save(page)
  await expect(savedMessage(page)).toBeVisible()
  await expect.poll(() => storedDrafts(page)).toEqual([])
})

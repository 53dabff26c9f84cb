import type { Page } from '@playwright/test'
import { say } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { databaseUrl } from '#tests/support/services.ts'
import {
  bodyOf,
  DESKTOP,
  keptDrafts,
  openNewNote,
  save,
  saveAs,
  savedMessage,
  savedText,
  titleOf,
} from './editor.ts'
import { expect, test } from './fixtures.ts'
import { holdBack } from './holding.ts'

/** Whatever breaks, what was written is somewhere, and 'saved' is said only of what the server has. */

const autosavedMessage = (page: Page) => page.getByText(/^\d\d:\d\d:\d\d 자동 저장했어요$/)
const saveAgain = (page: Page) => page.getByRole('button', { name: ko['notes.saveAgain'] })

/** Another tab of the same browser, signed in like the first. */
async function anotherTab(page: Page, url: string): Promise<Page> {
  const token = await page.evaluate(() => sessionStorage.getItem('authToken') ?? '')
  const tab = await page.context().newPage()
  await tab.addInitScript(kept => sessionStorage.setItem('authToken', kept), token)
  await tab.goto(url)
  return tab
}

/** Leaves the editor for its list, in which these and no other notes are. */
async function expectListed(page: Page, titles: string[]): Promise<void> {
  await page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()
  await expect(page).toHaveURL(/notelist/)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(titles)
}

test('a tab that dies leaves its writing for the next one', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const url = page.url()
  await titleOf(page).fill('쓰다 만 글')
  await bodyOf(page).fill('아직 저장하지 않았어요')
  await expect.poll(() => keptDrafts(page)).toEqual(['아직 저장하지 않았어요'])
  const token = await page.evaluate(() => sessionStorage.getItem('authToken') ?? '')
  const died = page.waitForEvent('crash')
  await page.goto('chrome://crash').catch(() => undefined)
  await died

  const next = await page.context().newPage()
  await next.addInitScript(kept => sessionStorage.setItem('authToken', kept), token)
  await next.goto(url)
  await next.getByRole('button', { name: ko['notes.draftContinue'] }).click()
  await expect(titleOf(next)).toHaveValue('쓰다 만 글')
  await expect(bodyOf(next)).toHaveValue('아직 저장하지 않았어요')
})

test('a new note that another tab is writing is not offered, and both are once their tabs are gone', async ({
  site,
  openAs,
}) => {
  test.slow()
  const one = await openNewNote(site, openAs, DESKTOP)
  const url = one.url()
  await bodyOf(one).fill('먼저 쓴 글')
  await expect.poll(() => keptDrafts(one)).toEqual(['먼저 쓴 글'])
  const other = await anotherTab(one, url)
  await expect(bodyOf(other)).toHaveValue('')
  await bodyOf(other).fill('나중에 쓴 글')
  await expect.poll(async () => (await keptDrafts(other)).sort()).toEqual(['나중에 쓴 글', '먼저 쓴 글'])
  const next = await anotherTab(one, url)
  await Promise.all([one.close(), other.close()])

  for (const text of ['나중에 쓴 글', '먼저 쓴 글']) {
    await next.goto(url)
    await next.getByRole('button', { name: ko['notes.draftContinue'] }).click()
    await expect(bodyOf(next)).toHaveValue(text)
    await saveAs(next, text)
  }
})

test.describe('where a tab may die', () => {
  test.use({ tabsDieAlone: true })

  test('another tab with the same note is told of until it dies, and each keeps what it wrote', async ({
    site,
    openAs,
  }) => {
    test.slow()
    const one = await openNewNote(site, openAs, DESKTOP)
    await saveAs(one, '두 탭의 노트')
    await bodyOf(one).fill('첫 탭에서 쓴 글')
    await expect.poll(() => keptDrafts(one)).toEqual(['첫 탭에서 쓴 글'])
    const other = await anotherTab(one, one.url())
    await expect(bodyOf(other)).toHaveValue('')
    await expect(one.getByText(ko['notes.otherTab'])).toBeVisible()
    await expect(other.getByText(ko['notes.otherTab'])).toBeVisible()
    await bodyOf(other).fill('죽은 탭에서 쓴 글')
    await expect
      .poll(async () => (await keptDrafts(one)).sort())
      .toEqual(['죽은 탭에서 쓴 글', '첫 탭에서 쓴 글'])

    const died = other.waitForEvent('crash')
    await other.goto('chrome://crash').catch(() => undefined)
    await died
    await expect(one.getByText(ko['notes.otherTab'])).toBeHidden()
    // The dead tab wrote last; a reload continues what this one wrote all the same.
    await one.reload()
    await expect(bodyOf(one)).toHaveValue('첫 탭에서 쓴 글')
    await save(one)
    await expect(savedMessage(one)).toBeVisible()
    await one.reload()
    await expect(bodyOf(one)).toHaveValue('죽은 탭에서 쓴 글')
  })
})

test('a server that dies in mid-save leaves one note with all that was written', async ({
  mongoUrl,
  openAs,
}) => {
  test.slow()
  const environment = {
    MONGODB_URL: await databaseUrl(mongoUrl, 'dying'),
    JWT_SECRET: 'a secret that both of its starts know',
  }
  const node = await startBuiltNode(environment)
  const page = await openNewNote(node, openAs, DESKTOP)
  await titleOf(page).fill('서버가 죽어도')
  await bodyOf(page).fill('글은 남아요')
  // The save is on its way to the server when that dies.
  await page.route('**/api/note/post', async route => {
    await node.kill()
    await route.continue()
  })
  await save(page)
  await expect(page.getByText(ko['notes.saveFailed'])).toBeVisible()
  await expect(savedMessage(page)).toHaveCount(0)
  await expect(bodyOf(page)).toHaveValue('글은 남아요')
  await expect.poll(() => keptDrafts(page)).toEqual(['글은 남아요'])
  await page.unroute('**/api/note/post')

  await bodyOf(page).press('Control+End')
  await page.keyboard.insertText(', 모두.')
  // Nobody has to ask for it.
  const again = await startBuiltNode({ ...environment, PORT: new URL(node.url).port })
  await expect(savedMessage(page)).toBeVisible({ timeout: 30_000 })
  await page.reload()
  await expect(bodyOf(page)).toHaveValue('글은 남아요, 모두.')
  await expectListed(page, ['서버가 죽어도'])
  await again.stop()
})

test('an answer that never comes makes no second note', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await titleOf(page).fill('한 번만')
  await page.route('**/api/note/post', async route => {
    await route.fetch()
    await route.abort()
  })
  await save(page)
  await expect(page.getByText(ko['notes.saveFailed'])).toBeVisible()
  await page.unroute('**/api/note/post')
  await bodyOf(page).fill('그 뒤에 쓴 글')
  await saveAgain(page).click()
  await expect(savedMessage(page)).toBeVisible()
  await page.reload()
  await expect(bodyOf(page)).toHaveValue('그 뒤에 쓴 글')
  await expectListed(page, ['한 번만'])
})

test('auto-save outlives minutes without the network, and says saved once the server has it all', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await page.clock.install()
  await page.reload()
  await titleOf(page).fill('지하철에서')
  await page.getByRole('switch', { name: ko['notes.autosave'] }).check()
  await page.context().setOffline(true)
  for (const text of ['한 역', '한 역, 두 역', '한 역, 두 역, 세 역']) {
    await bodyOf(page).fill(text)
    const failed = page.waitForEvent('requestfailed', request => request.url().endsWith('/api/note/post'))
    await page.clock.fastForward('01:00')
    await failed
    await expect(page.getByText(ko['notes.saveFailed'])).toBeVisible()
    await expect(autosavedMessage(page)).toHaveCount(0)
    expect(await keptDrafts(page)).toEqual([text])
  }

  // The network is back for the first half of a save only: still nothing is called saved.
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

  await bodyOf(page).fill('한 역, 두 역, 세 역, 내릴 역')
  // One that loses its answer may still be under way.
  await expect(async () => {
    await page.clock.fastForward('01:00')
    await expect(page.locator('.writing__save-status--saved')).toBeAttached({ timeout: 1_000 })
  }).toPass()
  await expect(autosavedMessage(page)).toBeVisible()
  expect(await savedText(page)).toBe('한 역, 두 역, 세 역, 내릴 역')
  await expect.poll(() => keptDrafts(page)).toEqual([])
  await expectListed(page, ['지하철에서'])
})

test('two tabs that write on one note lose neither text', async ({ site, openAs }) => {
  const first = await openNewNote(site, openAs, DESKTOP)
  await saveAs(first, '두 탭')
  const second = await anotherTab(first, first.url())
  await expect(bodyOf(second)).toBeVisible()
  await bodyOf(first).fill('첫 탭의 글')
  await bodyOf(second).fill('둘째 탭의 글')
  await save(first)
  await expect(savedMessage(first)).toBeVisible()
  await save(second)
  await expect(second.getByText(ko['notes.conflict'])).toBeVisible()
  await expect(savedMessage(second)).toHaveCount(0)
  await second.getByRole('button', { name: ko['notes.conflictKeepMine'] }).click()
  await expect(bodyOf(second)).toBeFocused()
  await expect(savedMessage(second)).toBeVisible()
  await second.getByText(ko['notes.history']).click()
  await second
    .getByRole('button', { name: /\d:\d\d/ })
    .first()
    .click()
  await expect(second.locator('.difference__text del')).toHaveText('첫')
})

test('impatient saving makes one note, and saved is said only when the server has said so', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await titleOf(page).fill('두 번 눌러도')
  const answer = await holdBack(page, '**/api/note/post')
  const sent = page.waitForRequest('**/api/note/post')
  await save(page)
  await page.keyboard.press('Control+s')
  await page.keyboard.press('Control+s')
  await sent
  await bodyOf(page).fill('그사이에 쓴 글')
  await expect(savedMessage(page)).toHaveCount(0)
  answer()
  await expect(savedMessage(page)).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await expectListed(page, ['두 번 눌러도'])
  await page.getByRole('link', { name: '두 번 눌러도' }).click()
  await expect(page.getByText('그사이에 쓴 글')).toBeVisible()
})

test('where the device has no room, words stay as long as the page does, and are kept once there is room', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
    window.addEventListener('room', () => Object.assign(IDBObjectStore.prototype, { put }))
  })
  await titleOf(page).fill('자리가 없어도')
  await bodyOf(page).fill('어딘가에는')
  await expect(page.getByText(ko['notes.saveStatusNowhere'])).toBeVisible()
  await page.getByRole('link', { name: ko['notes.toList'] }).click()
  await page.getByRole('link', { name: '자리가 없어도' }).click()
  await expect(bodyOf(page)).toHaveValue('어딘가에는')
  expect(await keptDrafts(page)).toEqual([])

  await page.getByRole('button', { name: ko['shell.signOut'] }).click()
  const asked = page.getByRole('dialog', { name: ko['accounts.signOutAsk'] })
  await expect(asked).toContainText(say(ko, 'notes.unkeptAtLeaving', { count: 1 }))
  await asked.getByRole('button', { name: ko['common.cancel'] }).click()
  await expect(asked).toBeHidden()

  await page.evaluate(() => window.dispatchEvent(new Event('room')))
  await bodyOf(page).fill('어딘가에는 있다')
  await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
  await expect.poll(() => keptDrafts(page)).toEqual(['어딘가에는 있다'])
  await save(page)
  await expect(savedMessage(page)).toBeVisible()
  await expect.poll(() => keptDrafts(page)).toEqual([])
})

import type { Page } from '@playwright/test'
import type { OldDraft } from '#client/features/documents/oldDrafts.ts'
import { paths } from '#client/paths.ts'
import { decodeText } from '#protocol/encoding.ts'
import { getNote } from '#protocol/notes.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { databaseUrl } from '#tests/support/services.ts'
import { newUser, writeNote } from '#tests/support/users.ts'
import { delayRequests } from './delays.ts'
import {
  bodyField,
  fetchNoteText,
  newNotePath,
  newTopic,
  openNewNote,
  save,
  savedMessage,
  saveWithTitle,
  storedTexts,
  titleField,
} from './editor.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
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

test('a crashed tab leaves its text to the next tab', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await titleField(page).fill('쓰다 만 글')
  await bodyField(page).fill('아직 저장하지 않았어요')
  await expect.poll(() => storedTexts(page)).toEqual(['아직 저장하지 않았어요'])
  const url = page.url()
  const token = await page.evaluate(() => sessionStorage.getItem('authToken') ?? '')
  const died = page.waitForEvent('crash')
  await page.goto('chrome://crash').catch(() => undefined)
  await died

  const next = await openTab(page, url, token)
  await expect(titleField(next)).toHaveValue('쓰다 만 글')
  await expect(bodyField(next)).toHaveValue('아직 저장하지 않았어요')
})

test('new notes of several tabs stay separate, and are listed until they are saved', async ({
  site,
  openAs,
}) => {
  const one = await openNewNote(site, openAs, DESKTOP)
  const url = one.url()
  await bodyField(one).fill('먼저 쓴 글')
  await expect.poll(() => storedTexts(one)).toEqual(['먼저 쓴 글'])
  const other = await openTab(one, url)
  await expect(bodyField(other)).toHaveValue('')
  await bodyField(other).fill('나중에 쓴 글')
  await expect.poll(async () => (await storedTexts(other)).sort()).toEqual(['나중에 쓴 글', '먼저 쓴 글'])
  const next = await openTab(one, paths.topics)
  await Promise.all([one.close(), other.close()])

  const unsaved = next.getByRole('region', { name: ko['notes.drafts'] })
  for (const text of ['나중에 쓴 글', '먼저 쓴 글']) {
    await next.goto(paths.topics)
    await unsaved.getByRole('link', { name: text }).click()
    await expect(bodyField(next)).toHaveValue(text)
    await saveWithTitle(next, text)
  }
  await next.goto(paths.topics)
  await expect(next.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(unsaved).toHaveCount(0)
})

test.describe('with one process per tab', () => {
  test.use({ tabsDieAlone: true })

  test('two tabs with one note show one text, also that of a crashed tab', async ({ site, openAs }) => {
    const one = await openNewNote(site, openAs, DESKTOP)
    await saveWithTitle(one, '두 탭의 노트')
    await bodyField(one).fill('첫 탭에서 쓴 줄\n')
    const other = await openTab(one, one.url())
    await expect(bodyField(other)).toHaveValue('첫 탭에서 쓴 줄\n')
    await bodyField(other).press('Control+End')
    await other.keyboard.insertText('죽은 탭에서 쓴 줄')
    await expect(bodyField(one)).toHaveValue('첫 탭에서 쓴 줄\n죽은 탭에서 쓴 줄')

    const died = other.waitForEvent('crash')
    await other.goto('chrome://crash').catch(() => undefined)
    await died
    await save(one)
    await expect(savedMessage(one)).toBeVisible()
    expect(await fetchNoteText(one)).toBe('첫 탭에서 쓴 줄\n죽은 탭에서 쓴 줄')
    await one.reload()
    await expect(bodyField(one)).toHaveValue('첫 탭에서 쓴 줄\n죽은 탭에서 쓴 줄')
    await expect.poll(() => storedTexts(one)).toEqual([])
  })
})

test('a server that crashes during a save leaves one note with all text', async ({ mongoUrl, openAs }) => {
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
  await expect.poll(() => storedTexts(page)).toEqual(['글은 남아요'])
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
  await page.context().setOffline(true)
  for (const text of ['한 역', '한 역, 두 역', '한 역, 두 역, 세 역']) {
    await bodyField(page).fill(text)
    await page.clock.fastForward('01:00')
    await expect(page.getByText(ko['notes.saveFailed'])).toBeVisible()
    await expect(autosavedMessage(page)).toHaveCount(0)
    expect(await storedTexts(page)).toEqual([text])
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
  await expect.poll(() => storedTexts(page)).toEqual([])
  await expectListed(page, ['지하철에서'])
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
  await page.context().setOffline(true)
  await titleField(page).fill('자리가 없어도')
  await bodyField(page).fill('어딘가에는')
  await expect(page.getByText(ko['notes.saveStatusNowhere'])).toBeVisible()
  await page.getByRole('link', { name: ko['notes.toList'] }).click()
  await page.getByRole('link', { name: '자리가 없어도' }).click()
  await expect(bodyField(page)).toHaveValue('어딘가에는')
  expect(await storedTexts(page)).toEqual([])

  await page.getByRole('button', { name: ko['shell.signOut'] }).click()
  const confirmation = page.getByRole('dialog', { name: ko['accounts.signOutAsk'] })
  await expect(confirmation).toContainText(formatText(ko, 'notes.unkeptAtLeaving', { count: 1 }))
  await confirmation.getByRole('button', { name: ko['common.cancel'] }).click()
  await expect(confirmation).toBeHidden()

  await page.evaluate(() => window.dispatchEvent(new Event('room')))
  await bodyField(page).fill('어딘가에는 있다')
  await expect(page.getByText(ko['notes.saveStatusKeptHere'])).toBeVisible()
  await expect.poll(() => storedTexts(page)).toEqual(['어딘가에는 있다'])
  await page.context().setOffline(false)
  await save(page)
  await expect(savedMessage(page)).toBeVisible()
  await expect.poll(() => storedTexts(page)).toEqual([])
})

/** Stores drafts as release 1.0 did, by their keys. */
function storeOldDrafts(page: Page, drafts: Record<string, OldDraft>): Promise<void> {
  return page.evaluate(
    stored =>
      new Promise<void>(resolve => {
        const opening = indexedDB.open('geulmaru')
        opening.onupgradeneeded = () => opening.result.createObjectStore('drafts')
        opening.onsuccess = () => {
          const saving = opening.result.transaction('drafts', 'readwrite')
          for (const [key, draft] of Object.entries(stored)) saving.objectStore('drafts').put(draft, key)
          saving.oncomplete = () => resolve()
        }
      }),
    drafts,
  )
}

test('drafts of release 1.0 become unsaved texts, and a requested save is sent', async ({ site, openAs }) => {
  const author = await newUser(site.url, '옛글쓴이')
  const topicNo = await newTopic(author)
  const noteNo = await writeNote(author, '장보기', '우유')
  const page = await openAs(author, DESKTOP, paths.terms)
  const [typed, asked] = [crypto.randomUUID(), crypto.randomUUID()]
  const base = { title: '장보기', text: '우유' }
  await storeOldDrafts(page, {
    [`${author.userNo}/topic/${topicNo}/${typed}`]: {
      ...{ title: '쓰다 만 글', text: '옛 글', topicNo, requestKey: typed, keptAt: Date.now() },
    },
    [`${author.userNo}/note/${noteNo}/${asked}`]: {
      ...{
        title: '장보기',
        text: '우유, 빵',
        base,
        topicNo,
        requestKey: asked,
        keptAt: Date.now(),
        askedAt: 1,
      },
    },
  })
  await page.goto(paths.topics)
  const unsaved = page.getByRole('region', { name: ko['notes.drafts'] })
  await unsaved.getByRole('link', { name: '쓰다 만 글' }).click()
  await expect(bodyField(page)).toHaveValue('옛 글')
  await expect.poll(async () => decodeText((await author.call(getNote, { noteNo })).text)).toBe('우유, 빵')
  await save(page)
  await expect(savedMessage(page)).toBeVisible()
  await expect.poll(() => storedTexts(page)).toEqual([])
})

test('a phone shows what is typed on the desktop, and lists it while it is not saved', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '두기기')
  const desktop = await openAs(author, DESKTOP, await newNotePath(author))
  await titleField(desktop).fill('두 기기')
  await expect(desktop.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
  const phone = await openAs(author, PHONE, paths.topics)
  await phone.getByRole('region', { name: ko['notes.drafts'] }).getByRole('link', { name: '두 기기' }).click()
  await expect(titleField(phone)).toHaveValue('두 기기')
  await bodyField(desktop).fill('책상에서')
  await expect(bodyField(phone)).toHaveValue('책상에서')
  await bodyField(phone).press('Control+End')
  await phone.keyboard.insertText(', 길에서')
  await expect(bodyField(desktop)).toHaveValue('책상에서, 길에서')
  await save(phone)
  await expect(desktop.locator('.writing__save-status--saved')).toBeAttached()
  expect(await fetchNoteText(desktop)).toBe('책상에서, 길에서')
})

test('what one device keeps unsaved and another saves is not kept any longer', async ({ site, openAs }) => {
  const author = await newUser(site.url, '두기기')
  const desktop = await openAs(author, DESKTOP, await newNotePath(author))
  await titleField(desktop).fill('두 기기')
  await bodyField(desktop).fill('책상에서')
  await expect(desktop.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
  await expect.poll(() => storedTexts(desktop)).toEqual(['책상에서'])
  await desktop.goto(paths.topics)
  const drafts = (page: Page) => page.getByRole('region', { name: ko['notes.drafts'] })
  await expect(drafts(desktop)).toBeVisible()
  const phone = await openAs(author, PHONE, paths.topics)
  await drafts(phone).getByRole('link', { name: '두 기기' }).click()
  await expect(bodyField(phone)).toHaveValue('책상에서')
  expect(await storedTexts(desktop)).toEqual(['책상에서'])
  await save(phone)
  await expect(savedMessage(phone)).toBeVisible()
  await expect.poll(() => storedTexts(desktop)).toEqual([])
  await expect(drafts(desktop)).toBeHidden()
})

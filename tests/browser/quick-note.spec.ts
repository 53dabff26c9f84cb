import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { getTopics } from '#protocol/topics.ts'
import { newUser, type TestUser, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { delayRequests } from './delays.ts'
import { savedNotes, titleField } from './editor.ts'
import { expect, PHONE, test, waitForConnection } from './fixtures.ts'

const bottomBar = (page: Page) => page.getByRole('navigation', { name: ko['shell.bottomBar'] })

test('a quick note at home becomes a note and is never lost', async ({ site, openAs }) => {
  const author = await newUser(site.url, '떠오름')
  const page = await openAs(author, PHONE, paths.home)
  const field = page.getByLabel(ko['notes.quick'])

  await test.step('the manuscript squares show until the user types', async () => {
    const squares = page.locator('.quick-note__sheet')
    await expect(squares).toBeVisible()
    await field.pressSequentially('떠')
    await expect(squares).toBeHidden()
  })
  await test.step('without words it shows what is missing', async () => {
    await field.fill('---')
    await page.getByRole('button', { name: ko['notes.quickSave'] }).click()
    await expect(page.getByText(ko['notes.quickEmpty'])).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('the text survives a reload', async () => {
    await field.fill('여름 방학 계획\n제주에 가기')
    await page.reload()
    await expect(field).toHaveValue('여름 방학 계획\n제주에 가기')
  })
  await test.step('offline the text stays, with a message', async () => {
    await page.context().setOffline(true)
    await field.press('Control+Enter')
    await expect(page.locator('.quick-note').getByText(ko['error.offline'])).toBeVisible()
    await expect(field).toHaveValue('여름 방학 계획\n제주에 가기')
    await page.context().setOffline(false)
  })
  await test.step('after the reconnect it becomes a note with its first line as title, and the field is empty again', async () => {
    await expect(page.getByRole('status').getByText('‘여름 방학 계획’ 노트로 담았어요.')).toBeVisible()
    await expect(field).toHaveValue('')
    await page.getByRole('status').getByRole('link', { name: ko['topics.openNote'] }).click()
    await expect(page.getByRole('heading', { name: '여름 방학 계획' })).toBeVisible()
    await expect(page.getByText('제주에 가기')).toBeVisible()
    await page.goto(paths.topics)
    await expect(page.getByRole('listitem').filter({ hasText: ko['notes.quickTopic'] })).toBeVisible()
  })
  await test.step('on a slow connection, with the user leaving, it becomes one note and the field is empty', async () => {
    await page.goto(paths.home)
    const release = await delayRequests(page, '**/api/note/quick')
    await field.fill('느린 줄에서')
    const request = page.waitForRequest('**/api/note/quick')
    await field.press('Control+Enter')
    await request
    await page.getByRole('button', { name: new RegExp(`^${ko['shell.openMenu']}`) }).click()
    await page.getByRole('dialog').getByRole('link', { name: ko['shell.notes'] }).first().click()
    await expect(field).toBeHidden()
    const answered = page.waitForResponse('**/api/note/quick')
    release()
    await answered
    await page.goto(paths.home)
    await expect(field).toHaveValue('')
  })
  await test.step('what is typed behind it while it is being saved becomes the next note', async () => {
    const release = await delayRequests(page, '**/api/note/quick')
    await field.fill('장보기')
    const request = page.waitForRequest('**/api/note/quick')
    await field.press('Control+Enter')
    await request
    await field.press('End')
    await field.pressSequentially('\n산책')
    const ime = await page.context().newCDPSession(page)
    await ime.send('Input.imeSetComposition', { text: '하', selectionStart: 1, selectionEnd: 1 })
    release()
    await expect(page.getByRole('status').getByText('‘장보기’ 노트로 담았어요.')).toBeVisible()
    await expect(field).toHaveValue('장보기\n산책하')
    await ime.send('Input.insertText', { text: '하' })
    await expect(field).toHaveValue('산책하')
    await field.fill('')
  })
  await test.step('without storage on the device a quick note lasts as long as the page', async () => {
    await expect(field).toBeVisible()
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('no room', 'QuotaExceededError')
      }
    })
    await field.fill('자리가 없어도 남는 생각')
    await expect(page.getByText(ko['notes.quickNowhere'])).toBeVisible()
    await bottomBar(page).getByRole('link', { name: /^친구/ }).click()
    await expect(field).toHaveCount(0)
    await page.goBack()
    await expect(field).toHaveValue('자리가 없어도 남는 생각')
    await expect(page.getByText(ko['notes.quickNowhere'])).toBeVisible()
  })
})

test('a quick note can be read when the connection is lost right after', async ({ site, openAs }) => {
  const author = await newUser(site.url, '떠오름')
  const page = await openAs(author, PHONE, paths.note(await writeNote(author)))
  await expect(page.getByRole('article')).toBeVisible()
  await page.goto(paths.home)
  await waitForConnection(page)
  const fetched = page.waitForResponse('**/api/note/get')
  await page.getByLabel(ko['notes.quick']).fill('산책길\n새소리가 들렸다')
  await page.getByRole('button', { name: ko['notes.quickSave'] }).click()
  await fetched
  await page.context().setOffline(true)
  await page.getByRole('status').getByRole('link', { name: ko['topics.openNote'] }).click()
  await expect(page.getByRole('article')).toContainText('새소리가 들렸다')
})

test('a quick note queued offline is created once, from any screen', async ({ site, openAs }) => {
  const author = await newUser(site.url, '떠오름')
  const page = await openAs(author, PHONE, paths.home)
  const field = page.getByLabel(ko['notes.quick'])
  const failure = page.locator('.quick-note').getByText(ko['error.unreachable'])
  const cutLine = () => page.route('**/api/note/quick', route => route.abort())
  const noteCount = async () => {
    const { subjects } = await author.call(getTopics, {})
    return subjects.reduce((sum, topic) => sum + topic.noteCount, 0)
  }

  // Wait for the first connection, which also triggers a send.
  await waitForConnection(page)
  await cutLine()
  await field.fill('다른 화면에서')
  await field.press('Control+Enter')
  await expect(failure).toBeVisible()
  await page.getByRole('navigation').locator(`a[href="${paths.topics}"]:visible`).first().click()
  await expect(field).toBeHidden()
  await page.unroute('**/api/note/quick')
  const requests: string[] = []
  page.on('request', request => request.url().endsWith('/api/note/quick') && requests.push(request.url()))
  // The browser and the socket both report the reconnect.
  await page.evaluate(() => {
    for (let time = 0; time < 2; time += 1) window.dispatchEvent(new Event('online'))
  })
  await expect(page.getByRole('status').getByText('‘다른 화면에서’ 노트로 담았어요.')).toBeVisible()
  expect(requests.length).toBeLessThan(2)
  await page.goto(paths.home)
  await expect(field).toHaveValue('')
  expect(await noteCount()).toBe(1)

  // The browser knows the topic by now. Without it the note cannot be queued as a draft.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await waitForConnection(page)
  await cutLine()
  await field.fill('다시 열었을 때')
  await field.press('Control+Enter')
  await expect(failure).toBeVisible()
  await page.goto('about:blank')
  await page.unroute('**/api/note/quick')
  await page.goto(paths.home)
  await expect(page.getByRole('status').getByText('‘다시 열었을 때’ 노트로 담았어요.')).toBeVisible()
  await expect(field).toHaveValue('')
  expect(await noteCount()).toBe(2)

  // Text typed after the submit is a new text that was not submitted.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await waitForConnection(page)
  await cutLine()
  await field.fill('아직')
  await field.press('Control+Enter')
  await expect(failure).toBeVisible()
  await field.fill('아직 쓰는 중')
  await page.unroute('**/api/note/quick')
  await page.reload()
  await expect(field).toHaveValue('아직 쓰는 중')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await field.fill('아직 쓰는 중이에요')
  await field.press('Control+Enter')
  await expect(page.getByRole('status').getByText('‘아직 쓰는 중이에요’ 노트로 담았어요.')).toBeVisible()
  expect(await noteCount()).toBe(3)
})

test('if the topics fail to load, a new note starts elsewhere @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '터널')
  const page = await openAs(author, PHONE, paths.home)
  await expect(page.getByLabel(ko['notes.quick'])).toBeVisible()
  await page.route('**/api/topic/gettopics', route => route.abort())
  await bottomBar(page).getByRole('link', { name: ko['shell.shortNewNote'] }).click()
  await expect(page.getByText(ko['notes.newFailed'])).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: ko['shell.toHome'] }).and(page.locator('main *')).click()
  await expect(page.getByLabel(ko['notes.quick'])).toBeVisible()

  await test.step('if the topics fail to load, a new note starts in the topic of the last read note', async () => {
    await page.unroute('**/api/topic/gettopics')
    await page.goto(paths.note(await writeNote(author, '강릉 가는 길')))
    await expect(page.getByRole('heading', { level: 1, name: '강릉 가는 길' })).toBeVisible()
    await page.route('**/api/topic/gettopics', route => route.abort())
    await bottomBar(page).getByRole('link', { name: ko['shell.shortNewNote'] }).click()
    await expect(titleField(page)).toBeVisible()
  })
})

test('without storage and offline, the edited text becomes one note @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '꽉찬기기')
  const page = await openAs(author, PHONE, paths.home)
  const field = page.getByLabel(ko['notes.quick'])
  const savedToast = (title: string) =>
    page.getByRole('status').getByText(formatText(ko, 'notes.quickSaved', { title }))
  // From now on the client knows the topic for queued notes.
  await field.fill('먼저 담은 생각')
  await field.press('Control+Enter')
  await expect(savedToast('먼저 담은 생각')).toBeVisible()
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
  })
  await page.route('**/api/note/quick', route => route.abort())
  await field.fill('떠오른 생각')
  await field.press('Control+Enter')
  await expect(page.locator('.quick-note').getByText(ko['error.unreachable'])).toBeVisible()
  await page.unroute('**/api/note/quick')
  await field.fill('떠오른 생각과 그다음')
  await field.press('Control+Enter')
  await expect(savedToast('떠오른 생각과 그다음')).toBeVisible()
  const { subjects } = await author.call(getTopics, {})
  expect(subjects.map(topic => topic.noteCount)).toEqual([2])
})

/** Limits the storage of the device to short texts. */
const limitStorage = (page: Page) =>
  page.evaluate(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      if (value.length > 100) throw new DOMException('no room', 'QuotaExceededError')
      setItem.call(this, key, value)
    }
  })
const LONG = '길어진 생각'.repeat(30)

async function openOtherTab(page: Page, { token }: TestUser): Promise<Page> {
  const other = await page.context().newPage()
  await other.addInitScript(value => sessionStorage.setItem('authToken', value), token)
  const opened = other.waitForEvent('websocket')
  await other.goto(paths.home)
  await opened
  return other
}

test('a longer text without storage is sent, not the stored one @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '꽉찬기기')
  const page = await openAs(author, PHONE, paths.home)
  const field = page.getByLabel(ko['notes.quick'])
  await field.fill('짧은 생각')
  await limitStorage(page)
  await page.route('**/api/note/quick', route => route.abort())
  await field.fill(LONG)
  await field.press('Control+Enter')
  await expect(page.locator('.quick-note').getByText(ko['error.unreachable'])).toBeVisible()

  const other = await openOtherTab(page, author)
  await expect(other.getByLabel(ko['notes.quick'])).toHaveValue('짧은 생각')

  await page.unroute('**/api/note/quick')
  await field.press('Control+Enter')
  await expect(page.getByRole('status').getByText('노트로 담았어요.')).toBeVisible()
  const { subjects } = await author.call(getTopics, {})
  const saved = await savedNotes(author, subjects[0]?.subjectNo ?? 0)
  expect(saved.map(({ title }) => title)).toEqual([expect.stringMatching(/^길어진 생각/)])
})

test('two tabs share one text, and text of the other tab stays', async ({ site, openAs }) => {
  const author = await newUser(site.url, '두탭')
  const page = await openAs(author, PHONE, paths.home)
  const field = page.getByLabel(ko['notes.quick'])
  await field.fill('짧은 생각')
  const other = await openOtherTab(page, author)
  const fieldThere = other.getByLabel(ko['notes.quick'])
  // Storage events arrive in order, so wait for the last one.
  const receiveAll = async (writer: Page, receiver: Page, last: string) => {
    await writer.evaluate(value => localStorage.setItem('lastEvent', value), last)
    await receiver.waitForFunction(value => localStorage.getItem('lastEvent') === value, last)
  }
  const expectToStayThere = async (text: string) => {
    await receiveAll(page, other, text)
    await expect(fieldThere).toHaveValue(text)
    await other.reload()
    await expect(fieldThere).toHaveValue(text)
  }

  await field.fill('')
  await expect(fieldThere).toHaveValue('')
  await fieldThere.fill('딴 생각')
  await expect(field).toHaveValue('딴 생각')
  await receiveAll(other, page, '딴 생각')
  // It becomes one note, even if both tabs submit it.
  const release = await delayRequests(page, '**/api/note/quick')
  await field.press('Control+Enter')
  await fieldThere.press('Control+Enter')
  await expect(fieldThere).toHaveValue('')
  await expect(field).toHaveValue('')
  // The field is empty here too, but this tab still waits for its own response.
  const submit = page.locator('.quick-note [type="submit"]')
  await expect(submit).toBeDisabled()
  release()
  await expect(submit).toBeEnabled()
  expect((await author.call(getTopics, {})).subjects.map(({ noteCount }) => noteCount)).toEqual([1])

  await limitStorage(page)
  await field.fill(LONG)
  await fieldThere.fill('또 딴 생각')
  await field.press('Control+Enter')
  await expect(field).toHaveValue('또 딴 생각')
  await expectToStayThere('또 딴 생각')
})

test('a quick note that the server rejects after a reconnect says why', async ({ site, openAs }) => {
  const page = await openAs(await newUser(site.url, '긴 생각'), PHONE, paths.home)
  const form = page.locator('.quick-note')
  await page.getByLabel(ko['notes.quick']).fill('길'.repeat(NOTE_BODY_MAX + 1))
  await waitForConnection(page)
  await page.context().setOffline(true)
  await form.getByRole('button', { name: ko['notes.quickSave'] }).click()
  await expect(form.getByText(ko['error.offline'])).toBeVisible()
  await page.context().setOffline(false)
  await expect(form.getByText(ko['notes.bodyLength'])).toBeVisible()
  await expect(form.getByText(ko['error.offline'])).toBeHidden()
})

import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { say } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { getTopics } from '#protocol/topics.ts'
import { newPerson, type Person, writeNote } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { PHONE, titleOf } from './editor.ts'
import { connected, expect, test } from './fixtures.ts'
import { holdBack } from './holding.ts'
import { savedUnder } from './notesOutbox.ts'

const barOf = (page: Page) => page.getByRole('navigation', { name: ko['shell.bottomBar'] })

test('what comes to mind at home becomes a note, and is lost by nothing', async ({ site, openAs }) => {
  const author = await newPerson(site.url, '떠오름')
  const page = await openAs(author, PHONE, paths.home)
  const field = page.getByLabel(ko['notes.quick'])

  await test.step('its squares stand there until something is written', async () => {
    const squares = page.locator('.quick-note__sheet')
    await expect(squares).toBeVisible()
    await field.pressSequentially('떠')
    await expect(squares).toBeHidden()
  })

  await test.step('without words it says what is missing', async () => {
    await field.fill('---')
    await page.getByRole('button', { name: ko['notes.quickSave'] }).click()
    await expect(page.getByText(ko['notes.quickEmpty'])).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('what is written outlives a reload', async () => {
    await field.fill('여름 방학 계획\n제주에 가기')
    await page.reload()
    await expect(field).toHaveValue('여름 방학 계획\n제주에 가기')
  })

  await test.step('offline it stays, and says so', async () => {
    await page.context().setOffline(true)
    await field.press('Control+Enter')
    await expect(page.locator('.quick-note').getByText(ko['error.offline'])).toBeVisible()
    await expect(field).toHaveValue('여름 방학 계획\n제주에 가기')
    await page.context().setOffline(false)
  })

  await test.step('then it becomes by itself a note with its first line as title, and the place is empty again', async () => {
    await expect(page.getByRole('status').getByText('‘여름 방학 계획’ 노트로 담았어요.')).toBeVisible()
    await expect(field).toHaveValue('')
    await page.getByRole('status').getByRole('link', { name: ko['topics.openNote'] }).click()
    await expect(page.getByRole('heading', { name: '여름 방학 계획' })).toBeVisible()
    await expect(page.getByText('제주에 가기')).toBeVisible()
    await page.goto(paths.topics)
    await expect(page.getByRole('listitem').filter({ hasText: ko['notes.quickTopic'] })).toBeVisible()
  })

  await test.step('on a slow line and left meanwhile it is one note, and does not stay behind', async () => {
    await page.goto(paths.home)
    const letPass = await holdBack(page, '**/api/note/quick')
    await field.fill('느린 줄에서')
    const asked = page.waitForRequest('**/api/note/quick')
    await field.press('Control+Enter')
    await asked
    await page.getByRole('button', { name: new RegExp(`^${ko['shell.openMenu']}`) }).click()
    await page.getByRole('dialog').getByRole('link', { name: ko['shell.notes'] }).first().click()
    await expect(field).toBeHidden()
    const answered = page.waitForResponse('**/api/note/quick')
    letPass()
    await answered
    await page.goto(paths.home)
    await expect(field).toHaveValue('')
  })
})

test('what was to become a note without a line does so once, on another screen and when the product is opened again', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '떠오름')
  const page = await openAs(author, PHONE, paths.home)
  const field = page.getByLabel(ko['notes.quick'])
  const failure = page.locator('.quick-note').getByText(ko['error.unreachable'])
  const cutLine = () => page.route('**/api/note/quick', route => route.abort())
  const noteCount = async () => {
    const { subjects } = await author.does(getTopics, {})
    return subjects.reduce((sum, topic) => sum + topic.noteCount, 0)
  }

  // Before: when the line first stands, what waits is asked for once more.
  await connected(page)
  await cutLine()
  await field.fill('다른 화면에서')
  await field.press('Control+Enter')
  await expect(failure).toBeVisible()
  await page.getByRole('navigation').locator(`a[href="${paths.topics}"]:visible`).first().click()
  await expect(field).toBeHidden()
  await page.unroute('**/api/note/quick')
  const asked: string[] = []
  page.on('request', request => request.url().endsWith('/api/note/quick') && asked.push(request.url()))
  // The browser and the socket both tell that the line is back.
  await page.evaluate(() => {
    for (let time = 0; time < 2; time += 1) window.dispatchEvent(new Event('online'))
  })
  await expect(page.getByRole('status').getByText('‘다른 화면에서’ 노트로 담았어요.')).toBeVisible()
  expect(asked.length).toBeLessThan(2)
  await page.goto(paths.home)
  await expect(field).toHaveValue('')
  expect(await noteCount()).toBe(1)

  // The topic is known by now: without it there is no draft to wait as.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
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

  // What somebody types on is another text, for which nobody has asked.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await connected(page)
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

test('a line that swallows a quick note is as good as none @long', async ({ site, openAs }) => {
  const page = await openAs(await newPerson(site.url, '터널'), PHONE, paths.home)
  const field = page.getByLabel(ko['notes.quick'])
  await expect(field).toBeVisible()
  await page.evaluate(() => {
    const { timeout } = AbortSignal
    AbortSignal.timeout = () => timeout.call(AbortSignal, 500)
  })
  await page.route('**/api/note/quick', () => undefined)
  await field.fill('삼켜진 생각')
  await field.press('Control+Enter')
  await expect(page.locator('.quick-note').getByText(ko['notes.quickWaits'])).toBeVisible()
  await page.unroute('**/api/note/quick')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByRole('status').getByText('‘삼켜진 생각’ 노트로 담았어요.')).toBeVisible()
  await expect(field).toHaveValue('')
})

test('where the topics cannot be asked for, a new note begins under that of a note which was read @long', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '지하철')
  const page = await openAs(author, PHONE, paths.note(await writeNote(author, '강릉 가는 길')))
  await expect(page.getByRole('heading', { level: 1, name: '강릉 가는 길' })).toBeVisible()
  await page.route('**/api/topic/gettopics', route => route.abort())
  await barOf(page).getByRole('link', { name: ko['shell.shortNewNote'] }).click()
  await expect(titleOf(page)).toBeVisible()
})

test('where no topic is known either, the way leads to what is written without one @long', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '터널')
  const page = await openAs(author, PHONE, paths.home)
  await expect(page.getByLabel(ko['notes.quick'])).toBeVisible()
  await page.route('**/api/topic/gettopics', route => route.abort())
  await barOf(page).getByRole('link', { name: ko['shell.shortNewNote'] }).click()
  await expect(page.getByText(ko['notes.newFailed'])).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: ko['shell.toHome'] }).and(page.locator('main *')).click()
  await expect(page.getByLabel(ko['notes.quick'])).toBeVisible()
})

test('where the device has no room, what comes to mind stays as long as the page does', async ({
  site,
  openAs,
}) => {
  const page = await openAs(await newPerson(site.url, '꽉찬기기'), PHONE, paths.home)
  const field = page.getByLabel(ko['notes.quick'])
  await expect(field).toBeVisible()
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
  })
  await field.fill('자리가 없어도 남는 생각')
  await expect(page.getByText(ko['notes.quickNowhere'])).toBeVisible()
  await expectAccessible(page)
  await barOf(page).getByRole('link', { name: /^친구/ }).click()
  await expect(field).toHaveCount(0)
  await page.goBack()
  await expect(field).toHaveValue('자리가 없어도 남는 생각')
  await expect(page.getByText(ko['notes.quickNowhere'])).toBeVisible()
})

test('where the device has no room and the line is gone, what is typed on becomes one note and nothing else does @long', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '꽉찬기기')
  const page = await openAs(author, PHONE, paths.home)
  const field = page.getByLabel(ko['notes.quick'])
  const told = (title: string) => page.getByRole('status').getByText(say(ko, 'notes.quickSaved', { title }))
  // From now on it is known under which topic it would wait.
  await field.fill('먼저 담은 생각')
  await field.press('Control+Enter')
  await expect(told('먼저 담은 생각')).toBeVisible()
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
  await expect(told('떠오른 생각과 그다음')).toBeVisible()
  const { subjects } = await author.does(getTopics, {})
  expect(subjects.map(topic => topic.noteCount)).toEqual([2])
})

/** From now on the device has room for short texts alone. */
const leaveLittleRoom = (page: Page) =>
  page.evaluate(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      if (value.length > 100) throw new DOMException('no room', 'QuotaExceededError')
      setItem.call(this, key, value)
    }
  })
const LONG = '길어진 생각'.repeat(30)

async function openOtherTab(page: Page, { token }: Person): Promise<Page> {
  const other = await page.context().newPage()
  await other.addInitScript(held => sessionStorage.setItem('authToken', held), token)
  const opened = other.waitForEvent('websocket')
  await other.goto(paths.home)
  await opened
  return other
}

test('what another tab finds of a text for which there was no room is not made in its place', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '꽉찬기기')
  const page = await openAs(author, PHONE, paths.home)
  const field = page.getByLabel(ko['notes.quick'])
  await field.fill('짧은 생각')
  await leaveLittleRoom(page)
  await page.route('**/api/note/quick', route => route.abort())
  await field.fill(LONG)
  await field.press('Control+Enter')
  await expect(page.locator('.quick-note').getByText(ko['error.unreachable'])).toBeVisible()

  const other = await openOtherTab(page, author)
  await expect(other.getByLabel(ko['notes.quick'])).toHaveValue('짧은 생각')

  await page.unroute('**/api/note/quick')
  await field.press('Control+Enter')
  await expect(page.getByRole('status').getByText('노트로 담았어요.')).toBeVisible()
  const { subjects } = await author.does(getTopics, {})
  const saved = await savedUnder(author, subjects[0]?.subjectNo ?? 0)
  expect(saved.map(({ title }) => title)).toEqual([expect.stringMatching(/^길어진 생각/)])
})

test('two tabs hold one text, and what is written in another stays when one for which there was no room becomes a note', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '두탭')
  const page = await openAs(author, PHONE, paths.home)
  const field = page.getByLabel(ko['notes.quick'])
  await field.fill('짧은 생각')
  const other = await openOtherTab(page, author)
  const fieldThere = other.getByLabel(ko['notes.quick'])
  // What is told last comes after all that the tab has told before.
  const receiveAll = async (teller: Page, receiver: Page, last: string) => {
    await teller.evaluate(told => localStorage.setItem('told', told), last)
    await receiver.waitForFunction(told => localStorage.getItem('told') === told, last)
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
  // It is one note, whichever tab makes it, or both.
  const letPass = await holdBack(page, '**/api/note/quick')
  await field.press('Control+Enter')
  await fieldThere.press('Control+Enter')
  await expect(fieldThere).toHaveValue('')
  await expect(field).toHaveValue('')
  // The text is gone from here as well, and still this tab waits for its own answer.
  const submit = page.locator('.quick-note [type="submit"]')
  await expect(submit).toBeDisabled()
  letPass()
  await expect(submit).toBeEnabled()
  expect((await author.does(getTopics, {})).subjects.map(({ noteCount }) => noteCount)).toEqual([1])

  await leaveLittleRoom(page)
  await field.fill(LONG)
  await fieldThere.fill('또 딴 생각')
  await field.press('Control+Enter')
  await expect(field).toHaveValue('또 딴 생각')
  await expectToStayThere('또 딴 생각')
})

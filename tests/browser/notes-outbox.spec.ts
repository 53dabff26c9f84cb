import type { Page, Route } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { deleteTopic } from '#protocol/topics.ts'
import { portOf, startTcpProxy } from '#tests/support/tcpProxy.ts'
import { newUser, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { bodyField, newTopic, savedNotes, storedTexts, titleField } from './editor.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { signOut } from './sessions.ts'
import { signIn } from './steps.ts'

/** Notes saved offline: stored, listed, and sent automatically, once and in order. */

const unsent = (page: Page) => page.getByRole('region', { name: ko['notes.drafts'] })
const marks = (page: Page) => page.getByText(ko['notes.unsentMark'])
const saveAndExit = (page: Page) => page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()

/** Fills in the open editor, saves and leaves it, online or offline. */
async function writeAndLeave(page: Page, title: string, text: string): Promise<void> {
  await titleField(page).fill(title)
  await bodyField(page).fill(text)
  await saveAndExit(page)
  await expect(page).toHaveURL(/notelist/)
}

test('notes written offline are listed, sent in order, or discarded', async ({ site, openAs }) => {
  const author = await newUser(site.url, '지하철')
  const topicNo = await newTopic(author)
  const page = await openAs(author, PHONE, paths.notes(topicNo))
  await page.getByRole('link', { name: ko['notes.write'] }).click()
  await expect(titleField(page)).toBeFocused()
  await page.context().setOffline(true)

  await test.step('each note is listed on the screen after the save', async () => {
    await writeAndLeave(page, '첫째', '한 역')
    await expect(page.getByText(ko['notes.unsentKept'])).toBeVisible()
    await expect(marks(page)).toHaveCount(1)
    await page.getByRole('link', { name: ko['notes.write'] }).click()
    await writeAndLeave(page, '둘째', '두 역')
    await expect(unsent(page).getByRole('link')).toHaveText(['둘째', '첫째'])
    await expect(marks(page)).toHaveCount(2)
    await expectAccessible(page)
  })
  await test.step('a pending note opens and can be edited', async () => {
    await unsent(page).getByRole('link', { name: '첫째' }).click()
    await expect(bodyField(page)).toHaveValue('한 역')
    await writeAndLeave(page, '첫째', '한 역, 그리고 더')
    await expect(marks(page)).toHaveCount(2)
  })
  await test.step('on another screen the notes are sent automatically, in order', async () => {
    await page.locator('.bottom-bar a[href="/friends"]').click()
    await expect(page).toHaveURL(/friends/)
    await page.context().setOffline(false)
    await expect(page.getByText('담아 두었던 ‘둘째’ 노트를 보냈어요.')).toBeVisible()
    expect(await savedNotes(author, topicNo)).toEqual([
      { title: '첫째', text: '한 역, 그리고 더' },
      { title: '둘째', text: '두 역' },
    ])
    await expect.poll(() => storedTexts(page)).toEqual([])
  })
  await test.step('an unsent note is discarded only after a confirmation, and undo restores it', async () => {
    await page.goto(paths.createNote(topicNo))
    await expect(titleField(page)).toBeVisible()
    await page.context().setOffline(true)
    await writeAndLeave(page, '버릴까', '말까')
    const discard = page.getByRole('button', { name: '‘버릴까’ 버리기' })
    await discard.click()
    const confirmation = page.getByRole('group', { name: '‘버릴까’에서 저장하지 않은 글을 버릴까요?' })
    await expect(confirmation).toBeFocused()
    await expectAccessible(page)
    await confirmation.getByRole('button', { name: ko['common.cancel'] }).click()
    await expect(discard).toBeFocused()
    await discard.click()
    await confirmation.getByRole('button', { name: ko['notes.draftDiscard'] }).click()
    await expect(unsent(page)).toHaveCount(0)
    await page.getByRole('button', { name: ko['common.undo'] }).click()
    await expect(marks(page)).toHaveCount(1)
    await page.context().setOffline(false)
    await expect
      .poll(async () => (await savedNotes(author, topicNo)).slice(2))
      .toEqual([{ title: '버릴까', text: '말까' }])
  })
})

test('a connection that breaks before the server hears of a save loses nothing', async ({ site, openAs }) => {
  const author = await newUser(site.url, '끊긴 줄')
  const topicNo = await newTopic(author)
  const page = await openAs(author, DESKTOP, paths.createNote(topicNo))
  const retryNow = () => page.evaluate(() => window.dispatchEvent(new Event('online')))

  await test.step('during the first save and its retry', async () => {
    await page.route('**/api/note/post', route => route.abort())
    await writeAndLeave(page, '끊겨도', '하나')
    await expect(marks(page)).toHaveCount(1)
    const tried = page.waitForEvent('requestfailed', request => request.url().endsWith('/api/note/post'))
    await retryNow()
    await tried
    await expect(marks(page)).toHaveCount(1)
    await page.unrouteAll({ behavior: 'wait' })
    await retryNow()
    await expect.poll(() => storedTexts(page)).toEqual([])
    await expect(marks(page)).toHaveCount(0)
    expect(await savedNotes(author, topicNo)).toEqual([{ title: '끊겨도', text: '하나' }])
  })
  await test.step('during the saves of two changes, which are then sent', async () => {
    await page.getByRole('main').getByRole('link', { name: '끊겨도' }).click()
    await page.getByRole('link', { name: ko['notes.continueWriting'] }).click()
    await page.route('**/api/note/update', route => route.abort())
    await writeAndLeave(page, '끊겨도', '둘')
    await expect(marks(page)).toHaveCount(1)
    await page.goBack()
    await expect(page.getByText(ko['notes.waitingUnsent'])).toBeVisible()
    await page.getByRole('link', { name: ko['notes.continueWriting'] }).click()
    await expect(bodyField(page)).toHaveValue('둘')
    await writeAndLeave(page, '끊겨도', '셋')
    await page.unrouteAll({ behavior: 'wait' })
    await retryNow()
    await expect(marks(page)).toHaveCount(0)
    await expect.poll(() => storedTexts(page)).toEqual([])
    expect(await savedNotes(author, topicNo)).toEqual([{ title: '끊겨도', text: '셋' }])
  })
})

test('a save whose reply is lost is recognized as done', async ({ site, openAs }) => {
  const author = await newUser(site.url, '끊긴 줄')
  const topicNo = await newTopic(author)
  const page = await openAs(author, DESKTOP, paths.createNote(topicNo))
  const loseReply = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/note/{post,update}', loseReply)
  await writeAndLeave(page, '끊겨도', '하나')
  await expect.poll(() => storedTexts(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: '끊겨도' }).first().click()
  await page.getByRole('link', { name: ko['notes.continueWriting'] }).click()
  await writeAndLeave(page, '끊겨도', '둘')
  await expect.poll(() => storedTexts(page)).toEqual([])
  await expect(marks(page)).toHaveCount(0)
  expect(await savedNotes(author, topicNo)).toEqual([{ title: '끊겨도', text: '둘' }])
})

test('a pending note that cannot be sent says why, and its text stays', async ({ site, openAs }) => {
  const author = await newUser(site.url, '충돌')
  const [bothChanged, deleted] = [
    await writeNote(author, '함께 고친 노트', '첫째 줄\n둘째 줄'),
    await writeNote(author, '지운 노트'),
  ]
  const page = await openAs(author, DESKTOP, paths.updateNote(bothChanged))

  await test.step('a change made elsewhere meanwhile is kept beside the pending one', async () => {
    await expect(bodyField(page)).toHaveValue('첫째 줄\n둘째 줄')
    await page.context().setOffline(true)
    await writeAndLeave(page, '함께 고친 노트', '첫째 줄, 내 말\n둘째 줄')
    await expect(marks(page)).toHaveCount(1)
    const text = encodeText('첫째 줄\n둘째 줄, 다른 기기의 말')
    await author.call(updateNote, { noteNo: bothChanged, title: '함께 고친 노트', text })
    await page.context().setOffline(false)
    await expect(marks(page)).toHaveCount(0)
    await expect.poll(() => storedTexts(page)).toEqual([])
    const saved = await author.call(getNote, { noteNo: bothChanged })
    expect(decodeText(saved.text)).toBe('첫째 줄, 내 말\n둘째 줄, 다른 기기의 말')
  })
  await test.step('the text of a deleted note becomes a new note', async () => {
    await page.goto(paths.updateNote(deleted))
    await expect(bodyField(page)).toBeVisible()
    await page.context().setOffline(true)
    await writeAndLeave(page, '지운 노트', '남길 글')
    await author.call(deleteNote, { noteNo: deleted })
    await page.context().setOffline(false)
    await expect(unsent(page).getByText(ko['notes.unsentNoteGone'])).toBeVisible()
    await unsent(page).getByRole('link', { name: '지운 노트' }).click()
    await expect(bodyField(page)).toHaveValue('남길 글')
    await page.getByRole('button', { name: ko['notes.saveAnew'] }).click()
    await expect.poll(() => storedTexts(page)).toEqual([])
    await page.goto(paths.topics)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(unsent(page)).toHaveCount(0)
  })
  await test.step('a deleted topic and a rejection are reported, and the text stays', async () => {
    const [deletedTopic, other] = [await newTopic(author), await newTopic(author)]
    await page.goto(paths.createNote(deletedTopic))
    await expect(titleField(page)).toBeVisible()
    await page.context().setOffline(true)
    await writeAndLeave(page, '주제 없는 노트', '남는 글')
    await author.call(deleteTopic, { topicNo: deletedTopic })
    await page.context().setOffline(false)
    await page.goto(paths.topics)
    await expect(unsent(page).getByText(ko['notes.unsentTopicGone'])).toBeVisible()
    await unsent(page).getByRole('link', { name: '주제 없는 노트' }).click()
    await expect(bodyField(page)).toHaveValue('남는 글')
    await expect(page.getByText(ko['notes.topicGoneWhileWriting'])).toBeVisible()
    await page.goto(paths.createNote(other))
    await expect(titleField(page)).toHaveValue('')

    const rejection = { success: false, code: 'quota', message: '노트는 20,000개까지 만들 수 있어요.' }
    await page.route('**/api/note/post', route => route.abort())
    await writeAndLeave(page, '거절된 노트', '이것도 남는 글')
    // Replaces the first mock: the client retries on its own.
    await page.route('**/api/note/post', route => route.fulfill({ status: 409, json: rejection }))
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(unsent(page).getByText(rejection.message).first()).toBeVisible()
    expect((await storedTexts(page)).sort()).toEqual(['남는 글', '이것도 남는 글'])
  })
})

test('pending notes are sent as their author only', async ({ site, newPage }) => {
  const [author, other] = [await newUser(site.url, '먼저쓴이'), await newUser(site.url, '다음사람')]
  const topicNo = await newTopic(author)
  const page = await newPage(site.url, DESKTOP)
  await signIn(page, author)
  await page.goto(paths.createNote(topicNo))
  await expect(titleField(page)).toBeVisible()
  await page.context().setOffline(true)
  // While a page closes, the browser reconnects it for a moment, also for requests sent just before.
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  })
  await writeAndLeave(page, '나중에 갈 노트', '기다리는 글')
  await page.close()

  const next = await page.context().newPage()
  await next.context().setOffline(false)
  await signIn(next, other)
  await next.goto(paths.topics)
  await expect(next.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(unsent(next)).toHaveCount(0)
  expect(await storedTexts(next)).toEqual(['기다리는 글'])
  expect(await savedNotes(author, topicNo)).toEqual([])

  await signOut(next)
  await signIn(next, author)
  await expect
    .poll(() => savedNotes(author, topicNo))
    .toEqual([{ title: '나중에 갈 노트', text: '기다리는 글' }])
  await expect.poll(() => storedTexts(next)).toEqual([])
})

test('offline a quick note is queued, and changes can be discarded @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '떠오름')
  const page = await openAs(author, DESKTOP, paths.home)
  const field = page.getByLabel(ko['notes.quick'])
  await field.fill('처음 것')
  await field.press('Control+Enter')
  await expect(page.getByText('‘처음 것’ 노트로 담았어요.')).toBeVisible()
  await page.context().setOffline(true)
  await field.fill('지하철에서\n떠오른 것')
  await field.press('Control+Enter')
  await expect(field).toHaveValue('')
  await expect(unsent(page).getByRole('link')).toHaveText(['지하철에서'])
  await expect(marks(page)).toHaveCount(1)
  await page.context().setOffline(false)
  await expect(marks(page)).toHaveCount(0)

  const newNoteLink = page.getByRole('banner').getByRole('link', { name: ko['shell.newNote'] })
  await newNoteLink.click()
  await expect(titleField(page)).toBeVisible()
  await page.goBack()
  await page.context().setOffline(true)
  await newNoteLink.click()
  await expect(titleField(page)).toBeVisible()
  await page.context().setOffline(false)

  await page.goto(paths.topics)
  await page.getByRole('link', { name: ko['topics.viewNotes'] }).click()
  await expect(page.getByRole('main').getByRole('link', { name: /것|지하철/ })).toHaveText([
    '지하철에서',
    '처음 것',
  ])
})

test('an undetected connection loss during a save recovers @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '터널')
  const topicNo = await newTopic(author)
  const proxy = await startTcpProxy(portOf(site.url))
  const page = await openAs(
    { ...author, url: `http://127.0.0.1:${proxy.port}` },
    DESKTOP,
    paths.createNote(topicNo),
  )
  await expect(titleField(page)).toBeVisible()
  const cutAfterRequest = async (route: Route) => {
    await route.fetch()
    proxy.cut()
    await route.continue()
  }
  await page.route('**/api/note/post', cutAfterRequest, { times: 1 })
  await writeAndLeave(page, '터널에서', '끊긴 글')
  await expect(marks(page)).toHaveCount(1)
  proxy.repair()
  await expect(marks(page)).toHaveCount(0, { timeout: 30_000 })
  await expect.poll(() => storedTexts(page)).toEqual([])
  expect(await savedNotes(author, topicNo)).toEqual([{ title: '터널에서', text: '끊긴 글' }])
  await page.close()
  await proxy.stop()
})
